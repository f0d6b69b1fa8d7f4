import { Entity, Index } from 'typeorm';
import { AsciiColumn, CountColumn, MomentColumn, UuidColumn, UuidPrimaryColumn } from '../../database/columns';

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
