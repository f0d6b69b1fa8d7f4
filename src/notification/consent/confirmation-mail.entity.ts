import { Entity, Index } from 'typeorm';
import { AsciiColumn, CountColumn, MomentColumn, UuidColumn, UuidPrimaryColumn } from '../../database/columns';

/** One mail that asks the owner of an address whether a channel may use it. Kept for a day at least: the limits count them. */
@Entity('confirmation_mail')
@Index('confirmation_mail_slot', ['addressKey', 'slot'], { unique: true }) // the limit for an address
@Index('confirmation_mail_mailbox', ['mailboxKey', 'slot'], { unique: true }) // the same for a mailbox, however its address is spelled
@Index('confirmation_mail_channel', ['channelId', 'createdAt']) // the limit for a channel
@Index('confirmation_mail_user', ['userId', 'createdAt']) // the limit for a user
@Index('confirmation_mail_due', ['nextAt', 'id']) // the claim
export class ConfirmationMail {
  @UuidPrimaryColumn()
  id!: string;

  /** No foreign key: who deletes a channel and makes it anew has the same limits. */
  @UuidColumn()
  channelId!: string;

  /** Who asked for it; no foreign key. Null in rows that a version before this limit wrote. */
  @UuidColumn({ nullable: true })
  userId!: string | null;

  /** A keyed hash of the address (`ConsentTokens.addressKey`): who reads the table learns no address. */
  @AsciiColumn(64)
  addressKey!: string;

  /** A keyed hash of the mailbox (`ConsentTokens.mailboxKey`). Null in rows that a version before it wrote. */
  @AsciiColumn(64, { nullable: true })
  mailboxKey!: string | null;

  /** 1 to the number of mails that a mailbox gets in a day: one row for each, so that the database keeps the limit. */
  @CountColumn()
  slot!: number;

  /** When it is due, or until when its claim holds; null = at its end. */
  @MomentColumn({ nullable: true })
  nextAt!: string | null;

  /** Who holds it; a finish with another claim touches nothing. */
  @UuidColumn({ nullable: true })
  claimId!: string | null;

  @CountColumn()
  attempts!: number;

  /** Until when its link works, and it is tried. */
  @MomentColumn()
  expiresAt!: string;

  @MomentColumn()
  createdAt!: string;
}
