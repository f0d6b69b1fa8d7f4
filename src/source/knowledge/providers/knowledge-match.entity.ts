import { Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { AsciiColumn, TextColumn, UuidPrimaryColumn } from '../../../database/columns';
import { Software } from '../../../software/software.entity';

/** A product that a provider of knowledge covers. */
@Entity('knowledge_match')
export class KnowledgeMatch {
  @UuidPrimaryColumn()
  softwareId!: string;

  @ManyToOne(() => Software, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'software_id', foreignKeyConstraintName: 'fk_knowledge_match_software' })
  software!: Software;

  @PrimaryColumn({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  provider!: string;

  /** The provider's name for the product. */
  @TextColumn(255)
  name!: string;

  /** For a product that the provider no longer covers: the day of its last facts. Null: that of its last answer. */
  @AsciiColumn(10, { nullable: true })
  asOf!: string | null;
}
