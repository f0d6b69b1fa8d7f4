import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { UuidPrimaryColumn } from '../../database/columns';
import { Software } from '../software.entity';

const ascii = { type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' } as const;

/**
 * A name by which others know a product. One that two products have names neither of them for certain. A value has a row for each origin
 * that has it, so readers must count a product once.
 */
@Entity('software_identifier')
@Index('software_identifier_value', ['type', 'value']) // products by identifier, aliases by their beginning
export class SoftwareIdentifier {
  @UuidPrimaryColumn()
  softwareId!: string;

  @ManyToOne(() => Software, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'software_id', foreignKeyConstraintName: 'fk_software_identifier_software' })
  software!: Software;

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
