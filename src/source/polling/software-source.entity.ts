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

/** Where the releases of a product come from, when it is polled next, and the result of the last poll. */
@Entity('software_source')
@Index('software_source_host', ['host', 'softwareId']) // list by host
@Index('software_source_type', ['type', 'softwareId']) // list by type
@Index('software_source_due', ['host', 'nextAt', 'softwareId']) // the due sources of a host
@Index('software_source_failing', ['failingSince', 'softwareId']) // health
@Index('software_source_unreported', ['reportedAt', 'failingSince']) // failures that the operator is not notified of yet
@Index('software_source_report', ['reportId']) // sources of a report
export class SoftwareSource {
  @UuidPrimaryColumn()
  softwareId!: string;

  @OneToOne(() => Software, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn()
  software!: Software;

  @AsciiColumn(32)
  type!: string;

  /** Sealed as a whole. */
  @LongTextColumn()
  settings!: string;

  /** Rises whenever a new poll is requested: results of a poll with an older revision do not count. */
  @CountColumn()
  revision!: number;

  /** Whose rate limits it falls under: see `SourceHost`. */
  @AsciiColumn(255)
  host!: string;

  /** Between two polls; null = by the age of the last release. */
  @Column({ type: 'int', nullable: true })
  intervalSeconds!: number | null;

  @MomentColumn()
  nextAt!: string;

  /** When somebody wants it polled, whoever tracks the product: when it was set, or asked for. Done if it was polled since. */
  @MomentColumn({ nullable: true })
  againAt!: string | null;

  /** Since when it is not polled, as nobody tracks the product; null = it is. */
  @MomentColumn({ nullable: true })
  restingSince!: string | null;

  @AsciiColumn(255, { nullable: true })
  etag!: string | null;

  @AsciiColumn(255, { nullable: true })
  lastModified!: string | null;

  /** Of all releases that the last poll returned: the same hash means nothing new. */
  @AsciiColumn(43, { nullable: true })
  answerHash!: string | null;

  /** A digest of each of these releases: only new ones are looked up. See `AnswerDigest`. */
  @LongAsciiColumn({ nullable: true })
  answerReleases!: string | null;

  /** `WRITTEN_AT` of the product after that poll: if it differs, something else has written versions since. */
  @MomentColumn({ nullable: true })
  answerProductAt!: string | null;

  @MomentColumn({ nullable: true })
  lastAttemptAt!: string | null;

  @MomentColumn({ nullable: true })
  lastSuccessAt!: string | null;

  /** Of the newest release of the source. */
  @MomentColumn({ nullable: true })
  releasedAt!: string | null;

  /** In a row. */
  @CountColumn()
  failures!: number;

  @MomentColumn({ nullable: true })
  failingSince!: string | null;

  @TextColumn(500, { nullable: true })
  lastError!: string | null;

  /** Why the last poll that stored releases has not read all that there are; null = it has. */
  @TextColumn(500, { nullable: true })
  notice!: string | null;

  /** When the operator was notified that it fails. */
  @MomentColumn({ nullable: true })
  reportedAt!: string | null;

  /** The `SystemMessage` to the operator that names it. */
  @UuidColumn({ nullable: true })
  reportId!: string | null;

  @MomentColumn()
  createdAt!: string;
}
