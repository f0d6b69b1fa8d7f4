import { Injectable } from '@nestjs/common';
import { STEPS } from 'version-order';
import { type UtcTimestamp, momentText } from '../../common/time/utc-timestamp';
import { Database } from '../../database/database';
import { MATTERS_GROUPS, mattersSql } from '../../favorite/store/matters.sql';
import { supportCondition } from '../../favorite/store/support.sql';
import type { MattersSummary, SummaryResponse, SupportSummary } from './dto/summary.response';
import { ReleaseRank } from '../../version/versions/version.entity';

/** Parts of the answer, with moments as they are stored. */
type Counts<K extends keyof SummaryResponse> = Pick<SummaryResponse, K>;
type FavoriteCounts = Counts<'tracked' | 'outdated' | 'by_kind' | 'snoozed' | 'muted' | 'oldest_available_at'>;
/** The state of the sources of tracked products, and what they have told. */
export type SourceAnswers = Counts<'last_check_at' | 'unasked' | 'unknown'>;
export type MattersCounts = Omit<MattersSummary, 'today'>;

interface SupportCounts extends SupportSummary {
  /** Those of which anything is known that depends on the day. */
  dated: number;
}

/** Favorites with the same step to their available version. A sum is a text on a server. */
interface StepCounts {
  update_available: number;
  available_step: number | null;
  total: number | string;
  snoozed: number | string;
  muted: number | string;
  oldest: UtcTimestamp | null;
}

/** A transaction that changed favorites may end so much later than it began, but not more. */
const LONGEST_TRANSACTION = 3_600;

const FAILED_AT_MOST = 1_000;

/** Counts the rows of a user. */
@Injectable()
export class SummaryRepository {
  constructor(private readonly database: Database) {}

  /** From the index favorite_user_update alone, in its order. */
  async countFavorites(userId: string): Promise<FavoriteCounts> {
    const groups = await this.database.query<StepCounts>(
      `SELECT f.update_available, f.available_step, COUNT(*) AS total, SUM(f.wake_at IS NOT NULL) AS snoozed,
         SUM(f.notifications_enabled = 0) AS muted, MIN(f.available_at) AS oldest
       FROM favorite f ${this.database.dialect.byIndex('favorite_user_update')}
       WHERE f.user_id = ? GROUP BY f.update_available, f.available_step`,
      [userId],
    );
    const outdated = groups.filter(({ update_available }) => update_available === 1);
    const ofRank = (rank: number) => outdated.filter(({ available_step }) => available_step === rank);
    const dates = outdated.flatMap(({ oldest }) => oldest ?? []).toSorted();
    return {
      tracked: sum(groups, 'total'),
      outdated: sum(outdated, 'total'),
      by_kind: Object.fromEntries(STEPS.map((step, rank) => [step, sum(ofRank(rank), 'total')])),
      snoozed: sum(groups, 'snoozed'),
      muted: sum(groups, 'muted'),
      oldest_available_at: dates[0] ?? null,
    };
  }

  /** Of which support has ended or ends soon, from the index favorite_user_support alone. @param today `YYYY-MM-DD` */
  async countSupport(userId: string, today: string): Promise<SupportCounts> {
    const [row] = await this.database.query<
      Record<'dated' | 'ended' | 'ending', number | string | null> & SupportCounts
    >(
      `SELECT COUNT(*) AS dated, SUM(${supportCondition('ended', today)}) AS ended,
         SUM(${supportCondition('ending', today)}) AS ending,
         MIN(CASE WHEN f.eol_on >= ? THEN f.eol_on END) AS next_on
       FROM favorite f ${this.database.dialect.byIndex('favorite_user_support')}
       WHERE f.user_id = ? AND f.support IN (1, 3)`,
      [today, userId],
    );
    return {
      dated: Number(row!.dated),
      ended: Number(row!.ended ?? 0),
      ending: Number(row!.ending ?? 0),
      next_on: row!.next_on,
    };
  }

  /** What has an update, by why it matters. Indexes: favorite_user_update, PRIMARY. @param today `YYYY-MM-DD` */
  async countMatters(userId: string, today: string): Promise<MattersCounts> {
    const { dialect } = this.database;
    const rows = await this.database.query<{ place: number; total: number | string; assessed: number | string }>(
      `SELECT ${mattersSql(today).group} AS place, COUNT(*) AS total, COUNT(r.favorite_id) AS assessed
       FROM favorite f ${dialect.byIndex('favorite_user_update')}
         LEFT JOIN favorite_risk r ON r.favorite_id = f.id
       WHERE f.user_id = ? AND f.update_available = 1 GROUP BY 1`,
      [userId],
    );
    const totals = new Map(rows.map(({ place, total }) => [Number(place), Number(total)]));
    return {
      by_group: Object.fromEntries(MATTERS_GROUPS.map((group, place) => [group, totals.get(place) ?? 0])),
      assessed: rows.reduce((sum, { assessed }) => sum + Number(assessed), 0),
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

  /** Reads the source and the latest version of each favorite's product. Indexes: favorite_user_software, PRIMARY. */
  async sourceAnswers(userId: string): Promise<SourceAnswers> {
    const [row] = await this.database.query<
      { newest: UtcTimestamp | null } & Record<'unasked' | 'unknown', number | string | null>
    >(
      `SELECT MAX(q.last_success_at) AS newest, SUM(q.last_success_at IS NULL) AS unasked,
         SUM(f.update_available = 0 AND COALESCE(lv.release_rank, 0) < ${ReleaseRank.Release}) AS unknown
       FROM favorite f ${this.database.dialect.byIndex('favorite_user_software')}
         LEFT JOIN software s ON s.id = f.software_id LEFT JOIN version lv ON lv.id = s.latest_version_id
         LEFT JOIN software_source q ON q.software_id = f.software_id
       WHERE f.user_id = ?`,
      [userId],
    );
    return { last_check_at: row!.newest, unasked: Number(row!.unasked ?? 0), unknown: Number(row!.unknown ?? 0) };
  }
}

const sum = (groups: StepCounts[], name: 'total' | 'snoozed' | 'muted') =>
  groups.reduce((total, group) => total + Number(group[name]), 0);
