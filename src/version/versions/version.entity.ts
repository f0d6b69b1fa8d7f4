import { Column, Entity, Index, ManyToOne } from 'typeorm';
import {
  AsciiColumn,
  FlagColumn,
  MomentColumn,
  TextColumn,
  UuidColumn,
  UuidPrimaryColumn,
} from '../../database/columns';
import { Software } from '../../software/software.entity';

/** One version of a product: released, or a user's own (`hidden`). */
@Entity('version')
@Index('version_label', ['softwareId', 'version'], { unique: true }) // a label once in a product
@Index('version_listed', ['softwareId', 'hidden', 'versionKey', 'id']) // newest first, version filters, policies
@Index('version_latest', ['softwareId', 'releaseRank', 'versionKey', 'id']) // the latest version, the update check
@Index('version_listed_created', ['softwareId', 'hidden', 'createdAt', 'id']) // list by created_at
export class Version {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  softwareId!: string;

  @ManyToOne(() => Software, { onDelete: 'CASCADE', nullable: false })
  software!: Software;

  /** The label, exactly as its source writes it. */
  @TextColumn(255)
  version!: string;

  /** The label's sort key in the product's scheme: comparing keys as bytes compares versions. Derived data. */
  @AsciiColumn(255)
  versionKey!: string;

  /** The source's own flag; null = it has none and the label decides. */
  @FlagColumn({ nullable: true })
  sourcePrerelease!: boolean | null;

  @FlagColumn({ default: false })
  prerelease!: boolean;

  /** See `ReleaseRank`. */
  @Column({ type: 'tinyint' })
  releaseRank!: number;

  @MomentColumn({ nullable: true })
  releasedAt!: string | null;

  /** When its source withdrew it. Of a hidden version, when it was added, so that it is never offered. */
  @MomentColumn({ nullable: true })
  removedAt!: string | null;

  /** Why its source lists it, but does not offer it: a sentence for people; null = it is offered. */
  @TextColumn(255, { nullable: true })
  leftOut!: string | null;

  /** Release notes; null = the source does not say. */
  @TextColumn(2048, { nullable: true })
  notesUrl!: string | null;

  /** A poll has seen it at the product's source: if it is missing there later, it was withdrawn. */
  @FlagColumn({ default: false })
  sourceSeen!: boolean;

  /**
   * An own version: the catalogue does not know the label. Only users whose favorite has it see it, and it is never offered. When the
   * catalogue learns the label, this row becomes its version.
   */
  @FlagColumn({ default: false })
  hidden!: boolean;

  /** `created_at` of the API: the release date if the source gives one, else `addedAt`. */
  @MomentColumn()
  createdAt!: string;

  /** When this service learned of it. */
  @MomentColumn()
  addedAt!: string;
}

/** Which versions can be the latest: higher ranks are preferred. */
export const ReleaseRank = {
  /** Withdrawn or left out by its source, or matched by the product's ignore pattern: never offered. */
  Excluded: 0,
  /** Offered as the latest only if there is no release. */
  Prerelease: 1,
  Release: 2,
} as const;
