import { Injectable } from '@nestjs/common';
import type { SqlText } from '../../api/list/list-sql';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { SHORTEST_REMINDER } from '../../config/duration';
import { Database, type Sql } from '../../database/database';
import { assign, type Dialect } from '../../database/dialect';
import { placeholders } from '../../database/rows';
import {
  type EvaluationState,
  favoritesById,
  favoritesOfSoftware,
  type FavoriteScope,
  type IdRange,
  type LockedFavorites,
} from './favorite-scope';
import { LATEST_OFFER, ofLatest, policyOffers } from './offer.repository';

interface FavoriteOfUser {
  id: string;
  software_id: string;
  update_available: number;
}

const PAGE = 500;

/** Whether a favorite gets reminders: the profile decides if the favorite uses its defaults and it has a value. */
const notifiesAlways = (favorite: string) => `CASE WHEN ${favorite}.use_default_notification = 1
  THEN COALESCE((SELECT u.notify_always FROM user u WHERE u.id = ${favorite}.user_id), ${favorite}.notify_always)
  ELSE ${favorite}.notify_always END`;

const REMINDS = `(favorite.update_available = 1 AND favorite.notifications_enabled = 1
  AND ${notifiesAlways('favorite')} = 1)`;

/** Former versions stored shorter intervals than are allowed now. */
const REMIND_EVERY = `CASE WHEN p.remind_every < ${SHORTEST_REMINDER} THEN ${SHORTEST_REMINDER} ELSE p.remind_every END`;

/** The next reminder: after the interval of the policy, or the seconds of one `?`. */
const nextReminder = (dialect: Dialect) =>
  dialect.after(
    dialect.now,
    `COALESCE((SELECT ${REMIND_EVERY} FROM favorite_policy p WHERE p.favorite_id = favorite.id), ?)`,
  );

const notifiedSince = ({ byIndex }: Dialect) => `EXISTS (SELECT 1 FROM notification n ${byIndex('notification_once')}
  WHERE n.favorite_id = favorite.id AND n.version_id = favorite.available_version_id AND n.created_at >= ?)`;

/**
 * The statements of an evaluation, always on sets of favorites: locks them by the page, sets the available version and its flag, and
 * when to evaluate again: `due_at` for the next reminder, null if there is none; `evaluate_at` for a policy that makes another version
 * available; `wake_at` for the end of a snooze, which reminds of what was notified before it.
 */
@Injectable()
export class EvaluationRepository {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Locks the favorites of the scope by its index, ordered by product and id. */
  async lock(sql: Sql, scope: FavoriteScope): Promise<LockedFavorites> {
    return { scope, favorites: await lockRows(sql, scope, '') };
  }

  /** Locks the next `size` favorites of a product by `favorite_software`. @returns null when none are left */
  async lockNext(sql: Sql, softwareId: string, range: IdRange, size: number): Promise<LockedFavorites | null> {
    const favorites = await lockRows(sql, favoritesOfSoftware(sql.dialect, softwareId, range), `LIMIT ${size}`);
    const last = favorites.at(-1);
    if (!last) return null;
    return { scope: favoritesOfSoftware(sql.dialect, softwareId, { after: range.after, upTo: last.id }), favorites };
  }

  /** The first `size` favorites of these products, by product and id. Index: favorite_software. */
  first(softwareIds: string[], size: number): Promise<{ id: string; software_id: string }[]> {
    return this.database.query(
      `SELECT id, software_id FROM favorite WHERE software_id IN (${placeholders(softwareIds.length)})
       ORDER BY software_id, id LIMIT ${size}`,
      softwareIds,
    );
  }

  /** Splits the favorites of a product by id into parts of `size`. Index: favorite_software. @returns the last id of each part but the last */
  async partEnds(softwareId: string, size: number): Promise<string[]> {
    const ends: string[] = [];
    for (;;) {
      const scope = favoritesOfSoftware(this.database.dialect, softwareId, { after: ends.at(-1) ?? '' });
      const [end] = await this.database.query<{ id: string }>(
        `SELECT f.id FROM favorite f WHERE ${scope.condition('f')} ORDER BY f.software_id, f.id LIMIT 1 OFFSET ${size - 1}`,
        scope.parameters,
      );
      if (!end) return ends;
      ends.push(end.id);
    }
  }

  /** The ids of a user's favorites in pages by `favorite_user_software`. */
  async *idsOfUser(sql: Sql, userId: string): AsyncGenerator<string[]> {
    for await (const page of pagesOfUser(sql, userId)) yield page.map(({ id }) => id);
  }

