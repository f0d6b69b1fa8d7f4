import { Entity, ManyToOne, PrimaryColumn } from 'typeorm';
import { AsciiColumn, CountColumn, MomentColumn, TextColumn, UuidPrimaryColumn } from '../../database/columns';
import { Delivery } from './delivery.entity';

/**
 * One try of a delivery that failed. What was accepted is in the row of the delivery. It is here when that was sent again later, when a
 * plug-in says more of it than fits there, and from the version before.
 */
@Entity('delivery_attempt')
export class DeliveryAttempt {
  @UuidPrimaryColumn()
  deliveryId!: string;

  @ManyToOne(() => Delivery, { onDelete: 'CASCADE', nullable: false })
  delivery!: Delivery;

  /** 1, 2, … */
  @PrimaryColumn({ type: 'int' })
  no!: number;

  @MomentColumn()
  startedAt!: string;

  /** Duration in milliseconds. */
  @CountColumn()
  ms!: number;

  /** `ok | retry | dead | disable`. */
  @AsciiColumn(16)
  outcome!: string;

  /** The remote's status or error code. */
  @AsciiColumn(32, { nullable: true })
  code!: string | null;

  @TextColumn(500, { nullable: true })
  reason!: string | null;

  /** The beginning of the answer: printable characters, secrets removed. */
  @TextColumn(500, { nullable: true })
  excerpt!: string | null;
}
