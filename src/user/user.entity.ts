import { Entity, Index } from 'typeorm';
import { FlagColumn, MomentColumn, TextColumn, UuidPrimaryColumn } from '../database/columns';

/** A person (or a team) who calls the API: the owner of tokens, favorites and channels, with the profile's defaults. */
@Entity('user')
@Index('user_name', ['name'], { unique: true })
@Index('user_subject', ['issuer', 'subject'], { unique: true }) // whose a token of OpenID Connect is; two replicas make one user
export class User {
  @UuidPrimaryColumn()
  id!: string;

  @TextColumn(100)
  name!: string;

  @TextColumn(254, { nullable: true })
  email!: string | null;

  /** Of OpenID Connect, with what it names this user by; both null = a user who was made on the command line. */
  @TextColumn(255, { nullable: true })
  issuer!: string | null;

  @TextColumn(255, { nullable: true })
  subject!: string | null;

  /** false: nothing is sent to this user and nothing is queued. */
  @FlagColumn({ default: true })
  notificationsEnabled!: boolean;

  /** The default of favorites that use the profile's notification settings; null = each favorite's own. */
  @FlagColumn({ nullable: true })
  notifyAlways!: boolean | null;

  /** IANA name such as `Europe/Berlin`. */
  @TextColumn(64, { default: 'UTC' })
  timeZone!: string;

  /** Since when nothing is sent to this user and no token of theirs is accepted; null = enabled. */
  @MomentColumn({ nullable: true })
  disabledAt!: string | null;

  @MomentColumn()
  createdAt!: string;

  @MomentColumn()
  updatedAt!: string;
}
