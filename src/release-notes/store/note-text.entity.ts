import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AsciiColumn, CountColumn, FlagColumn, LongAsciiColumn } from '../../database/columns';

/** A text of release notes, once, however many versions have it. */
@Entity('note_text')
export class NoteText {
  /** SHA-256 of format and text, in hexadecimal. */
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  digest!: string;

  /** UTF-8, deflated (RFC 1951). */
  @Column({ type: 'blob' })
  body!: Buffer;

  /** Bytes of the text. */
  @CountColumn()
  size!: number;

  /** See `NoteFormat`. */
  @AsciiColumn(8)
  format!: string;

  /** It was longer, and ends at the end of a block. */
  @FlagColumn({ default: false })
  cut!: boolean;

  /** How many of its items say that they break something. */
  @CountColumn()
  breaking!: number;

  /** JSON: the CVE and GHSA ids that it names; null = none. */
  @LongAsciiColumn({ nullable: true })
  security!: string | null;
}
