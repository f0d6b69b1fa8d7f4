import { Entity, Index, JoinColumn, OneToOne } from 'typeorm';
import { AsciiColumn, CountColumn, MomentColumn, UuidColumn, UuidPrimaryColumn } from '../../database/columns';
import { Software } from '../../software/software.entity';

/**
 * The versions of this product changed. Written in the transaction that changes them; deleted by the update check once it has
 * evaluated every favorite of the product.
 */
@Entity('update_mark')
@Index('update_mark_due', ['nextAt']) // the claim
export class UpdateMark {
  @UuidPrimaryColumn()
  softwareId!: string;

  @OneToOne(() => Software, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn()
  software!: Software;

  /** Incremented by every change, so that a running check does not delete a newer mark. */
  @CountColumn()
  revision!: number;

  /** When it is due, or when its claim expires. */
  @MomentColumn()
  nextAt!: string;

  @UuidColumn({ nullable: true })
  claimId!: string | null;

  /** Not used any more: it goes with the next initial migration. */
  @AsciiColumn(55, { nullable: true })
  traceparent!: string | null;
}
