import { Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import {
  AsciiColumn,
  CountColumn,
  LongTextColumn,
  MomentColumn,
  TextColumn,
  UuidColumn,
  UuidPrimaryColumn,
} from '../database/columns';
import { Publisher } from '../publisher/publisher.entity';

/** A product in the catalogue. */
@Entity('software')
@Index('software_identity', ['identity'], { unique: true }) // import
@Index('software_name', ['nameKey', 'id']) // list by name, name filters
@Index('software_updated', ['updatedAt', 'id']) // list by last_update
@Index('software_publisher', ['publisherId', 'nameKey', 'id']) // software of a publisher; identity by name
export class Software {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  publisherId!: string;

  @ManyToOne(() => Publisher, { nullable: false })
  @JoinColumn({ name: 'publisher_id', foreignKeyConstraintName: 'fk_software_publisher' })
  publisher!: Publisher;

  /** `<source kind>:<source id>`, or `name:<hash>` of publisher and name for a record without a source. */
  @TextColumn(255)
  identity!: string;

  @TextColumn(255)
  name!: string;

  @TextColumn(255)
  nameKey!: string;

  @TextColumn(1000, { nullable: true })
  shortDescription!: string | null;

  @LongTextColumn({ nullable: true })
  description!: string | null;

  @TextColumn(2048, { nullable: true })
  url!: string | null;

  /** The version offered to everybody, updated by every transaction that writes versions. No foreign key, as versions reference software. */
  @UuidColumn({ nullable: true })
  latestVersionId!: string | null;

  /** How versions of this product are ordered; see docs/version-ordering.md. */
  @AsciiColumn(16, { default: 'generic' })
  scheme!: string;

  @TextColumn(64, { nullable: true })
  calverPattern!: string | null;

  @TextColumn(255, { nullable: true })
  tagPattern!: string | null;

  @TextColumn(255, { nullable: true })
  ignorePattern!: string | null;

  @TextColumn(255, { nullable: true })
  prereleasePattern!: string | null;

  /** Revision of the ordering algorithms that made this product's keys. */
  @CountColumn()
  orderingRevision!: number;

  /** `YYYY-MM-DD`: the day of the newest snapshot in a catalogue record; null = none. */
  @AsciiColumn(10, { nullable: true })
  cataloguedAsOf!: string | null;

  /** Digest of the texts of its search terms; null or another: the terms are out of date. */
  @AsciiColumn(16, { nullable: true })
  searchDigest!: string | null;

  /** The origin of its release notes: see `NOTES_FROM`; null = its source, or a repository that its identifiers name. */
  @AsciiColumn(16, { nullable: true })
  notesFrom!: string | null;

  /** JSON: the settings of that. */
  @LongTextColumn({ nullable: true })
  notesSettings!: string | null;

  @MomentColumn()
  createdAt!: string;

  /** `last_update` of the API: when its facts or its versions changed upstream, as far as known. */
  @MomentColumn()
  updatedAt!: string;

  /** When this service last wrote it or versions of it; null = not since this column is there. See `WRITTEN_AT`. */
  @MomentColumn({ nullable: true })
  writtenAt!: string | null;
}
