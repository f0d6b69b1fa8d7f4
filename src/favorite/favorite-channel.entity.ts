import { Entity, JoinColumn, ManyToOne } from 'typeorm';
import { UuidPrimaryColumn } from '../database/columns';
import { Favorite } from './favorite.entity';

/** A channel that a favorite names for itself; used when it does not take the profile's defaults. */
@Entity('favorite_channel')
export class FavoriteChannel {
  @UuidPrimaryColumn()
  favoriteId!: string;

  @ManyToOne(() => Favorite, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'favorite_id', foreignKeyConstraintName: 'fk_favorite_channel_favorite' })
  favorite!: Favorite;

  /** No foreign key: channels are to the right of this folder, and one that is gone matches nothing. */
  @UuidPrimaryColumn()
  channelId!: string;
}
