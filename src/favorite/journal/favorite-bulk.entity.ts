import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import {
  AsciiColumn,
  CountColumn,
  FlagColumn,
  LongTextColumn,
  MomentColumn,
  TextColumn,
  UuidColumn,
  UuidPrimaryColumn,
} from '../../database/columns';

/**
 * A change that a user made to favorites: a bulk operation, a change of a single one, or an upload of an inventory; for its undo. Without a foreign key on the user: with its items, the cascade would go over three tables
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

  /** One of `JOURNAL_ACTIONS`. */
  @AsciiColumn(16)
  action!: string;

  /** How many favorites were selected. */
  @CountColumn()
  matched!: number;

  /** How many it has changed so far. */
  @CountColumn()
  changed!: number;

  /** Whether it changed a single favorite, and is not a bulk operation. */
  @FlagColumn({ nullable: true })
  isSingle!: boolean | null;

  /** One of `MEANS`; null = it was written before this was kept. */
  @AsciiColumn(16, { nullable: true })
  means!: string | null;

  /** The id of the token or the session. No foreign key: it may be gone. */
  @UuidColumn({ nullable: true })
  credentialId!: string | null;

  /** A JSON object: `EntryDetails`. */
  @TextColumn(2_000, { nullable: true })
  details!: string | null;

  /** Ids of the first products, with spaces between. */
  @AsciiColumn(110, { nullable: true })
  products!: string | null;

  /** Of an upload. No foreign key: it may be gone. */
  @UuidColumn({ nullable: true })
  inventoryId!: string | null;

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

  /** No foreign key: it may be gone. Null = written before this was kept. */
  @UuidColumn({ nullable: true })
  softwareId!: string | null;

  /** JSON (`Kept`) of what was changed: at most 5,000 characters. */
  @LongTextColumn()
  before!: string;

  @LongTextColumn()
  after!: string;

  /** As they were, if they were changed. */
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
