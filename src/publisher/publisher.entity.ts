import { Entity, Index, ManyToOne, PrimaryColumn } from 'typeorm';
import { MAX_TERM } from '../common/search/search-text';
import { AsciiColumn, MomentColumn, TextColumn, UuidPrimaryColumn } from '../database/columns';

/** A vendor, project or person that releases software. */
@Entity('publisher')
@Index('publisher_name', ['nameKey'], { unique: true }) // identity, list by name, name filters
@Index('publisher_updated', ['updatedAt', 'id']) // list by last_update
export class Publisher {
  @UuidPrimaryColumn()
  id!: string;

  @TextColumn(255)
  name!: string;

  /** The name in the form of `foldName`: identity, order and filters compare it. */
  @TextColumn(255)
  nameKey!: string;

  @TextColumn(2048, { nullable: true })
  url!: string | null;

  @TextColumn(2048, { nullable: true })
  supportUrl!: string | null;

  @TextColumn(2048, { nullable: true })
  privacyUrl!: string | null;

  /**
   * The identity of the product whose record created this publisher. Only its records may change these facts; records of another product
   * fill in missing ones. So importing the same records again changes nothing, in any order.
   */
  @TextColumn(255)
  factsFrom!: string;

  /** Digest of the texts of its search terms; null or another: the terms are out of date. */
  @AsciiColumn(16, { nullable: true })
  searchDigest!: string | null;

  @MomentColumn()
  createdAt!: string;

  @MomentColumn()
  updatedAt!: string;
}

/** Search terms from the name of a publisher, for its products. The primary key serves the search. */
@Entity('publisher_term', { withoutRowid: true })
@Index('publisher_term_publisher', ['publisherId']) // replaced when other terms are made of the name
export class PublisherTerm {
  /** See `kindOf`. */
  @PrimaryColumn({ type: 'tinyint' })
  kind!: number;

  /** See `publisherTerms`. */
  @PrimaryColumn({ type: 'varchar', length: MAX_TERM, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  term!: string;

  @UuidPrimaryColumn()
  publisherId!: string;

  @ManyToOne(() => Publisher, { onDelete: 'CASCADE', nullable: false })
  publisher!: Publisher;
}
