import { Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { AsciiColumn, TextColumn, UuidPrimaryColumn } from '../../../database/columns';
import { Software } from '../../../software/software.entity';

/** A product of which a provider of knowledge tells. */
@Entity('knowledge_match')
export class KnowledgeMatch {
  @UuidPrimaryColumn()
  softwareId!: string;

  @ManyToOne(() => Software, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'software_id', foreignKeyConstraintName: 'fk_knowledge_match_software' })
  software!: Software;

  @PrimaryColumn({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  provider!: string;

  /** What the provider calls the product. */
  @TextColumn(255)
  name!: string;

  /** The provider no longer tells of it: the day of what it said last. Null: that of its last answer. */
  @AsciiColumn(10, { nullable: true })
  asOf!: string | null;
}
