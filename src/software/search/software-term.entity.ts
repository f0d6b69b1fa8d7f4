import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { MAX_TERM } from '../../common/search/search-text';
import { UuidPrimaryColumn } from '../../database/columns';
import { Software } from '../software.entity';

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
  softwareId!: string;

  @ManyToOne(() => Software, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'software_id', foreignKeyConstraintName: 'fk_software_term_software' })
  software!: Software;

  /** Characters of the product's name: of equal hits, the one with the shorter name comes first. */
  @Column({ type: 'smallint' })
  nameLength!: number;
}