  /** The same for favorites with an update available. No page is empty. */
  async *outstandingOfUser(sql: Sql, userId: string): AsyncGenerator<string[]> {
    for await (const page of pagesOfUser(sql, userId)) {
      const outstanding = page.filter(({ update_available }) => update_available === 1);
      if (outstanding.length > 0) yield outstanding.map(({ id }) => id);
    }
  }

  /**
   * The fast path: makes the product's latest version available to the favorites without a policy, if it is offered.
   * @param step see `StepRepository.toLatest`
   * @returns how many have another available version than before
   */
  async offerLatest(sql: Sql, scope: FavoriteScope, step: SqlText): Promise<number> {
    const at = ofLatest('lv.created_at');
    const behind = ofLatest(sql.dialect.daysBetween('tv.created_at', 'lv.released_at'));
    const statement = sql.dialect.updateWith('favorite', {
      index: scope.index,
      joins: { 'software s': 's.id = favorite.software_id', 'version tv': 'tv.id = favorite.version_id' },
      leftJoins: { 'version lv': 'lv.id = s.latest_version_id' },
      set: { ...offer(sql.dialect, LATEST_OFFER), available_step: step.text, available_at: at, days_behind: behind },
      // Also when the version in use is another one, or the date of one of them: then its step, date or age is.
      where: `${scope.condition('favorite')} AND favorite.has_policy = 0 AND (${offersOther(LATEST_OFFER)}
        OR COALESCE(favorite.available_step, -1) <> COALESCE(${step.text}, -1) OR ${differ('favorite.available_at', at)}
        OR ${differ('favorite.days_behind', behind)})`,
    });
    return sql.execute(statement, [...step.parameters, ...scope.parameters, ...step.parameters]);
  }

  /** Makes the version that their policy allows available to the others. @returns how many have another one than before */
  async offerByPolicy(sql: Sql, scope: FavoriteScope, now: UtcTimestamp): Promise<number> {
    const { text: source, parameters } = policyOffers(sql.dialect, scope, now, 'AND f.has_policy = 1');
    const update = (set: string, where: string) =>
      sql.execute(
        sql.dialect.updateJoined('favorite', { source, on: 'e.favorite_id = favorite.id', set, where }),
        parameters,
      );
    await update('evaluate_at = e.next_at', differ('favorite.evaluate_at', 'e.next_at'));
    return update(assign(offer(sql.dialect, 'e.best_id')), offersOther('e.best_id'));
  }

  /** @returns how many flags differ from when the rows were locked */
  async countFlipped(sql: Sql, { scope, favorites }: LockedFavorites): Promise<number> {
    const rows = await sql.query<{ id: string }>(
      `SELECT f.id FROM favorite f ${sql.dialect.byIndex(scope.index)} WHERE ${scope.condition('f')} AND f.update_available = 1`,
      scope.parameters,
    );
    const raised = new Set(rows.map(({ id }) => id));
    return favorites.filter(({ id, update_available }) => raised.has(id) !== (update_available === 1)).length;
  }

  /** After a change to what decides about reminders. */
  async refreshReminders(sql: Sql, { condition, parameters }: FavoriteScope): Promise<void> {
    const next = nextReminder(sql.dialect);
    const { remindEvery } = this.config;
    await sql.execute(
      `UPDATE favorite SET due_at = CASE WHEN NOT ${REMINDS} THEN NULL
           WHEN due_at IS NULL OR due_at > ${next} THEN ${next} ELSE due_at END
       WHERE ${condition('favorite')} AND (due_at IS NOT NULL OR ${REMINDS})`,
      [remindEvery, remindEvery, ...parameters],
    );
  }

  /** After an evaluation: restarts the interval of favorites notified at `since` or later, and ends reminders without an update. */
  async restartReminders(sql: Sql, { scope, favorites }: LockedFavorites, since: UtcTimestamp): Promise<void> {
    // A profile that changes meanwhile waits for these locks, then refreshes the favorites itself.
    if (favorites.every(({ due_at, notify_always }) => due_at === null && notify_always === 0)) return;
    await sql.execute(
      `UPDATE favorite SET due_at = CASE WHEN NOT ${REMINDS} THEN NULL
           WHEN due_at IS NULL OR ${notifiedSince(sql.dialect)} THEN ${nextReminder(sql.dialect)} ELSE due_at END
       WHERE ${scope.condition('favorite')} AND (due_at IS NOT NULL OR ${REMINDS})`,
      [since, this.config.remindEvery, ...scope.parameters],
    );
  }

