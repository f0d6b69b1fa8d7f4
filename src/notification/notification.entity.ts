import { Entity, Index, ManyToOne } from 'typeorm';
import { AsciiColumn, CountColumn, MomentColumn, UuidColumn, UuidPrimaryColumn } from '../database/columns';
import { Favorite } from '../favorite/store/favorite.entity';

/**
 * The owner of a favorite is notified of a version: once, and once more for each reminder. Or of something else, an alert: once for each
 * subject.
 */
@Entity('notification')
@Index('notification_once', ['favoriteId', 'versionId', 'reminder'], { unique: true })
@Index('notification_subject', ['favoriteId', 'subject'], { unique: true }) // alerts
@Index('notification_user', ['userId', 'createdAt', 'id']) // the user's list
@Index('notification_created', ['createdAt', 'id']) // the oldest, which are the first to go
export class Notification {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  userId!: string;

  @UuidColumn()
  favoriteId!: string;

  @ManyToOne(() => Favorite, { onDelete: 'CASCADE', nullable: false })
  favorite!: Favorite;

  @UuidColumn()
  softwareId!: string;

  /** `update`, or the kind of an alert, such as `support.ending`. */
  @AsciiColumn(32, { default: 'update' })
  kind!: string;

  /** The subject of an alert, such as `support:<cycle>:<date>:<threshold>`; null for updates. */
  @AsciiColumn(191, { nullable: true })
  subject!: string | null;

  /** The version that it is about; null of alerts. */
  @UuidColumn({ nullable: true })
  versionId!: string | null;

  /** The version in use when this was written. */
  @UuidColumn()
  trackedVersionId!: string;

  /** 0 = the notification itself, 1.. = its reminders. */
  @CountColumn()
  reminder!: number;

  /** `pending | sent | failed | cancelled | expired`: what its deliveries add up to. */
  @AsciiColumn(16)
  state!: string;

  @MomentColumn()
  createdAt!: string;
}
