import { Entity, Index, JoinColumn, OneToOne } from 'typeorm';
import { CountColumn, MomentColumn, UuidColumn, UuidPrimaryColumn } from '../database/columns';
import { Software } from '../software/software.entity';

/**
 * Says "the versions of this software changed". Written in the transaction that changes them, taken up by the update check;
 * gone when the check has seen to every favorite of the software.
 */
@Entity('update_mark')
@Index('update_mark_due', ['nextAt']) // the claim
export class UpdateMark {
  @UuidPrimaryColumn()
  softwareId!: string;

  @OneToOne(() => Software, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'software_id', foreignKeyConstraintName: 'fk_update_mark_software' })
  software!: Software;

  /** Raised with every change, so that a check that was under way does not remove a newer mark. */
  @CountColumn()
  revision!: number;

  /** When it is due, or until when its claim holds. */
  @MomentColumn()
  nextAt!: string;

  @UuidColumn({ nullable: true })
  claimId!: string | null;
}
