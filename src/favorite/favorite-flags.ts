import { Injectable } from '@nestjs/common';
import type { Moment } from '../common/moment';
import { Config } from '../config/config';
import { assign, type Dialect } from '../database/dialect';
import type { Sql } from '../database/database';
import { isMore, skips } from './compared-versions';
import { type FavoriteScope, outstandingPages, theseFavorites } from './favorite-scope';
import type { HeldFavorites } from './held-favorites';
import { reminderIn, REMINDS } from './reminder-schedule';

const DAY = 86_400;

/**
 * Whether an owner who wrote a favorite has seen what it is offered now. `unless-new`: not while a check is still to come that is to
 * tell of it. `unless-raised`: nor when it is offered more than all that the owner knows or was told of, as at the early end of a snooze.
 */
export type Seen = 'always' | 'unless-new' | 'unless-raised' | 'never';

/** The version that a favorite's owner was told of. */
export interface Told {
  favoriteId: string;
  softwareId: string;
  versionId: string;
}

/** What the service itself changes in favorites: what is offered, the flag, the notified version, due times. Always in sets. */
@Injectable()
export class FavoriteFlags {
  constructor(private readonly config: Config) {}

  /**
   * Decides what each favorite is offered: the software's latest version, or what its policy allows, when that is newer than the
   * version in use. Equal or lower is never an update.
   * @param now the moment by which snoozes and ages are judged
   * @returns of how many `update_available` changed
   */
  async evaluate(sql: Sql, { scope, favorites }: HeldFavorites, now: Moment): Promise<number> {
    let offered = await this.offerLatest(sql, scope);
    if (favorites.some(({ has_policy }) => has_policy === 1)) offered += await this.offerByPolicy(sql, scope, now);
    // Who had none on offer, and has another one than before, has one now.
    if (offered === 0 || favorites.every(({ update_available }) => update_available === 0)) return offered;
    return this.flipped(sql, { scope, favorites });
  }

  /**
   * Decides anew what a favorite is offered, after its owner wrote it. What is offered then is what the owner sees and has decided
   * about: the versions up to it need no notification.
   * @param due whether its policy was due when it was written
   */
  async evaluateWritten(sql: Sql, held: HeldFavorites, now: Moment, seen: Seen, due: boolean): Promise<void> {
    const { scope } = held;
    const favoriteId = held.favorites[0]!.id;
    await this.evaluate(sql, held, now);
    if (seen === 'always') await this.noteKnown(sql, scope);
    else if (due || (await this.isToBeTold(sql, favoriteId, seen)))
      await sql.execute('UPDATE favorite SET evaluate_at = ? WHERE id = ?', [now, favoriteId]);
    else if (seen !== 'never')
      await this.noteKnown(
        sql,
        scope,
        'AND NOT EXISTS (SELECT 1 FROM update_mark m WHERE m.software_id = favorite.software_id)',
      );
  }

  /**
   * Keeps the times of reminders right after an evaluation: those that were told of what is on offer at `since` or later start anew,
   * those that have nothing to be told of stop, and all others go on, however often their software changes.
   */
  async restartReminders(sql: Sql, { scope, favorites }: HeldFavorites, since: Moment): Promise<void> {
    // A profile that changes meanwhile sees to its favorites itself, once this transaction lets go of them.
    if (favorites.every(({ due_at, notify_always }) => due_at === null && notify_always === 0)) return;
    await sql.execute(
      `UPDATE favorite SET due_at = CASE WHEN NOT ${REMINDS} THEN NULL
           WHEN due_at IS NULL OR ${toldSince(sql.dialect)} THEN ${reminderIn(sql.dialect)} ELSE due_at END
       WHERE ${scope.condition('favorite')} AND (due_at IS NOT NULL OR ${REMINDS})`,
      [since, this.config.remindEvery, ...scope.parameters],
    );
  }

