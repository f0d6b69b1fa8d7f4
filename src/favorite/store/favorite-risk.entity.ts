import { Column, Entity, Index, JoinColumn, ManyToOne, OneToOne, PrimaryColumn } from 'typeorm';
import { CountColumn, FlagColumn, MomentColumn, UuidColumn, UuidPrimaryColumn } from '../../database/columns';
import { Favorite } from './favorite.entity';

/**
 * The vulnerabilities of the version in use, as its owner's triage leaves them; derived. Without a row nobody assesses the product. Counts are of
 * `affected` findings, but for `open` and `disputed`.
 */
@Entity('favorite_risk')
@Index('favorite_risk_user', ['userId', 'risk']) // filters and the summary
export class FavoriteRisk {
  @UuidPrimaryColumn()
  favoriteId!: string;

  @OneToOne(() => Favorite, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn()
  favorite!: Favorite;

  @UuidColumn()
  userId!: string;

  /** The version in use that these are the vulnerabilities of. */
  @UuidColumn()
  versionId!: string;

  /** For the order by risk, 0 = none: known to be exploited first, then by the worst severity, then by probability and number. */
  @CountColumn()
  risk!: number;

  @CountColumn()
  known!: number;

  @CountColumn()
  critical!: number;

  @CountColumn()
  high!: number;

  /** Known to be exploited. */
  @CountColumn()
  exploited!: number;

  @CountColumn()
  open!: number;

  @CountColumn()
  disputed!: number;

  /** The highest probability, in ten-thousandths; null = of none is it known. */
  @Column({ type: 'int', nullable: true })
  epss!: number | null;

  /** The worst of them: its place in `SEVERITIES`. Null without any. */
  @Column({ type: 'tinyint', nullable: true })
  severity!: number | null;

  /** Those of `known` that the available version does not have. */
  @CountColumn()
  fixed!: number;

  /** Whether the shorter age of the policy's `urgent` counts at the moment. */
  @FlagColumn({ default: false })
  isUrgent!: boolean;

  /** What was known of the version then, the owner sees: they are notified of what becomes known later. */
  @MomentColumn()
  seenAt!: string;
}

/** What an owner decided about a vulnerability of a favorite, whatever the version. */
@Entity('triage')
export class Triage {
  @UuidPrimaryColumn()
  favoriteId!: string;

  @ManyToOne(() => Favorite, { onDelete: 'CASCADE', nullable: false })
  favorite!: Favorite;

  @PrimaryColumn({ type: 'varchar', length: 128, charset: 'ascii', collation: 'ascii_bin' })
  vulnerability!: string;

  /** Its place in `TRIAGE_STATES`. */
  @Column({ type: 'tinyint' })
  state!: number;

  /** The last day on which it counts (`YYYY-MM-DD`); null = for good. */
  @Column({ type: 'varchar', length: 10, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  until!: string | null;

  @Column({ type: 'varchar', length: 500, charset: 'utf8mb4', collation: 'utf8mb4_bin' })
  reason!: string;

  /** A fix has appeared, or it is known to be exploited, since it was decided. */
  @FlagColumn({ default: false })
  needsReview!: boolean;

  /** Whether a fix was known when it was decided. */
  @FlagColumn({ default: false })
  hadFix!: boolean;

  @MomentColumn()
  decidedAt!: string;
}

/** A vulnerability of which the owner of a favorite was notified, and once more when it became known to be exploited. */
@Entity('risk_alert')
@Index('risk_alert_notification', ['notificationId']) // what a message is about
export class RiskAlert {
  @UuidPrimaryColumn()
  favoriteId!: string;

  @ManyToOne(() => Favorite, { onDelete: 'CASCADE', nullable: false })
  favorite!: Favorite;

  @PrimaryColumn({ type: 'varchar', length: 128, charset: 'ascii', collation: 'ascii_bin' })
  vulnerability!: string;

  @PrimaryColumn({ type: 'boolean' })
  isExploited!: boolean;

  @UuidColumn()
  notificationId!: string;
}
