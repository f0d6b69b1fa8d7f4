import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CountColumn, MomentColumn, UuidColumn, UuidPrimaryColumn } from '../../database/columns';
import { Software } from '../../software/software.entity';

/**
 * The versions of this product changed. Written in the transaction that changes them; deleted by the update check once it has
 * evaluated every favorite of the product.
 */
@Entity('update_mark')
@Index('update_mark_due', ['nextAt']) // the claim
export class UpdateMark {
  @UuidPrimaryColumn()
  @ForeignKey(() => Software, { name: 'fk_update_mark_software', onDelete: 'CASCADE' })
  softwareId!: string;

  /** Incremented by every change, so that a running check does not delete a newer mark. */
  @CountColumn()
  revision!: number;

  /** When it is due, or when its claim expires. */
  @MomentColumn()
  nextAt!: string;

  @UuidColumn({ nullable: true })
  claimId!: string | null;

  /** The revision for which its favorites, which are many, were divided into parts (`update_part`); null = they were not. */
  @Column({ type: 'int', nullable: true })
  partsOf!: number | null;
}
