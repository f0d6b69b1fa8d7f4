import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { MAX_TERM } from '../common/search/search-text';
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
  @ForeignKey(() => Publisher, { name: 'fk_software_publisher' })
  publisherId!: string;

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

  /** How versions of this product are ordered; see docs/policies-and-versions.md. */
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

  /** Of its repository, or an estimate on the same scale, from a catalogue record; null = unknown. For the order of a search. */
  @Column({ type: 'int', nullable: true })
  stars!: number | null;

  /** See `popularityOf`. As of when its search terms were made. */
  @Column({ type: 'smallint', default: 0 })
  popularity!: number;

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

const ascii = { type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' } as const;

/**
 * A name by which others know a product. One that two products have names neither of them for certain. A value has a row for each origin
 * that has it, so readers must count a product once.
 */
@Entity('software_identifier')
@Index('software_identifier_value', ['type', 'value']) // products by identifier, aliases by their beginning
export class SoftwareIdentifier {
  @UuidPrimaryColumn()
  @ForeignKey(() => Software, { name: 'fk_software_identifier_software', onDelete: 'CASCADE' })
  softwareId!: string;

  /** See `IDENTIFIER_TYPES`. */
  @PrimaryColumn(ascii)
  type!: string;

  /** Canonical: see `readIdentifier`. */
  @PrimaryColumn({ type: 'varchar', length: 255, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  value!: string;

  /** The origin: see `IdentifierOrigin`. */
  @PrimaryColumn(ascii)
  origin!: string;
}

/** One row: it rises in each transaction that changes by what products are found, so that whoever has looked knows whether to look again. */
@Entity('catalogue_revision')
export class CatalogueRevision {
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @CountColumn()
  revision!: number;
}

/** A search term of a product: from its name, its aliases or the words of its descriptions. The primary key serves the search. */
@Entity('software_term', { withoutRowid: true })
@Index('software_term_software', ['softwareId']) // replaced with the product's facts
export class SoftwareTerm {
  /** See `kindOf`. */
  @PrimaryColumn({ type: 'tinyint' })
  kind!: number;

  /** See `softwareTerms`. */
  @PrimaryColumn({ type: 'varchar', length: MAX_TERM, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  term!: string;

  @UuidPrimaryColumn()
  @ForeignKey(() => Software, { name: 'fk_software_term_software', onDelete: 'CASCADE' })
  softwareId!: string;

  /** That of the product: of equal hits, the one that is better known comes first. */
  @Column({ type: 'smallint', default: 0 })
  popularity!: number;

  /** Characters of the product's name: of hits that are as well known, the one with the shorter name comes first. */
  @Column({ type: 'smallint' })
  nameLength!: number;
}
