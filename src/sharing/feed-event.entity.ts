import { Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { AsciiColumn, CountColumn, MomentColumn, UuidPrimaryColumn } from '../database/columns';
import { Favorite } from '../favorite/store/favorite.entity';

/** A day that calendars have shown, so that they can say when it has moved. */
@Entity('feed_event')
export class FeedEvent {
  @UuidPrimaryColumn()
  favoriteId!: string;

  @ManyToOne(() => Favorite, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'favorite_id', foreignKeyConstraintName: 'fk_feed_event_favorite' })
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
