import { Column, Entity, Index, JoinColumn, OneToOne } from 'typeorm';
import {
  AsciiColumn,
  CountColumn,
  LongAsciiColumn,
  LongTextColumn,
  MomentColumn,
  TextColumn,
  UuidColumn,
  UuidPrimaryColumn,
} from '../../database/columns';
import { Software } from '../../software/software.entity';

/** Where the releases of a product come from, when it is asked, and what came of it. Polling changes this row, never the product's. */
@Entity('software_source')
@Index('software_source_due', ['host', 'nextAt', 'softwareId']) // what a host is asked next
@Index('software_source_repository', ['repository']) // release webhooks
@Index('software_source_failing', ['failingSince', 'softwareId']) // health
@Index('software_source_unreported', ['reportedAt', 'failingSince']) // what the operator is to be told
@Index('software_source_report', ['reportId']) // what a report tells
export class SoftwareSource {
  @UuidPrimaryColumn()
  softwareId!: string;

  @OneToOne(() => Software, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'software_id', foreignKeyConstraintName: 'fk_software_source_software' })
  software!: Software;

  @AsciiColumn(32)
  type!: string;

  /** Sealed as a whole. */
  @LongTextColumn()
  settings!: string;

  /** Rises whenever somebody wants it asked anew: an answer to an older question does not count. */
  @CountColumn()
  revision!: number;

  /** Whose politeness limits it falls under: see `SourceHost`. */
  @AsciiColumn(255)
  host!: string;

  /** `github.com/owner/name`, by which a release webhook finds it; null = no such webhook. */
  @TextColumn(255, { nullable: true })
  repository!: string | null;

  /** Between two polls; null = by how recently the product was released. */
  @Column({ type: 'int', nullable: true })
  intervalSeconds!: number | null;

  @MomentColumn()
  nextAt!: string;

  /** A release webhook came: it is asked once more then, whatever is learned before. Over when that has been done. */
  @MomentColumn({ nullable: true })
  againAt!: string | null;

  @AsciiColumn(255, { nullable: true })
  etag!: string | null;

  @AsciiColumn(255, { nullable: true })
  lastModified!: string | null;

  /** Of the releases that were stored last: the same again need not be compared one by one. */
  @AsciiColumn(43, { nullable: true })
  answerHash!: string | null;

  /** A digest of each of them: what was stored already need not be looked up. Only with `answerHash`: see `AnswerDigest`. */
  @LongAsciiColumn({ nullable: true })
  answerReleases!: string | null;

  /** The product's `updated_at` as the answer left it: where it is another one now, something else has written versions since. */
  @MomentColumn({ nullable: true })
  answerProductAt!: string | null;

  @MomentColumn({ nullable: true })
  lastAttemptAt!: string | null;

  @MomentColumn({ nullable: true })
  lastSuccessAt!: string | null;

  /** When the product was last released, as far as its source tells. */
  @MomentColumn({ nullable: true })
  releasedAt!: string | null;

  /** In a row. */
  @CountColumn()
  failures!: number;

  @MomentColumn({ nullable: true })
  failingSince!: string | null;

  @TextColumn(500, { nullable: true })
  lastError!: string | null;

  /** When the operator was told of the present failures. */
  @MomentColumn({ nullable: true })
  reportedAt!: string | null;

  /** In which message (`OperatorReport`). */
  @UuidColumn({ nullable: true })
  reportId!: string | null;

  @MomentColumn()
  createdAt!: string;
}
