import { Entity, Index } from 'typeorm';
import { CountColumn, MomentColumn, UuidColumn, UuidPrimaryColumn } from '../../database/columns';

/**
 * One message to the operator, of sources that fail: those whose `report_id` it is, and that still fail when it is sent. Kept for a
 * week after its end: the next one waits for a while.
 */
@Entity('operator_report')
@Index('operator_report_due', ['nextAt', 'id']) // the claim
export class OperatorReport {
  /** The same on every attempt: a receiver can drop a repeated message by it. */
  @UuidPrimaryColumn()
  id!: string;

  /** When it is due, or until when its claim holds; null = at its end. */
  @MomentColumn({ nullable: true })
  nextAt!: string | null;

  /** Who holds it; a finish with another claim touches nothing. */
  @UuidColumn({ nullable: true })
  claimId!: string | null;

  @CountColumn()
  attempts!: number;

  /** Until when it is tried. */
  @MomentColumn()
  expiresAt!: string;

  @MomentColumn()
  createdAt!: string;
}
