import { Entity, Index } from 'typeorm';
import { FlagColumn, MomentColumn, TextColumn, UuidPrimaryColumn } from '../../database/columns';

/** A person or team that calls the API: the owner of tokens, favorites and channels, with their profile. */
@Entity('user')
@Index('user_home_assistant', ['homeAssistantAt', 'id']) // those who want it
@Index('user_name', ['name'], { unique: true })
@Index('user_subject', ['issuer', 'subject'], { unique: true }) // finds the user of an OpenID Connect token; two replicas create one user
export class User {
  @UuidPrimaryColumn()
  id!: string;

  @TextColumn(100)
  name!: string;

  @TextColumn(254, { nullable: true })
  email!: string | null;

  /** Of OpenID Connect, with `subject`; both null = created on the command line. */
  @TextColumn(255, { nullable: true })
  issuer!: string | null;

  @TextColumn(255, { nullable: true })
  subject!: string | null;

  /** false: nothing is queued for or sent to this user. */
  @FlagColumn({ default: true })
  notificationsEnabled!: boolean;

  /** Overrides `notify_always` of favorites that use the profile's defaults; null = each favorite's own. */
  @FlagColumn({ nullable: true })
  notifyAlways!: boolean | null;

  /** IANA name such as `Europe/Berlin`. */
  @TextColumn(64, { default: 'UTC' })
  timeZone!: string;

  /** Since when their favorites are in Home Assistant; null = they are not. */
  @MomentColumn({ nullable: true })
  homeAssistantAt!: string | null;

  /** Since when nothing is sent to this user and their tokens are refused; null = enabled. */
  @MomentColumn({ nullable: true })
  disabledAt!: string | null;

  @MomentColumn()
  createdAt!: string;

  @MomentColumn()
  updatedAt!: string;
}
