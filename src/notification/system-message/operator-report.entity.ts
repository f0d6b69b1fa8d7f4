import { Entity, Index } from 'typeorm';
import { CountColumn, MomentColumn, UuidColumn, UuidPrimaryColumn } from '../../database/columns';

/**
 * A message to the operator about failing sources: those with its `report_id` that still fail when it is sent. Kept for a week, because the
 * next report has to wait for a while.
 */
@Entity('operator_report')
@Index('operator_report_due', ['nextAt', 'id']) // the claim
export class OperatorReport {
  /** The same on every attempt, so that receivers can drop a repeated message. */
  @UuidPrimaryColumn()
  id!: string;

  /** When it is due, or until when its claim holds; null = finished. */
  @MomentColumn({ nullable: true })
  nextAt!: string | null;

  /** The current claim; an outcome of a lost claim is not recorded. */
  @UuidColumn({ nullable: true })
  claimId!: string | null;

  @CountColumn()
  attempts!: number;

  /** Until when it is retried. */
  @MomentColumn()
  expiresAt!: string;

  @MomentColumn()
  createdAt!: string;
}