  /** Locks up to `size` favorites with a due reminder by `favorite_due`, skipping locked ones, and sets their next reminder. @returns their ids */
  async claimDueReminders(sql: Sql, size: number): Promise<string[]> {
    const ids = await lockDue(sql, 'due_at', sql.dialect.now, [], size);
    if (ids.length === 0) return ids;
    const scope = favoritesById(ids);
    await sql.execute(
      `UPDATE favorite SET due_at = CASE WHEN ${REMINDS} THEN ${nextReminder(sql.dialect)} ELSE NULL END
       WHERE ${scope.condition('favorite')}`,
      [this.config.remindEvery, ...scope.parameters],
    );
    return ids;
  }

  /** Locks up to `size` favorites to evaluate by `favorite_evaluate`, skipping locked ones; the evaluation sets their next time. @returns their ids */
  async claimDuePolicies(sql: Sql, now: UtcTimestamp, size: number): Promise<string[]> {
    const ids = await lockDue(sql, 'evaluate_at', '?', [now], size);
    if (ids.length > 0) await setAll(sql, 'evaluate_at = NULL', ids);
    return ids;
  }

  /** Takes the ended snoozes of favorites that this transaction has locked, and sends their reminders. @returns their ids */
  async claimEndedSnoozes(sql: Sql, { favorites }: LockedFavorites, now: UtcTimestamp): Promise<string[]> {
    const ids = favorites.filter(({ wake_at }) => wake_at !== null && wake_at <= now).map(({ id }) => id);
    if (ids.length > 0) await setAll(sql, 'wake_at = NULL', ids);
    return ids;
  }

  /** Makes the next check evaluate these favorites. */
  async evaluateNext(sql: Sql, ids: string[]): Promise<void> {
    if (ids.length > 0) await setAll(sql, `evaluate_at = ${sql.dialect.now}`, ids);
  }

  /** Makes a check evaluate these favorites again, at the latest then. */
  async evaluateBy(sql: Sql, times: Map<string, UtcTimestamp>): Promise<void> {
    if (times.size === 0) return;
    await sql.execute(
      sql.dialect.updateJoined('favorite', {
        source: sql.dialect.givenRows({ id: 'text', next_at: 'moment' }),
        on: 'e.id = favorite.id',
        set: 'evaluate_at = e.next_at',
        where: 'favorite.evaluate_at IS NULL OR favorite.evaluate_at > e.next_at',
      }),
      [JSON.stringify([...times])],
    );
  }

  async evaluateAt(sql: Sql, ids: string[], evaluateAt: UtcTimestamp): Promise<void> {
    if (ids.length > 0) await setAll(sql, 'evaluate_at = ?', ids, [evaluateAt]);
  }
}

function lockRows(sql: Sql, scope: FavoriteScope, limit: string): Promise<EvaluationState[]> {
  return sql.query(
    `SELECT f.id, f.software_id, f.version_id, f.support, f.lifecycle_id, f.eol_on, f.extended_until,
       f.update_available, f.breaking, f.has_policy, f.evaluate_at, f.wake_at, f.due_at, ${notifiesAlways('f')} AS notify_always
     FROM favorite f ${sql.dialect.byIndex(scope.index)}
     WHERE ${scope.condition('f')} ORDER BY f.software_id, f.id ${limit} ${sql.dialect.forUpdate}`,
    scope.parameters,
  );
}

async function* pagesOfUser(sql: Sql, userId: string): AsyncGenerator<FavoriteOfUser[]> {
  for (let after = ''; ;) {
    const page = await sql.query<FavoriteOfUser>(
      `SELECT id, software_id, update_available FROM favorite
       WHERE ${sql.dialect.pageOf('user_id')} AND software_id > ? ORDER BY user_id, software_id LIMIT ${PAGE}`,
      [userId, userId, after],
    );
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.software_id;
  }
}

async function setAll(sql: Sql, assignment: string, ids: string[], values: UtcTimestamp[] = []): Promise<void> {
  const { condition, parameters } = favoritesById(ids);
  await sql.execute(`UPDATE favorite SET ${assignment} WHERE ${condition('favorite')}`, [...values, ...parameters]);
}

async function lockDue(
  sql: Sql,
  column: 'due_at' | 'evaluate_at',
  moment: string,
  parameters: UtcTimestamp[],
  size: number,
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM favorite WHERE ${column} <= ${moment} ORDER BY ${column}, id LIMIT ${size}
     ${sql.dialect.forUpdateSkipLocked}`,
    parameters,
  );
  return rows.map(({ id }) => id);
}

/** @param best an expression */
const offer = (dialect: Dialect, best: string) => ({
  available_version_id: best,
  update_available: `CASE WHEN ${best} IS NULL THEN 0 ELSE 1 END`,
  updated_at: dialect.now,
});

/** Also when one of them is null. */
const differ = (a: string, b: string) => `(${a} <> ${b} OR (${a} IS NULL) <> (${b} IS NULL))`;
const offersOther = (best: string) => differ('favorite.available_version_id', best);
