import { Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { UuidPrimaryColumn } from '../../database/columns';
import { FavoriteBulk } from './favorite-bulk.entity';

/** A version that a favorite skipped before. In a table of its own, since 200 of them are too long for the row of the item. */
@Entity('favorite_bulk_skip')
export class FavoriteBulkSkip {
  @UuidPrimaryColumn()
  bulkId!: string;

  @ManyToOne(() => FavoriteBulk, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'bulk_id', foreignKeyConstraintName: 'fk_favorite_bulk_skip_bulk' })
  bulk!: FavoriteBulk;

  @UuidPrimaryColumn()
  favoriteId!: string;

  @PrimaryColumn({ type: 'varchar', length: 255, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  version!: string;
}
