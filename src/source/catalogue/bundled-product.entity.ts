import { Entity, JoinColumn, OneToOne } from 'typeorm';
import { AsciiColumn, UuidPrimaryColumn } from '../../database/columns';
import { Software } from '../../software/software.entity';

/** Digests of the settings that a refresh gave to a product: while they equal the current ones, nobody has changed them, and the next refresh may. */
@Entity('bundled_product')
export class BundledProduct {
  @UuidPrimaryColumn()
  softwareId!: string;

  @OneToOne(() => Software, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn()
  software!: Software;

  /** Of its source; null = it had none. */
  @AsciiColumn(43, { nullable: true })
  source!: string | null;

  @AsciiColumn(43)
  ordering!: string;
}
