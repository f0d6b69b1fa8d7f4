import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import {
  AsciiColumn,
  CountColumn,
  LongTextColumn,
  MomentColumn,
  UuidColumn,
  UuidPrimaryColumn,
} from '../../database/columns';

/**
 * A bulk operation on favorites, for its undo. Without a foreign key on the user: with its items, the cascade would go over three tables
 * (see `NotificationRemovalRepository`).
 */
@Entity('favorite_bulk')
@Index('favorite_bulk_user', ['userId', 'createdAt', 'id']) // the list, and removal of a user
@Index('favorite_bulk_created', ['createdAt', 'id']) // retention
export class FavoriteBulk {
  @UuidPrimaryColumn()
  id!: string;

  @UuidColumn()
  userId!: string;

  /** One of `BULK_ACTIONS`. */
  @AsciiColumn(16)
  action!: string;

  /** How many favorites were selected. */
  @CountColumn()
  matched!: number;

  /** How many it has changed so far. */
  @CountColumn()
  changed!: number;

  /** When its undo began: from then on it changes nothing more. */
  @MomentColumn({ nullable: true })
  undoneAt!: string | null;

  @MomentColumn()
  createdAt!: string;
}

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
