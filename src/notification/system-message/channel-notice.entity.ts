import { Entity, Index } from 'typeorm';
import {
  AsciiColumn,
  CountColumn,
  MomentColumn,
  TextColumn,
  UuidColumn,
  UuidPrimaryColumn,
} from '../../database/columns';

/**
 * Notifies the owner of a channel that the service switched it off, through another channel of the owner. Deleted when it was sent, refused
 * or given up; the reason stays in the state of the channel.
 */
@Entity('channel_notice')
@Index('channel_notice_once', ['aboutChannelId', 'channelId'], { unique: true }) // a channel that goes on and off fills no queue
@Index('channel_notice_due', ['nextAt', 'id']) // the claim
export class ChannelNotice {
  /** The same on every attempt, so that receivers can drop a repeated message. */
  @UuidPrimaryColumn()
  id!: string;

  /** No foreign keys, here and below: inserting a notice would wait for locks on the other channel. */
  @UuidColumn()
  aboutChannelId!: string;

  @AsciiColumn(32)
  aboutType!: string;

  @TextColumn(100)
  aboutName!: string;

  @TextColumn(500)
  reason!: string;

  /** The channel through which it goes. */
  @UuidColumn()
  channelId!: string;

  /** The type of that channel. */
  @AsciiColumn(32)
  type!: string;

  /** When it is due, or until when its claim holds. */
  @MomentColumn()
  nextAt!: string;

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
