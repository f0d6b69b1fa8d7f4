import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import { assign, type Dialect } from '../../database/dialect';
import type { FavoriteScope, LockedFavorites } from './favorite-scope';
import { LATEST_OFFER, ofHigher, policyOffers } from './offer.repository';
import { StepRepository } from './step.repository';
import { SupportRepository } from './support.repository';

/** Sets the available version of favorites with its step and date, the flag `update_available`, and support: always in sets. */
@Injectable()
export class FlagRepository {
  constructor(
    private readonly steps: StepRepository,
    private readonly support: SupportRepository,
  ) {}

  /**
   * Makes the product's latest version available to each favorite, or the one that its policy allows, if it is higher than the version in
   * use. Finds the favorites by the index of the scope.
   * @param now decides about snoozes and ages
   * @param isWritten whether their owner has written them: their policies may be others than before
   * @returns how many flags changed
   */
  async flagOutdated(sql: Sql, locked: LockedFavorites, now: UtcTimestamp, isWritten = false): Promise<number> {
    const { scope, favorites } = locked;
    await this.support.refresh(sql, locked, now, isWritten);
    let changed = await this.offerLatest(sql, { scope, favorites });
    if (favorites.some(({ has_policy }) => has_policy === 1)) changed += await this.offerByPolicy(sql, scope, now);
    // Without an update before, each change raised a flag.
    if (changed === 0 || favorites.every(({ update_available }) => update_available === 0)) return changed;
    return this.countFlipped(sql, { scope, favorites });
  }

  /** The fast path, of favorites without a policy. @returns how many have another available version than before */
  private async offerLatest(sql: Sql, { scope, favorites }: LockedFavorites): Promise<number> {
    const at = ofHigher('lv.created_at');
    const inUse = favorites.filter(({ has_policy }) => has_policy === 0).map(({ version_id }) => version_id);
    const step = await this.steps.toLatest(sql, [...new Set(inUse)]);
    const statement = sql.dialect.updateWith('favorite', {
      index: scope.index,
      joins: { 'software s': 's.id = favorite.software_id', 'version tv': 'tv.id = favorite.version_id' },
      leftJoins: { 'version lv': 'lv.id = s.latest_version_id' },
      set: { ...offer(sql.dialect, LATEST_OFFER), available_step: step.text, available_at: at },
      // Also when the version in use is another one, or the date of the available one: then its step or date is.
      where: `${scope.condition('favorite')} AND favorite.has_policy = 0 AND (${offersOther(LATEST_OFFER)}
        OR COALESCE(favorite.available_step, -1) <> COALESCE(${step.text}, -1) OR ${differ('favorite.available_at', at)})`,
    });
    return sql.execute(statement, [...step.parameters, ...scope.parameters, ...step.parameters]);
  }

  /** @returns how many have another available version than before */
  private async offerByPolicy(sql: Sql, scope: FavoriteScope, now: UtcTimestamp): Promise<number> {
    const { text: source, parameters } = policyOffers(sql.dialect, scope, now, 'AND f.has_policy = 1');
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
