import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import { assign, type Dialect } from '../../database/dialect';
import type { FavoriteScope, LockedFavorites } from './favorite-scope';
import { StepRepository } from './step.repository';
import { skips } from './version-conditions.repository';

const DAY = 86_400;

/** Sets the available version of favorites, what is known of it, and the flag `update_available`: always in sets. */
@Injectable()
export class FlagRepository {
  constructor(private readonly steps: StepRepository) {}

  /**
   * Makes the software's latest version available to each favorite, or the one that its policy allows, if it is higher than the version in
   * use. Finds the favorites by the index of the scope.
   * @param now decides about snoozes and ages
   * @returns how many flags changed
   */
  async flagOutdated(sql: Sql, { scope, favorites }: LockedFavorites, now: UtcTimestamp): Promise<number> {
    let changed = await this.offerLatest(sql, { scope, favorites });
    if (favorites.some(({ has_policy }) => has_policy === 1)) changed += await this.offerByPolicy(sql, scope, now);
    // Without an update before, each change raised a flag.
    if (changed === 0 || favorites.every(({ update_available }) => update_available === 0)) return changed;
    return this.countFlipped(sql, { scope, favorites });
  }

  /** The fast path, of favorites without a policy. @returns how many have another available version than before */
  private async offerLatest(sql: Sql, { scope, favorites }: LockedFavorites): Promise<number> {
    const ofHigher = (column: string) => `CASE WHEN lv.version_key > tv.version_key THEN ${column} ELSE NULL END`;
    const [best, at] = [ofHigher('lv.id'), ofHigher('lv.created_at')];
    const inUse = favorites.filter(({ has_policy }) => has_policy === 0).map(({ version_id }) => version_id);
    const step = await this.steps.toLatest(sql, [...new Set(inUse)]);
    const statement = sql.dialect.updateWith('favorite', {
      index: scope.index,
      joins: { 'software s': 's.id = favorite.software_id', 'version tv': 'tv.id = favorite.version_id' },
      leftJoins: { 'version lv': 'lv.id = s.latest_version_id' },
      set: { ...offer(sql.dialect, best), available_step: step.text, available_at: at },
      // A step or a date that is not that of the version is an old one, of a replica of the version before.
      where: `${scope.condition('favorite')} AND favorite.has_policy = 0 AND (${offersOther(best)}
        OR COALESCE(favorite.available_step, -1) <> COALESCE(${step.text}, -1) OR ${differ('favorite.available_at', at)})`,
    });
    return sql.execute(statement, [...step.parameters, ...scope.parameters, ...step.parameters]);
  }

  /** @returns how many have another available version than before */
  private async offerByPolicy(sql: Sql, scope: FavoriteScope, now: UtcTimestamp): Promise<number> {
    const { text: source, parameters } = policySource(sql.dialect, scope, now);
    const update = (set: string, where: string) =>
      sql.execute(
        sql.dialect.updateJoined('favorite', { source, on: 'e.favorite_id = favorite.id', set, where }),
        parameters,
      );
    await update('evaluate_at = e.next_at', differ('favorite.evaluate_at', 'e.next_at'));
    const changed = await update(assign(offer(sql.dialect, 'e.best_id')), offersOther('e.best_id'));
    await this.steps.refresh(sql, scope);
    return changed;
  }

  /** @returns how many flags differ from when the rows were locked */
  private async countFlipped(sql: Sql, { scope, favorites }: LockedFavorites): Promise<number> {
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

/**
 * For each favorite of the scope with a policy: `best_id`, the highest version that it allows, and `next_at`, when it may allow another
 * one. Pre-releases count if the policy says so, or if the software has nothing else. Of equal versions, the first id is taken.
 */
function policySource(dialect: Dialect, scope: FavoriteScope, now: UtcTimestamp) {
  const candidate = `FROM version v ${dialect.byIndex('version_listed')}
    WHERE v.software_id = f.software_id AND v.hidden = 0 AND v.version_key > tv.version_key
      AND v.standing >= CASE WHEN p.include_prereleases = 1 THEN 1 ELSE COALESCE(lv.standing, 1) END
      AND (p.series_from IS NULL OR (v.version_key >= p.series_from AND v.version_key < p.series_to))
      AND NOT ${skips(dialect, 'f', 'v')}`;
  const age = `COALESCE(p.minimum_age_days, 0) * ${DAY}`;
  // Not release date + age: where there is no row, MariaDB reads a zero date, and refuses to calculate with it in an update.
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
