import { Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import {
  AsciiColumn,
  CountColumn,
  FlagColumn,
  LongTextColumn,
  MomentColumn,
  TextColumn,
  UuidColumn,
  UuidPrimaryColumn,
} from '../database/columns';
import { User } from '../user/user.entity';

/** A channel that a user configured: an e-mail address, a webhook, … */
@Entity('channel')
@Index('channel_user', ['userId', 'createdAt', 'id']) // the user's list; fan-out
export class ChannelSettings {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_channel_user' })
  user!: User;

  @AsciiColumn(32)
  type!: string;

  @TextColumn(100)
  name!: string;

  @FlagColumn({ default: true })
  enabled!: boolean;

  /** Among the channels of favorites that use the profile's defaults. */
  @FlagColumn({ default: true })
  isDefault!: boolean;

  /** The type's settings as JSON; secrets in it are sealed (`SecretBox`, bound to this row's id). */
  @LongTextColumn()
  settings!: string;

  /** How often it tells what it has, as JSON (`Digest`); null = at once. */
  @AsciiColumn(64, { nullable: true })
  digest!: string | null;

  /** When it is not to be used, as JSON (`QuietHours`). */
  @AsciiColumn(80, { nullable: true })
  quietHours!: string | null;

  /** What it shares with other channels, derived from its settings: see `laneOf`. */
  @AsciiColumn(16, { default: '' })
  lane!: string;

  /**
   * `ok`, `failing` (the last attempt failed), `unconfirmed` (its owner has not proved yet to get what is sent to it) or
   * `disabled` (switched off by repeated or final failure, or by its recipient).
   */
  @AsciiColumn(16, { default: 'ok' })
  state!: string;

  @TextColumn(500, { nullable: true })
  stateReason!: string | null;

  @CountColumn()
  consecutiveFailures!: number;

  @MomentColumn({ nullable: true })
  firstFailureAt!: string | null;

  /** Refusals in a row (credentials, unknown recipient): different messages that the receiver would never take. */
  @CountColumn()
  refusals!: number;

  /** Nothing is sent before this: the receiver asked for a pause, or failed several times in a row. */
  @MomentColumn({ nullable: true })
  blockedUntil!: string | null;

  /** When its owner proved to get what is sent to it; null = not yet, or the type needs no proof. */
  @MomentColumn({ nullable: true })
  confirmedAt!: string | null;

  /** When the link of the newest confirmation mail ends, by which that link is known: no other one confirms. Null: no mail was requested. */
  @MomentColumn({ nullable: true })
  confirmationExpiresAt!: string | null;

  @MomentColumn()
  createdAt!: string;

  @MomentColumn()
  updatedAt!: string;
}
