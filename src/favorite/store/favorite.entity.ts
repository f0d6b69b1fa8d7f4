import { Column, Entity, Index, ManyToOne } from 'typeorm';
import {
  AsciiColumn,
  CountColumn,
  FlagColumn,
  LongTextColumn,
  MomentColumn,
  UuidColumn,
  UuidPrimaryColumn,
} from '../../database/columns';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Software } from '../../software/software.entity';
import { User } from '../../access/user/user.entity';
import { Version } from '../../version/versions/version.entity';

/** Flags that an owner sets, by their names in the API and in the table. */
export const FLAG_FIELDS = {
  notificationsEnabled: 'notifications_enabled',
  useDefaultNotification: 'use_default_notification',
  notifyAlways: 'notify_always',
} as const;
export type Flag = keyof typeof FLAG_FIELDS;
export type FlagField = (typeof FLAG_FIELDS)[Flag];
export const FLAGS = Object.keys(FLAG_FIELDS) as Flag[];

/** Of a new favorite. */
export const NEW_FLAGS: Record<Flag, boolean> = {
  notificationsEnabled: true,
  useDefaultNotification: true,
  notifyAlways: false,
};

/** An import made it. */
export const IMPORTED = 1;
/** And gave it the policy that it has: until its owner writes that, it is no reason to stay. */
export const IMPORTED_WITH_POLICY = 2;
/** The same, with the series that the tag of its image follows. */
export const IMPORTED_WITH_SERIES = 3;

/** Software that a user tracks, with the version in use. */
@Entity('favorite')
// Made in this order, the last one first: where two would do, SQLite's planner takes the one that was made later.
@Index('favorite_alert', ['alertAt', 'id']) // alerts
@Index('favorite_user_support', ['userId', 'support', 'eolOn', 'extendedUntil']) // support in the summary, from this alone; filters by it
@Index('favorite_user_update', [
  'userId',
  'updateAvailable',
  'availableStep',
  'availableAt',
  'notificationsEnabled',
  'wakeAt',
]) // the summary, from this alone; filters by update and step
@Index('favorite_version', ['versionId']) // serves the foreign key
@Index('favorite_user_updated', ['userId', 'updatedAt', 'id']) // list and filter by last_update
@Index('favorite_user_software', ['userId', 'softwareId'], { unique: true }) // one a user and product; is_favorite
@Index('favorite_user_created', ['userId', 'createdAt', 'id']) // list by created_at
@Index('favorite_software', ['softwareId', 'id']) // the update check's pages
@Index('favorite_evaluate', ['evaluateAt', 'id']) // policies that become due by themselves
@Index('favorite_due', ['dueAt', 'id']) // reminders
export class Favorite {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  user!: User;

  @UuidColumn()
  softwareId!: string;

  @ManyToOne(() => Software, { nullable: false })
  software!: Software;

  /** The version in use. */
  @UuidColumn()
  versionId!: string;

  @ManyToOne(() => Version, { nullable: false })
  version!: Version;

  /** The available version: the highest that the policy allows, if it is higher than the version in use. */
  @UuidColumn({ nullable: true })
  availableVersionId!: string | null;

  /** The step from the version in use to the available one, as its place in `STEPS`. Null without one. */
  @Column({ type: 'tinyint', nullable: true })
  availableStep!: number | null;

  /** When the available version was released: its `createdAt`. Null as above. */
  @MomentColumn({ nullable: true })
  availableAt!: string | null;

  /**
   * Whole days from when the version in use was released, or else found, to the release of the available one; negative where an older series
   * got a later release. Null where nobody knows the latter, or nothing is available.
   */
  @Column({ type: 'int', nullable: true })
  daysBehind!: number | null;

  /** Changes that the notes between the version in use and the available one call breaking; see `HighlightRepository`. */
  @CountColumn()
  breaking!: number;

  /**
   * What is known of the support of the version in use, see `SupportKind`. The state depends on the day too, and is not stored. Null where no
   * lifecycle of the product is known.
   */
  @Column({ type: 'tinyint', nullable: true })
  support!: number | null;

  /** The cycle of the version in use: a row of `lifecycle`, unless that was removed since. */
  @UuidColumn({ nullable: true })
  lifecycleId!: string | null;

  /** The last day of support, as the policy counts it: `YYYY-MM-DD`. */
  @AsciiColumn(10, { nullable: true })
  eolOn!: string | null;

  /** The last day of extended support after that. */
  @AsciiColumn(10, { nullable: true })
  extendedUntil!: string | null;

  /** When to look at its alerts: now, after its support changed. */
  @MomentColumn({ nullable: true })
  alertAt!: string | null;

  /** The available version when the owner last wrote the favorite: they have seen it, and need no notification. */
  @UuidColumn({ nullable: true })
  knownVersionId!: string | null;

  /** Whether its policy decides about versions. If not, the latest version is available. */
  @FlagColumn({ default: false })
  hasPolicy!: boolean;

  /** When another version becomes available by the policy: a snooze ends, a version is old enough. */
  @MomentColumn({ nullable: true })
  evaluateAt!: UtcTimestamp | null;

  /** The end of its snooze, until a check has sent the reminder of what was notified before. */
  @MomentColumn({ nullable: true })
  wakeAt!: UtcTimestamp | null;

  @LongTextColumn({ nullable: true })
  notes!: string | null;

  @FlagColumn({ default: false })
  updateAvailable!: boolean;

  /** The last version that at least one channel accepted. */
  @UuidColumn({ nullable: true })
  notifiedVersionId!: string | null;

  @FlagColumn({ default: true })
  notificationsEnabled!: boolean;

  @FlagColumn({ default: true })
  useDefaultNotification!: boolean;

  @FlagColumn({ default: false })
  notifyAlways!: boolean;

  /** The next reminder. */
  @MomentColumn({ nullable: true })
  dueAt!: string | null;

  /** Whether an import of an inventory made it: one of those above; null = its owner did. */
  @Column({ type: 'tinyint', nullable: true })
  imported!: number | null;

  /** The entry of the journal that changed it last, see `ChangeJournal`; null = none, or something that cannot be undone. */
  @UuidColumn({ nullable: true })
  lastChange!: string | null;

  @MomentColumn()
  createdAt!: UtcTimestamp;

  @MomentColumn()
  updatedAt!: string;
}
