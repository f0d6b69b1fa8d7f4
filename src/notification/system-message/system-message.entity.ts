import { Entity, Index, PrimaryColumn } from 'typeorm';
import {
  AsciiColumn,
  CountColumn,
  LongTextColumn,
  MomentColumn,
  UuidColumn,
  UuidPrimaryColumn,
} from '../../database/columns';

/**
 * A message of the service itself. Confirmation mails are kept for at least a day, because limits count them; reports for a week, because
 * the next one has to wait for a while; notices until they are sent, refused or given up. No foreign keys: the limits hold for channels that
 * were deleted and created again, and inserting a notice would wait for locks on the other channel.
 */
@Entity('system_message')
@Index('system_message_once', ['aboutChannelId', 'channelId'], { unique: true }) // a channel that goes on and off fills no queue
@Index('system_message_slot', ['addressKey', 'slot'], { unique: true }) // the limit for an address
@Index('system_message_mailbox', ['mailboxKey', 'slot'], { unique: true }) // the same for a mailbox, however its address is spelled
@Index('system_message_channel', ['channelId', 'kind', 'createdAt']) // the limit for a channel
@Index('system_message_user', ['userId', 'createdAt']) // the limit for a user
@Index('system_message_due', ['kind', 'nextAt', 'id']) // the claim
export class SystemMessage {
  /** The same on every attempt, so that receivers can drop a repeated message. */
  @UuidPrimaryColumn()
  id!: string;

  /** `confirmation`, `notice`, `report` or `held`. */
  @AsciiColumn(16)
  kind!: string;

  /** The channel that a mail is to confirm, or through which a notice goes. */
  @UuidColumn({ nullable: true })
  channelId!: string | null;

  /** The channel that a notice is about. */
  @UuidColumn({ nullable: true })
  aboutChannelId!: string | null;

  /** The user who requested a confirmation mail. */
  @UuidColumn({ nullable: true })
  userId!: string | null;

  /** A keyed hash of the address to be confirmed (`ConsentLinks.addressKey`): the table reveals no addresses. */
  @AsciiColumn(64, { nullable: true })
  addressKey!: string | null;

  /** A keyed hash of its mailbox (`ConsentLinks.mailboxKey`). */
  @AsciiColumn(64, { nullable: true })
  mailboxKey!: string | null;

  /** From 1 to the daily limit of a mailbox; the unique key enforces the limit. */
  @CountColumn()
  slot!: number;

  /** What else a message says, as JSON: the type and name of the channel that a notice is about, and the reason. */
  @LongTextColumn({ nullable: true })
  payload!: string | null;

  /** When it is due, or until when its claim holds; null = finished. */
  @MomentColumn({ nullable: true })
  nextAt!: string | null;

  /** The current claim; an outcome of a lost claim is not recorded. */
  @UuidColumn({ nullable: true })
  claimId!: string | null;

  @CountColumn()
  attempts!: number;

  /** Until when it is retried, and the link of a confirmation mail works. */
  @MomentColumn()
  expiresAt!: string;

  @MomentColumn()
  createdAt!: string;
}

/** How many confirmation mails were requested in one hour of the clock, by all users. Kept for a day. */
@Entity('confirmation_hour')
export class ConfirmationHour {
  /** Hours since 1970. */
  @PrimaryColumn({ type: 'int' })
  hour!: number;

  @CountColumn()
  mails!: number;
}
