import { Entity, Index, ManyToOne } from 'typeorm';
import {
  AsciiColumn,
  CountColumn,
  FlagColumn,
  LongTextColumn,
  MomentColumn,
  TextColumn,
  UuidColumn,
  UuidPrimaryColumn,
} from '../../database/columns';
import { User } from '../../access/user/user.entity';

/** A channel that a user configured: an e-mail address, a webhook and so on. */
@Entity('channel')
@Index('channel_user', ['userId', 'createdAt', 'id']) // the user's list; fan-out
export class ChannelEntity {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
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

  /** The settings of the type as sealed JSON (`SecretBox`, bound to this row's id). */
  @LongTextColumn()
  settings!: string;

  /** How often messages are sent, as JSON (`Digest`); null = instantly. */
  @AsciiColumn(64, { nullable: true })
  digest!: string | null;

  /** When nothing is sent, as JSON (`QuietHours`). */
  @AsciiColumn(80, { nullable: true })
  quietHours!: string | null;

  /** How much of the release notes messages have: `NotesInMessages`. */
  @AsciiColumn(8, { default: 'short' })
  notes!: string;

  /** Where messages go, as a hash that channels of one host share: see `destinationOf`. */
  @AsciiColumn(16, { default: '' })
  destination!: string;

  /**
   * `ok`, `failing` (the last attempt failed), `unconfirmed` (the owner of the address has not confirmed it yet) or `disabled`
   * (switched off by repeated or final failure, or by its recipient).
   */
  @AsciiColumn(16, { default: 'ok' })
  state!: string;

  @TextColumn(500, { nullable: true })
  stateReason!: string | null;

  @CountColumn()
  consecutiveFailures!: number;

  @MomentColumn({ nullable: true })
  firstFailureAt!: string | null;

  /** Refusals in a row, of different messages: wrong credentials, unknown recipient. */
  @CountColumn()
  refusals!: number;

  /** Nothing is sent before this: the receiver asked for a pause or failed several times in a row. */
  @MomentColumn({ nullable: true })
  blockedUntil!: string | null;

  /** When the owner of the address confirmed it; null = not yet, or the type needs no confirmation. */
  @MomentColumn({ nullable: true })
  confirmedAt!: string | null;

  /** When the newest confirmation link expires. It identifies that link: no other one confirms. Null = no mail was requested. */
  @MomentColumn({ nullable: true })
  confirmationExpiresAt!: string | null;

  @MomentColumn()
  createdAt!: string;

  @MomentColumn()
  updatedAt!: string;
}
