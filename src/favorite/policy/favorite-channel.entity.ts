import { Entity, JoinColumn, ManyToOne } from 'typeorm';
import { UuidPrimaryColumn } from '../../database/columns';
import { Favorite } from '../store/favorite.entity';

/** A channel of a favorite that does not use the profile's defaults. */
@Entity('favorite_channel')
export class FavoriteChannel {
  @UuidPrimaryColumn()
  favoriteId!: string;

  @ManyToOne(() => Favorite, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'favorite_id', foreignKeyConstraintName: 'fk_favorite_channel_favorite' })
  favorite!: Favorite;

  /** No foreign key: a later folder owns the channels, and a deleted one matches nothing. */
  @UuidPrimaryColumn()
  channelId!: string;
}
