import { Column, Entity, JoinColumn, OneToOne } from 'typeorm';
import { AsciiColumn, FlagColumn, MomentColumn, TextColumn, UuidPrimaryColumn } from '../database/columns';
import { Favorite } from './favorite.entity';

/** Which versions a favorite's owner wants to be offered, and when. A favorite without a row wants the latest, at once. */
@Entity('favorite_policy')
export class FavoritePolicy {
  @UuidPrimaryColumn()
  favoriteId!: string;

  @OneToOne(() => Favorite, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'favorite_id', foreignKeyConstraintName: 'fk_favorite_policy_favorite' })
  favorite!: Favorite;

  @FlagColumn({ default: false })
  includePrereleases!: boolean;

  /** "Stay on 16": as its owner wrote it. */
  @TextColumn(64, { nullable: true })
  series!: string | null;

  /** The series as a range of sort keys in the software's scheme, the lower end included, the upper not. Derived data. */
  @AsciiColumn(255, { nullable: true })
  seriesFrom!: string | null;

  @AsciiColumn(255, { nullable: true })
  seriesTo!: string | null;

  @MomentColumn({ nullable: true })
  snoozedUntil!: string | null;

  /** Days after its release before a version is offered. */
  @Column({ type: 'int', nullable: true })
  minimumAgeDays!: number | null;

  /** Seconds between reminders, in place of the service's own. */
  @Column({ type: 'int', nullable: true })
  remindEvery!: number | null;
}
