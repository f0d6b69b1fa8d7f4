import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { MAX_TERM } from '../common/search/search-text';
import { UuidPrimaryColumn } from '../database/columns';
import { Publisher } from './publisher.entity';

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
  @JoinColumn({ name: 'publisher_id', foreignKeyConstraintName: 'fk_publisher_term_publisher' })
  publisher!: Publisher;
}
