import { Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import {
  AsciiColumn,
  CountColumn,
  FlagColumn,
  MomentColumn,
  TextColumn,
  UuidColumn,
  UuidPrimaryColumn,
} from '../database/columns';
import { Notification } from './notification.entity';

/** A notification on its way through one channel. */
@Entity('delivery')
@Index('delivery_once', ['notificationId', 'channelId'], { unique: true })
@Index('delivery_due', ['nextAt', 'id']) // the claim
@Index('delivery_channel_state', ['channelId', 'state', 'collectAt']) // what a channel still has queued, and what goes into its digest
@Index('delivery_collect', ['collectAt', 'channelId']) // channels whose digest is due
@Index('delivery_digest_members', ['digestId', 'collectAt']) // the members of a digest, and its head
export class Delivery {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  notificationId!: string;

  @ManyToOne(() => Notification, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'notification_id', foreignKeyConstraintName: 'fk_delivery_notification' })
  notification!: Notification;

  /** No foreign key: the log outlives the channel. */
  @UuidColumn()
  channelId!: string;

  @AsciiColumn(32)
  type!: string;

  /** The lane of its channel when it was queued: see `laneOf`. */
  @AsciiColumn(16, { default: '' })
  lane!: string;

  /** `queued | sent | failed | cancelled | expired`. */
  @AsciiColumn(16)
  state!: string;

  /** When it is due, or until when its claim holds; null = at its end, or collected. */
  @MomentColumn({ nullable: true })
  nextAt!: string | null;

  /** While it waits for a digest or the end of quiet hours: until when. In a digest, of all but the head: see `DigestGroups`. */
  @MomentColumn({ nullable: true })
  collectAt!: string | null;

  /** Until when it was put off because its owner has more than goes out at a time: see `DeliveryPace`. Also kept once that is over. */
  @MomentColumn({ nullable: true })
  heldUntil!: string | null;

  /** The digest that it goes out in: the same of all its members, and the key of the message. */
  @UuidColumn({ nullable: true })
  digestId!: string | null;

  /** Sent again by hand: quiet hours do not count. */
  @FlagColumn({ default: false })
  atOnce!: boolean;

  /** Who holds it; a finish with another claim touches nothing. */
  @UuidColumn({ nullable: true })
  claimId!: string | null;

  @CountColumn()
  attempts!: number;

  @TextColumn(500, { nullable: true })
  lastError!: string | null;

  /** Not tried any more after this. */
  @MomentColumn()
  expiresAt!: string;

  @MomentColumn()
  createdAt!: string;

  @MomentColumn()
  updatedAt!: string;
}
