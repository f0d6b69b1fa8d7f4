import { Entity, JoinColumn, OneToOne } from 'typeorm';
import { AsciiColumn, UuidPrimaryColumn } from '../../database/columns';
import { Software } from '../../software/software.entity';

/** What a refresh gave to a product, as digests: where the product is as it was given, nobody else has chosen, and the next refresh may change it. */
@Entity('bundled_product')
export class BundledProduct {
  @UuidPrimaryColumn()
  softwareId!: string;

  @OneToOne(() => Software, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'software_id', foreignKeyConstraintName: 'fk_bundled_product_software' })
  software!: Software;

  /** Of its source; null = it had none. */
  @AsciiColumn(43, { nullable: true })
  feed!: string | null;

  @AsciiColumn(43)
  ordering!: string;
}
