import { Column, Entity, Index, ManyToOne } from 'typeorm';
import {
  AsciiColumn,
  CountColumn,
  FlagColumn,
  MomentColumn,
  TextColumn,
  UuidColumn,
  UuidPrimaryColumn,
} from '../../database/columns';

/** A notification through one channel. */
@Entity('delivery')
@Index('delivery_once', ['notificationId', 'channelId'], { unique: true })
@Index('delivery_due', ['nextAt', 'id']) // the claim
@Index('delivery_channel_state', ['channelId', 'state', 'collectAt']) // the queued deliveries of a channel, and those for its digest
@Index('delivery_channel_ended', ['channelId', 'state', 'updatedAt', 'attempts']) // the statistics of a channel, from the index alone
@Index('delivery_channel_log', ['channelId', 'createdAt', 'notificationId']) // the user's list by channel
@Index('delivery_collect', ['collectAt', 'channelId']) // channels whose digest is due
@Index('delivery_digest_members', ['digestId', 'collectAt']) // the members of a digest, and its head
export class Delivery {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  notificationId!: string;

  @ManyToOne('notification', { onDelete: 'CASCADE', nullable: false })
  notification!: object;

  /** No foreign key: the log outlives the channel. */
  @UuidColumn()
  channelId!: string;

  @AsciiColumn(32)
  type!: string;

  /** The destination of its channel when it was queued: see `destinationOf`. */
  @AsciiColumn(16, { default: '' })
  destination!: string;

  /** `queued | sent | failed | cancelled | expired`. */
  @AsciiColumn(16)
  state!: string;

  /** When it is due, or when its lease ends; null = it has ended, or waits for a digest. */
  @MomentColumn({ nullable: true })
  nextAt!: string | null;

  /** Until when it waits for a digest or the end of quiet hours. In a digest, of all members but the head: see `DigestScheduler`. */
  @MomentColumn({ nullable: true })
  collectAt!: string | null;

  /** Until when the pace of its owner holds it back: see `DeliveryPace`. Kept once that is over. */
  @MomentColumn({ nullable: true })
  heldUntil!: string | null;

  /** The digest that it is a member of, which is the key of the message. */
  @UuidColumn({ nullable: true })
  digestId!: string | null;

  /** Resent by hand: quiet hours do not count. */
  @FlagColumn({ default: false })
  atOnce!: boolean;

  /** The current claim; only its holder may record the outcome. */
  @UuidColumn({ nullable: true })
  claimId!: string | null;

  @CountColumn()
  attempts!: number;

  @TextColumn(500, { nullable: true })
  lastError!: string | null;

  /**
   * Milliseconds that the attempt took which was accepted last, and the receiver's status. While the state is `sent`, its number is
   * `attempts`, and it ended at `updatedAt`. Null = none was accepted, or it has a row of its own: see `DeliveryAttempt`.
   */
  @Column({ type: 'int', nullable: true })
  sentMs!: number | null;

  @AsciiColumn(32, { nullable: true })
  sentCode!: string | null;

  /** It is not tried after this. */
  @MomentColumn()
  expiresAt!: string;

  @MomentColumn()
  createdAt!: string;

  @MomentColumn()
  updatedAt!: string;
}
