import { Entity, Index, JoinColumn, OneToOne } from 'typeorm';
import { AsciiColumn, MomentColumn, TextColumn, UuidPrimaryColumn } from '../../database/columns';
import { Version } from '../../version/version.entity';

/** Which text a version has as its release notes. */
@Entity('release_note')
@Index('release_note_digest', ['digest']) // texts that no version has
export class ReleaseNote {
  @UuidPrimaryColumn()
  versionId!: string;

  @OneToOne(() => Version, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'version_id', foreignKeyConstraintName: 'fk_release_note_version' })
  version!: Version;

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