  /** The next check tells of a user's outstanding updates whatever was not told yet: there may be a way to tell now. */
  async announceOutstanding(sql: Sql, userId: string): Promise<void> {
    for await (const page of outstandingPages(sql, userId)) {
      const untold = await this.untold(sql, theseFavorites(page));
      if (untold.length === 0) continue;
      const { condition, parameters } = theseFavorites(untold);
      await sql.execute(
        `UPDATE favorite SET evaluate_at = ${sql.dialect.now} WHERE ${condition('favorite')}`,
        parameters,
      );
    }
  }

  /**
   * The next check looks at favorites that are still offered what came to nothing: it may have been on offer again before that was written.
   * @param source a SELECT of `favorite_id` and `version_id`
   */
  async reconsider(sql: Sql, source: string, parameters: FavoriteScope['parameters']): Promise<void> {
    const [on, set] = ['e.favorite_id = favorite.id', `evaluate_at = ${sql.dialect.now}`];
    const where = 'favorite.available_version_id = e.version_id';
    await sql.execute(sql.dialect.updateJoined('favorite', { source, on, set, where }), parameters);
  }

  /** Takes up to `size` favorites whose reminder is due and sets the next one; other replicas take others. */
  async takeDueReminders(sql: Sql, size: number): Promise<string[]> {
    const ids = await this.takeDue(sql, 'due_at', sql.dialect.now, [], size);
    if (ids.length === 0) return ids;
    const scope = theseFavorites(ids);
    await sql.execute(
      `UPDATE favorite SET due_at = CASE WHEN ${REMINDS} THEN ${reminderIn(sql.dialect)} ELSE NULL END
       WHERE ${scope.condition('favorite')}`,
      [this.config.remindEvery, ...scope.parameters],
    );
    return ids;
  }

  /** Takes up to `size` favorites whose policy offers something else by now; `evaluate` sets their next time. */
  async takeDuePolicies(sql: Sql, now: Moment, size: number): Promise<string[]> {
    const ids = await this.takeDue(sql, 'evaluate_at', '?', [now], size);
    if (ids.length === 0) return ids;
    const { condition, parameters } = theseFavorites(ids);
    await sql.execute(`UPDATE favorite SET evaluate_at = NULL WHERE ${condition('favorite')}`, parameters);
    return ids;
  }

  /** Channels accepted the notifications of these versions, one of each favorite: they are the notified ones, unless a higher one was before. */
  async advanceNotified(sql: Sql, told: Told[]): Promise<void> {
    const { thenJoin, givenRows } = sql.dialect;
    const given = givenRows({ favorite_id: 'text', software_id: 'text', version_id: 'text' });
    const rows = told.map(({ favoriteId, softwareId, versionId }) => [favoriteId, softwareId, versionId]);
    const source = `SELECT g.favorite_id, g.software_id, g.version_id, v.version_key
      FROM (${given}) g ${thenJoin} version v ON v.id = g.version_id`;
    await this.advanceAllNotified(sql, source, [JSON.stringify(rows)]);
  }

  /**
   * The same for what is in the database already.
   * @param source a SELECT of `favorite_id`, `software_id`, `version_id` and `version_key`, one row for each of them
   */
  async advanceAllNotified(sql: Sql, source: string, parameters: FavoriteScope['parameters']): Promise<void> {
    const set = `notified_version_id = e.version_id, updated_at = ${sql.dialect.now}`;
    const on = 'e.favorite_id = favorite.id AND e.software_id = favorite.software_id';
    const where = `(favorite.notified_version_id IS NULL OR (favorite.notified_version_id <> e.version_id AND
      (SELECT nv.version_key FROM version nv WHERE nv.id = favorite.notified_version_id) <= e.version_key))`;
    await sql.execute(sql.dialect.updateJoined('favorite', { source, on, set, where }), parameters);
  }

