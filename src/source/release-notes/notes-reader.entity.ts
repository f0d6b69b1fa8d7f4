import { Entity, Index, JoinColumn, OneToOne } from 'typeorm';
import { AsciiColumn, CountColumn, MomentColumn, TextColumn, UuidPrimaryColumn } from '../../database/columns';
import { Software } from '../../software/software.entity';

/** When the release notes of a product are read next at a place that is not its source, and the result of the last time. */
@Entity('notes_reader')
@Index('notes_reader_due', ['host', 'nextAt', 'softwareId']) // what is due at a host
export class NotesReader {
  @UuidPrimaryColumn()
  softwareId!: string;

  @OneToOne(() => Software, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn()
  software!: Software;

  /** Digest of where it was read: anything else is read at once. */
  @AsciiColumn(64)
  target!: string;

  /** Whose limits it falls under. */
  @AsciiColumn(255)
  host!: string;

  @MomentColumn()
  nextAt!: string;

  @MomentColumn({ nullable: true })
  readAt!: string | null;

  @AsciiColumn(255, { nullable: true })
  etag!: string | null;

  @AsciiColumn(255, { nullable: true })
  lastModified!: string | null;

  /** In a row. */
  @CountColumn()
  failures!: number;

  @TextColumn(500, { nullable: true })
  lastError!: string | null;
}
