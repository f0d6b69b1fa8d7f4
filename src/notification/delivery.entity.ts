import { Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { AsciiColumn, CountColumn, MomentColumn, TextColumn, UuidColumn, UuidPrimaryColumn } from '../database/columns';
import { Notification } from './notification.entity';

/** A notification on its way through one channel. */
@Entity('delivery')
@Index('delivery_once', ['notificationId', 'channelId'], { unique: true })
@Index('delivery_due', ['nextAt', 'id']) // the claim
@Index('delivery_channel', ['channelId', 'nextAt']) // cancel what a channel still has queued
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

  /** When it is due, or until when its claim holds; null = at its end. */
  @MomentColumn({ nullable: true })
  nextAt!: string | null;

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
