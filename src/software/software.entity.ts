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

/** A product of the catalogue. */
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

  /**
   * The highest version that may be offered to everybody; kept right by every transaction that touches a version.
   * No foreign key: versions already point here.
   */
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

  /** The revision of the ordering algorithm that made this product's keys. */
  @CountColumn()
  orderingRevision!: number;

  @MomentColumn()
  createdAt!: string;

  /** `last_update` of the API: its facts changed or a version was added or withdrawn. */
  @MomentColumn()
  updatedAt!: string;
}
