import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { User } from '../access/user/user.entity';
import { CountColumn, UuidPrimaryColumn } from '../database/columns';

/** `YYYY-MM-DD`, UTC. */
const Day = () => PrimaryColumn({ type: 'varchar', length: 10, charset: 'ascii', collation: 'ascii_bin' });

/** How far behind a user's favorites were from this day on, until the next row: a row where something differs from the one before. */
@Entity('user_day')
@Index('user_day_day', ['day']) // retention
export class UserDay {
  @UuidPrimaryColumn()
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_user_day_user' })
  user!: User;

  @Day()
  day!: string;

  @CountColumn()
  tracked!: number;

  /** Favorites with an update, by its step. */
  @CountColumn()
  major!: number;

  @CountColumn()
  minor!: number;

  @CountColumn()
  patch!: number;

  @CountColumn()
  other!: number;

  /**
   * Days from the release of the version in use to that of the available one, of favorites with an update where both are known. Null: of
   * none.
   */
  @Column({ type: 'int', nullable: true })
  medianDays!: number | null;

  @Column({ type: 'int', nullable: true })
  worstDays!: number | null;
}

/** Favorites that a user moved to another version on a day; no row = none. */
@Entity('user_update')
@Index('user_update_day', ['day']) // retention
export class UserUpdate {
  @UuidPrimaryColumn()
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_user_update_user' })
  user!: User;

  @Day()
  day!: string;

  @CountColumn()
  updates!: number;
}
