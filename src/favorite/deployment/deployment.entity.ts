import { Entity, Index, ManyToOne } from 'typeorm';
import { MomentColumn, TextColumn, UuidColumn, UuidPrimaryColumn } from '../../database/columns';
import { Version } from '../../version/versions/version.entity';

/** A version of a tracked product that an inventory has. */
@Entity('deployment')
@Index('deployment_once', ['inventoryId', 'favoriteId', 'label'], { unique: true }) // one of each label; those of an inventory
@Index('deployment_in_use', ['favoriteId', 'versionId', 'inventoryId']) // those of a favorite; its versions are counted from it alone
@Index('deployment_version', ['versionId']) // serves the foreign key; own versions that nobody has any more
export class Deployment {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  inventoryId!: string;

  @ManyToOne('inventory', { onDelete: 'CASCADE', nullable: false })
  inventory!: object;

  @UuidColumn()
  favoriteId!: string;

  @ManyToOne('favorite', { onDelete: 'CASCADE', nullable: false })
  favorite!: object;

  /** The version in use: that of the last upload, or of a later change of the favorite. */
  @UuidColumn()
  versionId!: string;

  @ManyToOne(() => Version, { onDelete: 'CASCADE', nullable: false })
  version!: Version;

  /** The version in the last upload. */
  @UuidColumn()
  seenVersionId!: string;

  /** Its label in the upload, by which the next one finds it. */
  @TextColumn(255)
  label!: string;

  /** Of the component, as the file has it. */
  @TextColumn(255)
  name!: string;

  /** The tag that its image follows, where that does not say the version. */
  @TextColumn(128, { nullable: true })
  tag!: string | null;

  /** When an upload listed it first. */
  @MomentColumn()
  seenAt!: string;

  /** The change of many favorites that set the version last, for its undo, and the label of the version before. */
  @UuidColumn({ nullable: true })
  movedBy!: string | null;

  @TextColumn(255, { nullable: true })
  movedFrom!: string | null;
}
