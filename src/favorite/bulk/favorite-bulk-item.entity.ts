import { Entity, JoinColumn, ManyToOne } from 'typeorm';
import { LongTextColumn, UuidPrimaryColumn } from '../../database/columns';
import { FavoriteBulk } from './favorite-bulk.entity';

/** A favorite that was changed and can be restored. Restoring it deletes the row. */
@Entity('favorite_bulk_item')
export class FavoriteBulkItem {
  @UuidPrimaryColumn()
  bulkId!: string;

  @ManyToOne(() => FavoriteBulk, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'bulk_id', foreignKeyConstraintName: 'fk_favorite_bulk_item_bulk' })
  bulk!: FavoriteBulk;

  /** No foreign key: it may have been deleted by this. */
  @UuidPrimaryColumn()
  favoriteId!: string;

  /** JSON (`Snapshot`) of the changed fields: at most 5,000 characters. */
  @LongTextColumn()
  before!: string;

  @LongTextColumn()
  after!: string;

  /** Of a deleted favorite. */
  @LongTextColumn({ nullable: true })
  notes!: string | null;
}
