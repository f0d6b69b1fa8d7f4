import { Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { UuidPrimaryColumn } from '../../database/columns';
import { Favorite } from '../store/favorite.entity';

/** A version that a favorite skips. */
@Entity('favorite_skip')
export class FavoriteSkip {
  @UuidPrimaryColumn()
  favoriteId!: string;

  @ManyToOne(() => Favorite, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'favorite_id', foreignKeyConstraintName: 'fk_favorite_skip_favorite' })
  favorite!: Favorite;

  /** The label, which need not exist (yet). */
  @PrimaryColumn({ type: 'varchar', length: 255, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  version!: string;
}
