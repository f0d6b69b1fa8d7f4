import { Entity, Index } from 'typeorm';
import { FlagColumn, MomentColumn, TextColumn, UuidPrimaryColumn } from '../database/columns';

/** A person (or a team) who calls the API: the owner of tokens, favorites and channels, with the profile's defaults. */
@Entity('user')
@Index('user_name', ['name'], { unique: true })
export class User {
  @UuidPrimaryColumn()
  id!: string;

  @TextColumn(100)
  name!: string;

  @TextColumn(254, { nullable: true })
  email!: string | null;

  /** false: nothing is sent to this user and nothing is queued. */
  @FlagColumn({ default: true })
  notificationsEnabled!: boolean;

  /** The default of favorites that use the profile's notification settings; null = each favorite's own. */
  @FlagColumn({ nullable: true })
  notifyAlways!: boolean | null;

  /** IANA name such as `Europe/Berlin`. */
  @TextColumn(64, { default: 'UTC' })
  timeZone!: string;

  @MomentColumn()
  createdAt!: string;

  @MomentColumn()
  updatedAt!: string;
}