  /**
   * Whether nobody was told of what is on offer, and it was to be told and then was not, as its owner had it already or wanted no messages;
   * or it is more than all that the owner knows, for whom that counts.
   */
  private async isToBeTold(sql: Sql, favoriteId: string, seen: Seen): Promise<boolean> {
    if (seen === 'never') return false;
    const raised = seen === 'unless-raised' ? `OR kv.id IS NULL OR ${isMore('av', 'kv')}` : '';
    const rows = await sql.query(
      `SELECT f.id FROM favorite f JOIN version av ON av.id = f.available_version_id
         LEFT JOIN version kv ON kv.id = f.known_version_id AND kv.software_id = f.software_id
       WHERE f.id = ? AND NOT ${TOLD_OF_IT} AND (EXISTS (
         SELECT 1 FROM notification n WHERE n.favorite_id = f.id AND n.version_id = av.id AND n.state = 'cancelled') ${raised})`,
      [favoriteId],
    );
    return rows.length > 0;
  }

  /** What waits to be sent is not known by that: should it come to nothing, it is still to be told. */
  private async noteKnown(sql: Sql, scope: FavoriteScope, unless = ''): Promise<void> {
    await sql.execute(
      `UPDATE favorite SET known_version_id = available_version_id WHERE ${scope.condition('favorite')} ${unless}
         AND NOT EXISTS (SELECT 1 FROM notification n WHERE n.favorite_id = favorite.id
           AND n.version_id = favorite.available_version_id AND n.state = 'pending')`,
      scope.parameters,
    );
  }

  /** Those that are offered more than their owner knows from writing them, and were not told of it. */
  private async untold(sql: Sql, scope: FavoriteScope): Promise<string[]> {
    const { thenJoin, byIndex } = sql.dialect;
    const rows = await sql.query<{ id: string }>(
      `SELECT f.id FROM favorite f ${byIndex(scope.index)} ${thenJoin} version av ON av.id = f.available_version_id
         LEFT JOIN version kv ON kv.id = f.known_version_id
       WHERE ${scope.condition('f')} AND (kv.id IS NULL OR kv.software_id <> f.software_id OR ${isMore('av', 'kv')})
         AND NOT EXISTS (SELECT 1 FROM notification n ${byIndex('notification_once')}
           WHERE n.favorite_id = f.id AND n.version_id = f.available_version_id AND n.state <> 'cancelled')`,
      scope.parameters,
    );
    return rows.map(({ id }) => id);
  }

  private async takeDue(
    sql: Sql,
    column: 'due_at' | 'evaluate_at',
    moment: string,
    parameters: Moment[],
    size: number,
  ): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `SELECT id FROM favorite WHERE ${column} <= ${moment} ORDER BY ${column}, id LIMIT ${size}
       ${sql.dialect.forUpdateSkipLocked}`,
      parameters,
    );
    return rows.map(({ id }) => id);
  }

  /** The fast way of those without a policy. @returns how many are offered something else than before */
  private offerLatest(sql: Sql, scope: FavoriteScope): Promise<number> {
    const best = 'CASE WHEN lv.version_key > tv.version_key THEN lv.id ELSE NULL END';
    const statement = sql.dialect.updateWith('favorite', {
      index: scope.index,
      joins: { 'software s': 's.id = favorite.software_id', 'version tv': 'tv.id = favorite.version_id' },
      leftJoins: { 'version lv': 'lv.id = s.latest_version_id' },
      set: offer(sql.dialect, best),
      where: `${scope.condition('favorite')} AND favorite.has_policy = 0 AND ${offersOther(best)}`,
    });
    return sql.execute(statement, scope.parameters);
  }

  /** @returns how many are offered something else than before */
  private async offerByPolicy(sql: Sql, scope: FavoriteScope, now: Moment): Promise<number> {
    const { text, parameters } = policySource(sql.dialect, scope, now);
    await this.update(sql, text, 'evaluate_at = e.next_at', NEXT_DIFFERS, parameters);
    return this.update(sql, text, assign(offer(sql.dialect, 'e.best_id')), offersOther('e.best_id'), parameters);
  }

  private update(sql: Sql, source: string, set: string, where: string, parameters: FavoriteScope['parameters']) {
    return sql.execute(
      sql.dialect.updateJoined('favorite', { source, on: 'e.favorite_id = favorite.id', set, where }),
      parameters,
    );
  }

  /** @returns of how many the flag is another one than when they were held */
  private async flipped(sql: Sql, { scope, favorites }: HeldFavorites): Promise<number> {
    const rows = await sql.query<{ id: string }>(
      `SELECT f.id FROM favorite f ${sql.dialect.byIndex(scope.index)} WHERE ${scope.condition('f')} AND f.update_available = 1`,
      scope.parameters,
    );
    const raised = new Set(rows.map(({ id }) => id));
    return favorites.filter(({ id, update_available }) => raised.has(id) !== (update_available === 1)).length;
  }
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
const NEXT_DIFFERS = differ('favorite.evaluate_at', 'e.next_at');

