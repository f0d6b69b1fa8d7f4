import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import {
  AsciiColumn,
  CountColumn,
  FlagColumn,
  LongAsciiColumn,
  MomentColumn,
  TextColumn,
  UuidPrimaryColumn,
} from '../../../database/columns';
import type { NoteFormat } from './note-cut';
import { Version } from '../../versions/version.entity';

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

  @AsciiColumn(8)
  format!: NoteFormat;

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

/** Which text a version has as its release notes. */
@Entity('release_note')
@Index('release_note_digest', ['digest']) // texts that no version has
export class ReleaseNote {
  @UuidPrimaryColumn()
  @ForeignKey(() => Version, { name: 'fk_release_note_version', onDelete: 'CASCADE' })
  versionId!: string;

  /** Of the `NoteText`. Not a foreign key: see `NoteStoreRepository.removeOrphans`. */
  @AsciiColumn(64)
  digest!: string;

  /** Where people read it; null = unknown. */
  @TextColumn(2048, { nullable: true })
  url!: string | null;

  /** When this text was read for the first time. */
  @MomentColumn()
  fetchedAt!: string;
}
