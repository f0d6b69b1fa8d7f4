import { Injectable } from '@nestjs/common';
import { type UtcTimestamp, momentText } from '../common/time/utc-timestamp';
import { Database } from '../database/database';
import { type Step, STEPS } from '../version/ordering/step';

export interface FavoriteCounts {
  tracked: number;
  outdated: number;
  by_kind: Record<Step, number>;
  snoozed: number;
  muted: number;
  oldest_available_at: UtcTimestamp | null;
}

/** What the sources of the tracked software have answered. */
export interface SourceAnswers {
  last_check_at: UtcTimestamp | null;
  unasked: number;
}

/** A number is a text where a server has summed it up. */
type Counted<Row> = { [Name in keyof Row]: Row[Name] | string | null };

/** Those of steps that are not known yet are among `other`: see `StepUpkeep`. */
const OTHER = STEPS.length - 1;
const COUNTED_STEPS = STEPS.slice(0, OTHER);

const COUNTS = `COUNT(*) AS tracked, SUM(f.update_available) AS outdated,
  ${COUNTED_STEPS.map((name, rank) => `SUM(f.update_available = 1 AND f.available_step = ${rank}) AS ${name}`).join(', ')},
  SUM(f.wake_at IS NOT NULL) AS snoozed, SUM(f.notifications_enabled = 0) AS muted,
  MIN(CASE WHEN f.update_available = 1 THEN f.available_at END) AS oldest`;

/** A transaction that changed favorites may end so much later than it began, but not more. */
const LONGEST_TRANSACTION = 3_600;

const FAILED_AT_MOST = 1_000;

/** Numbers about what a user has. */
@Injectable()
export class SummaryRepository {
  constructor(private readonly database: Database) {}

  /** From the index favorite_user_update alone. */
  async countFavorites(userId: string): Promise<FavoriteCounts> {
    const [row] = await this.database.query<Counted<Record<string, number>> & { oldest: UtcTimestamp | null }>(
      `SELECT ${COUNTS} FROM favorite f ${this.database.dialect.byIndex('favorite_user_update')} WHERE f.user_id = ?`,
      [userId],
    );
    const { oldest, ...counts } = row!;
    const count = (name: string) => Number(counts[name] ?? 0);
    const byKind = Object.fromEntries(COUNTED_STEPS.map((name) => [name, count(name)]));
    const others = COUNTED_STEPS.reduce((left, name) => left - count(name), count('outdated'));
    return {
      tracked: count('tracked'),
      outdated: count('outdated'),
      by_kind: { ...byKind, [STEPS[OTHER]!]: others } as Record<Step, number>,
      snoozed: count('snoozed'),
      muted: count('muted'),
      oldest_available_at: oldest,
    };
  }

  /**
   * A text that changes whenever a favorite of the user does. On a server a transaction may end after one that began later, so the newest
   * `updated_at` does not tell: all that are about as new count. Index: favorite_user_updated.
   */
  async favoritesChanged(userId: string): Promise<string> {
    const { dialect } = this.database;
    const others = dialect.embedded ? 'COUNT(*)' : 'BIT_XOR(CRC32(CONCAT(f.id, f.updated_at)))';
    const newest = '(SELECT MAX(m.updated_at) FROM favorite m WHERE m.user_id = ?)';
    const [row] = await this.database.query<{ newest: UtcTimestamp | null; others: number | string }>(
      `SELECT ${momentText('MAX(f.updated_at)')} AS newest, ${others} AS others
       FROM favorite f ${dialect.byIndex('favorite_user_updated')}
       WHERE f.user_id = ? AND f.updated_at >= ${dialect.after(newest, `-${LONGEST_TRANSACTION}`)}`,
      [userId, userId],
    );
    return `${row!.newest} ${row!.others}`;
  }

  /** How many channels there are of each state. Index: channel_user. */
  async countChannels(userId: string): Promise<Record<string, number>> {
    const rows = await this.database.query<{ state: string; total: number | string }>(
      'SELECT c.state, COUNT(*) AS total FROM channel c WHERE c.user_id = ? GROUP BY c.state',
      [userId],
    );
    return Object.fromEntries(rows.map(({ state, total }) => [state, Number(total)]));
  }

  /** Indexes: channel_user, delivery_channel_state. */
  countFailedNotifications(userId: string): Promise<number> {
    const { thenJoin, byIndex } = this.database.dialect;
    return this.database.count({
      text: `SELECT COUNT(DISTINCT n.id) AS total FROM (
          SELECT d.notification_id FROM channel c ${byIndex('channel_user')}
            ${thenJoin} delivery d ${byIndex('delivery_channel_state')} ON d.channel_id = c.id AND d.state = 'failed'
          WHERE c.user_id = ? LIMIT ${FAILED_AT_MOST}) failed
        ${thenJoin} notification n ON n.id = failed.notification_id AND n.state = 'failed'`,
      parameters: [userId],
    });
  }

  /** Reads the source of each favorite's software. Indexes: favorite_user_software, PRIMARY. */
  async sourceAnswers(userId: string): Promise<SourceAnswers> {
    const [row] = await this.database.query<{ newest: UtcTimestamp | null; unasked: number | string | null }>(
      `SELECT MAX(q.last_success_at) AS newest, SUM(q.last_success_at IS NULL) AS unasked
       FROM favorite f ${this.database.dialect.byIndex('favorite_user_software')}
         LEFT JOIN software_source q ON q.software_id = f.software_id
       WHERE f.user_id = ?`,
      [userId],
    );
    return { last_check_at: row!.newest, unasked: Number(row!.unasked ?? 0) };
  }
}