/** Of the version on offer, `av`, or a newer one. The notification table is joined by name: its folder is to the right of this one. */
const TOLD_OF_IT = `EXISTS (SELECT 1 FROM notification n JOIN version nv ON nv.id = n.version_id
  WHERE n.favorite_id = f.id AND n.state IN ('sent', 'failed', 'expired') AND nv.software_id = f.software_id
    AND NOT ${isMore('av', 'nv')})`;

const toldSince = ({ byIndex }: Dialect) => `EXISTS (SELECT 1 FROM notification n ${byIndex('notification_once')}
  WHERE n.favorite_id = favorite.id AND n.version_id = favorite.available_version_id AND n.created_at >= ?)`;

/**
 * For each favorite of the scope with a policy: `best_id`, the newest version that it allows, and `next_at`, when it may allow another
 * one by itself. A series is a range of sort keys, a minimum age a range of release dates; pre-releases count when the policy
 * says so, or when the software has nothing else. Of two labels for one version the first is taken, as it is for the latest version.
 */
function policySource(dialect: Dialect, scope: FavoriteScope, now: Moment) {
  const candidate = `FROM version v
    WHERE v.software_id = f.software_id AND v.version_key > tv.version_key
      AND v.standing >= CASE WHEN p.include_prereleases = 1 THEN 1 ELSE COALESCE(lv.standing, 1) END
      AND (p.series_from IS NULL OR (v.version_key >= p.series_from AND v.version_key < p.series_to))
      AND NOT ${skips(dialect, 'f', 'v')}`;
  const age = `COALESCE(p.minimum_age_days, 0) * ${DAY}`;
  // Not by adding to the release date: of no row at all MariaDB reads a zero date, and refuses to reckon with it in an update.
  const youngest = dialect.after('?', `-${age}`);
  const nextRelease = `SELECT v.created_at ${candidate} AND v.created_at > ${youngest} ORDER BY v.created_at LIMIT 1`;
  const text = `SELECT f.id AS favorite_id,
      CASE WHEN p.snoozed_until > ? THEN NULL ELSE (
        SELECT v.id ${candidate} AND (p.minimum_age_days IS NULL OR v.created_at <= ${youngest})
        ORDER BY v.version_key DESC, v.id LIMIT 1) END AS best_id,
      CASE WHEN p.snoozed_until > ? THEN p.snoozed_until
           WHEN p.minimum_age_days IS NULL THEN NULL
           ELSE ${dialect.after(`(${nextRelease})`, age)} END AS next_at
    FROM favorite f ${dialect.byIndex(scope.index)}
      ${dialect.thenJoin} favorite_policy p ON p.favorite_id = f.id
      ${dialect.thenJoin} software s ON s.id = f.software_id
      ${dialect.thenJoin} version tv ON tv.id = f.version_id
      LEFT JOIN version lv ON lv.id = s.latest_version_id
    WHERE ${scope.condition('f')} AND f.has_policy = 1`;
  return { text, parameters: [now, now, now, now, ...scope.parameters] };
}
