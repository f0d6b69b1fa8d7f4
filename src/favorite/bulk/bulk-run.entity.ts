import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CountColumn, LongAsciiColumn, LongTextColumn, MomentColumn, UuidPrimaryColumn } from '../../database/columns';
import { FavoriteBulk } from '../journal/favorite-bulk.entity';

/** A bulk operation in the background; once that has `undoneAt`, its undo. Its outcome stays as long as the operation can be undone. */
@Entity('favorite_bulk_run')
@Index('favorite_bulk_run_due', ['nextAt'])
export class FavoriteBulkRun {
  @UuidPrimaryColumn()
  @ForeignKey(() => FavoriteBulk, { name: 'fk_favorite_bulk_run', onDelete: 'CASCADE' })
  bulkId!: string;

  /** JSON: `BulkTask`. */
  @LongTextColumn()
  task!: string;

  @CountColumn()
  total!: number;

  /** Written in the transaction that changes the favorites: whoever goes on begins after these. */
  @CountColumn()
  done!: number;

  /** How many of these were not changed. */
  @CountColumn()
  failedTotal!: number;

  /** When it is due, or when its claim expires; null = it is done. */
  @MomentColumn({ nullable: true })
  nextAt!: string | null;
}

/** Favorites of a run, in its order. */
@Entity('favorite_bulk_part')
export class FavoriteBulkPart {
  @UuidPrimaryColumn()
  @ForeignKey(() => FavoriteBulkRun, { name: 'fk_favorite_bulk_part', onDelete: 'CASCADE' })
  bulkId!: string;

  @PrimaryColumn({ type: 'int' })
  place!: number;

  /** With spaces between. */
  @LongAsciiColumn()
  favoriteIds!: string;

  /** JSON: those that were not changed, and why, as the API tells it; null = none. */
  @LongTextColumn({ nullable: true })
  failed!: string | null;
}
