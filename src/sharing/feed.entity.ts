import { Entity, Index, ManyToOne, PrimaryColumn } from 'typeorm';
import { User } from '../access/user/user.entity';
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
import { Favorite } from '../favorite/store/favorite.entity';
import { Software } from '../software/software.entity';
import type { FeedDetails, FeedKind } from './writing/documents';

/** A shared address: everybody who has its secret can read what its user shares by it. Deleting the row ends it. */
@Entity('feed')
@Index('feed_hash', ['hash'], { unique: true }) // reading by the secret
@Index('feed_user', ['userId', 'createdAt', 'id']) // the list of a user
@Index('feed_favorite', ['favoriteId']) // serves the foreign key
@Index('feed_software', ['softwareId']) // serves the foreign key
export class Feed {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  user!: User;

  @AsciiColumn(16)
  kind!: FeedKind;

  @TextColumn(100, { nullable: true })
  name!: string | null;

  /** SHA-256 of the secret, hexadecimal. */
  @AsciiColumn(64)
  hash!: string;

  /** The one favorite that it is about; null = all, or those of `filters`. */
  @UuidColumn({ nullable: true })
  favoriteId!: string | null;

  @ManyToOne(() => Favorite, { onDelete: 'CASCADE', nullable: true })
  favorite!: Favorite | null;

  /** Of the kind `product`. */
  @UuidColumn({ nullable: true })
  softwareId!: string | null;

  @ManyToOne(() => Software, { onDelete: 'CASCADE', nullable: true })
  software!: Software | null;

  /** Filters of favorites as JSON, as they were given; null = all. */
  @LongTextColumn({ nullable: true })
  filters!: string | null;

  @AsciiColumn(8)
  details!: FeedDetails;

  /** Whether a calendar has releases too. */
  @FlagColumn({ default: false })
  releases!: boolean;

  /** SHA-256 of the content that was read last, hexadecimal; null = not read yet. */
  @AsciiColumn(64, { nullable: true })
  revision!: string | null;

  /** When that was first read, a later second each time: `Last-Modified`. */
  @MomentColumn()
  changedAt!: string;

  @MomentColumn({ nullable: true })
  lastUsedAt!: string | null;

  @MomentColumn()
  createdAt!: string;
}

/** A day that calendars have shown, so that they can say when it has moved. */
@Entity('feed_event')
export class FeedEvent {
  @UuidPrimaryColumn()
  favoriteId!: string;

  @ManyToOne(() => Favorite, { onDelete: 'CASCADE', nullable: false })
  favorite!: Favorite;

  /** The id of a cycle or of a version, or `own`: the user's own date. */
  @PrimaryColumn({ type: 'varchar', length: 36, charset: 'ascii', collation: 'ascii_bin' })
  subject!: string;

  /** `YYYY-MM-DD` */
  @AsciiColumn(10)
  endsOn!: string;

  /** How often the day has moved: `SEQUENCE`. */
  @CountColumn()
  revision!: number;

  @MomentColumn()
  changedAt!: string;
}
