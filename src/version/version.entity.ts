import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { AsciiColumn, FlagColumn, MomentColumn, TextColumn, UuidColumn, UuidPrimaryColumn } from '../database/columns';
import { Software } from '../software/software.entity';

/** One released version of a product. */
@Entity('version')
@Index('version_label', ['softwareId', 'version'], { unique: true }) // a label once in a product
@Index('version_order', ['softwareId', 'versionKey', 'id']) // newest first, version filters
@Index('version_latest', ['softwareId', 'standing', 'versionKey', 'id']) // the latest version, the update check
@Index('version_created', ['softwareId', 'createdAt', 'id']) // list by created_at
export class Version {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  softwareId!: string;

  @ManyToOne(() => Software, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'software_id', foreignKeyConstraintName: 'fk_version_software' })
  software!: Software;

  /** The label, exactly as its source writes it. */
  @TextColumn(255)
  version!: string;

  /** The label's sort key in the product's scheme: comparing keys as bytes compares versions. Derived data. */
  @AsciiColumn(255)
  versionKey!: string;

  /** What the source itself says; null = it does not say and the label decides. */
  @FlagColumn({ nullable: true })
  sourcePrerelease!: boolean | null;

  @FlagColumn({ default: false })
  prerelease!: boolean;

  /** Whether it can be the latest: see `Standing`. */
  @Column({ type: 'tinyint' })
  standing!: number;

  @MomentColumn({ nullable: true })
  releasedAt!: string | null;

  /** When its source withdrew it. */
  @MomentColumn({ nullable: true })
  removedAt!: string | null;

  /** Where a person reads what is new in it; null = its source does not say. */
  @TextColumn(2048, { nullable: true })
  notesUrl!: string | null;

  /** Whether a poll of the product's source has seen it there: when it is missing later, it was withdrawn. */
  @FlagColumn({ default: false })
  sourceSeen!: boolean;

  /** What the API shows as `created_at`: the release date when the source gives one, else the moment it was added. */
  @MomentColumn()
  createdAt!: string;

  /** When this service learned of it. */
  @MomentColumn()
  addedAt!: string;
}

/** The order of standing is the order of preference for "latest". */
export const Standing = {
  /** Withdrawn by its source, or matched by the product's ignore pattern: never offered. */
  Out: 0,
  /** Offered as the latest only when there is no release. */
  Prerelease: 1,
  Release: 2,
} as const;
