import { Column, Entity, JoinColumn, ManyToOne, OneToOne, PrimaryColumn } from 'typeorm';
import { AsciiColumn, FlagColumn, MomentColumn, TextColumn, UuidPrimaryColumn } from '../../database/columns';
import { Favorite } from '../store/favorite.entity';

/** Which versions of its product a favorite allows, and when. Without a row: the latest, at once. */
@Entity('favorite_policy')
export class FavoritePolicy {
  @UuidPrimaryColumn()
  favoriteId!: string;

  @OneToOne(() => Favorite, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn()
  favorite!: Favorite;

  @FlagColumn({ default: false })
  includePrereleases!: boolean;

  /** Such as `16`, as its owner wrote it. */
  @TextColumn(64, { nullable: true })
  series!: string | null;

  /** The series as a range of sort keys, without the upper end. Derived from the product's version scheme. */
  @AsciiColumn(255, { nullable: true })
  seriesFrom!: string | null;

  @AsciiColumn(255, { nullable: true })
  seriesTo!: string | null;

  @MomentColumn({ nullable: true })
  snoozedUntil!: string | null;

  /** Days after its release before a version is available. */
  @Column({ type: 'int', nullable: true })
  minimumAgeDays!: number | null;

  /** Seconds between reminders; null = the service's default. */
  @Column({ type: 'int', nullable: true })
  remindEvery!: number | null;

  /** Days before the end of support on which to notify, such as `90,30,7,0`. Null = the service's default, empty = never. */
  @AsciiColumn(64, { nullable: true })
  supportNotice!: string | null;

  /** Which end of support counts: see `SUPPORT_BASES`. Null = `eol`. */
  @AsciiColumn(8, { nullable: true })
  supportBasis!: string | null;

  /** Until when its owner has a contract, which wins over what is published: `YYYY-MM-DD`. */
  @AsciiColumn(10, { nullable: true })
  supportedUntil!: string | null;

  /** Of which vulnerabilities to notify: see `ADVISORY_LEVELS`. Null = `critical`. */
  @AsciiColumn(9, { nullable: true })
  advisories!: string | null;

  /** From which level on a fix is offered after `urgentAgeDays` in place of `minimumAgeDays`: `exploited` or `critical`. Null = off. */
  @AsciiColumn(9, { nullable: true })
  urgentFrom!: string | null;

  @Column({ type: 'int', nullable: true })
  urgentAgeDays!: number | null;
}

/** A channel of a favorite that does not use the profile's defaults. */
@Entity('favorite_channel')
export class FavoriteChannel {
  @UuidPrimaryColumn()
  favoriteId!: string;

  @ManyToOne(() => Favorite, { onDelete: 'CASCADE', nullable: false })
  favorite!: Favorite;

  /** No foreign key: a later folder owns the channels, and a deleted one matches nothing. */
  @UuidPrimaryColumn()
  channelId!: string;
}

/** A version that a favorite skips. */
@Entity('favorite_skip')
export class FavoriteSkip {
  @UuidPrimaryColumn()
  favoriteId!: string;

  @ManyToOne(() => Favorite, { onDelete: 'CASCADE', nullable: false })
  favorite!: Favorite;

  /** The label, which need not exist (yet). */
  @PrimaryColumn({ type: 'varchar', length: 255, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  version!: string;
}
