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
 * Tells the owner of a channel that the service switched it off, through another channel of his. It is here until it was sent,
 * refused or given up; what it tells stays in the state of the channel.
 */
@Entity('channel_notice')
@Index('channel_notice_once', ['aboutChannelId', 'channelId'], { unique: true }) // a channel that goes on and off fills no queue
@Index('channel_notice_due', ['nextAt', 'id']) // the claim
export class ChannelNotice {
  /** The same on every attempt: a receiver can drop a repeated message by it. */
  @UuidPrimaryColumn()
  id!: string;

  /** No foreign keys, here and below: writing a notice would wait for whoever holds the row of the other channel. */
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

  /** Of the channel through which it goes. */
  @AsciiColumn(32)
  type!: string;

  /** When it is due, or until when its claim holds. */
  @MomentColumn()
  nextAt!: string;

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
