import { Entity, Index } from 'typeorm';
import { AsciiColumn, CountColumn, MomentColumn, UuidColumn, UuidPrimaryColumn } from '../../database/columns';

/** A mail that asks the owner of an address to confirm it. Kept for at least a day, because limits count it. */
@Entity('confirmation_mail')
@Index('confirmation_mail_slot', ['addressKey', 'slot'], { unique: true }) // the limit for an address
@Index('confirmation_mail_mailbox', ['mailboxKey', 'slot'], { unique: true }) // the same for a mailbox, however its address is spelled
@Index('confirmation_mail_channel', ['channelId', 'createdAt']) // the limit for a channel
@Index('confirmation_mail_user', ['userId', 'createdAt']) // the limit for a user
@Index('confirmation_mail_due', ['nextAt', 'id']) // the claim
export class ConfirmationMail {
  @UuidPrimaryColumn()
  id!: string;

  /** No foreign key: the limits hold for a channel that was deleted and created again. */
  @UuidColumn()
  channelId!: string;

  /** The user who requested it; no foreign key. Null in rows of versions before this limit. */
  @UuidColumn({ nullable: true })
  userId!: string | null;

  /** A keyed hash of the address (`ConsentTokens.addressKey`): the table reveals no addresses. */
  @AsciiColumn(64)
  addressKey!: string;

  /** A keyed hash of the mailbox (`ConsentTokens.mailboxKey`). Null in rows of versions before it. */
  @AsciiColumn(64, { nullable: true })
  mailboxKey!: string | null;

  /** From 1 to the daily limit of a mailbox; the unique key enforces the limit. */
  @CountColumn()
  slot!: number;

  /** When it is due, or until when its claim holds; null = finished. */
  @MomentColumn({ nullable: true })
  nextAt!: string | null;

  /** The current claim; an outcome of a lost claim is not recorded. */
  @UuidColumn({ nullable: true })
  claimId!: string | null;

  @CountColumn()
  attempts!: number;

  /** Until when the mail is retried and its link works. */
  @MomentColumn()
  expiresAt!: string;

  @MomentColumn()
  createdAt!: string;
}
