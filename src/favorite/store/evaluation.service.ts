import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql, Transaction } from '../../database/database';
import { ProfileService } from '../../access/user/profile.service';
import { EvaluationRepository } from './evaluation.repository';
import { duePolicies, favoritesById, type LockedFavorites } from './favorite-scope';
import { FavoriteStateRepository } from './favorite-state.repository';
import { HighlightRepository } from './highlight.repository';
import { StepRepository } from './step.repository';
import { RiskService } from './risk.service';
import { UrgentService } from './urgent.service';
import { SupportRepository } from './support.repository';

/**
 * Whether an owner who writes a favorite acknowledges the available version, which then needs no notification. `unless-new`: not while a
 * check is pending that will notify of it. `unless-higher`: nor if it is higher than the version that the owner knows.
 */
export type Acknowledgement = 'always' | 'unless-new' | 'unless-higher' | 'never';

/** Evaluates favorites: in the update check, and when their owner writes them, their profile or their channels. */
@Injectable()
export class EvaluationService implements OnModuleInit {
  constructor(
    private readonly evaluation: EvaluationRepository,
    private readonly favorites: FavoriteStateRepository,
    private readonly steps: StepRepository,
    private readonly support: SupportRepository,
    private readonly risks: RiskService,
    private readonly urgent: UrgentService,
    private readonly highlights: HighlightRepository,
    private readonly profiles: ProfileService,
  ) {}

  onModuleInit(): void {
    this.profiles.onChange(async (sql, userId, changed) => {
      if (changed.notify_always === undefined) return;
      for await (const ids of this.evaluation.idsOfUser(sql, userId))
        await this.evaluation.refreshReminders(sql, favoritesById(ids));
    });
  }

  /** @param wasDue whether its policy was due before it was written: the next check still has to notify then */
  evaluateWritten(
    sql: Transaction,
    favoriteId: string,
    acknowledgement: Acknowledgement,
    now: UtcTimestamp,
    wasDue = false,
  ): Promise<void> {
    return this.evaluateAllWritten(sql, [favoriteId], acknowledgement, now, wasDue ? [favoriteId] : []);
  }

  /** The same for favorites that their owner writes together. @param ids at least one */
  async evaluateAllWritten(
    sql: Sql,
    ids: string[],
    acknowledgement: Acknowledgement,
    now: UtcTimestamp,
    wereDue: string[] = [],
  ): Promise<void> {
    const locked = await this.evaluation.lock(sql, favoritesById(ids));
    await this.flagOutdated(sql, locked, now, true);
    if (acknowledgement === 'always') await this.favorites.acknowledge(sql, locked.scope);
    else await this.acknowledgeUnlessPending(sql, ids, acknowledgement, now, [...wereDue, ...duePolicies(locked, now)]);
    await this.evaluation.refreshReminders(sql, locked.scope);
  }

  /** After an undo, the next check decides what their owner has to be notified of: acknowledgements by the undone change do not count any more. */
  async evaluateRestored(sql: Sql, ids: string[], now: UtcTimestamp): Promise<void> {
    await this.evaluateAllWritten(sql, ids, 'never', now);
    await this.evaluation.evaluateAt(sql, ids, now);
  }

  /**
   * Sets support, risk and what notes warn of, and makes the product's latest version available to each favorite, or the one that its policy allows, if it is higher than
   * the version in use. Finds the favorites by the index of the scope.
   * @param now decides about snoozes and ages
   * @param isWritten whether their owner has written them: their policies may be others than before
   * @returns how many flags changed
   */
  async flagOutdated(sql: Sql, locked: LockedFavorites, now: UtcTimestamp, isWritten = false): Promise<number> {
    const { scope, favorites } = locked;
    await this.support.refresh(sql, locked, now, isWritten);
    const withoutPolicy = favorites.filter(({ has_policy }) => has_policy === 0);
    const latest = await this.steps.toLatest(sql, [...new Set(withoutPolicy.map(({ version_id }) => version_id))]);
    let changed = await this.evaluation.offerLatest(sql, scope, latest.step);
    if (withoutPolicy.length < favorites.length) {
      const again = await this.urgent.decide(sql, locked, now);
      changed += await this.evaluation.offerByPolicy(sql, scope, now);
      await this.evaluation.evaluateBy(sql, again);
      await this.steps.refreshSteps(sql, scope);
    }
    await this.evaluation.evaluateNext(sql, await this.risks.refresh(sql, locked, now, isWritten));
    await this.highlights.refreshBreaking(sql, locked, latest, now);
    // Without an update before, each change raised a flag.
    if (changed === 0 || favorites.every(({ update_available }) => update_available === 0)) return changed;
    return this.evaluation.countFlipped(sql, locked);
  }

  /** Makes the next check notify a user of outstanding updates that were not notified, as there may be a channel for them now. */
  async recheckUnnotified(sql: Sql, userId: string): Promise<void> {
    for await (const ids of this.evaluation.outstandingOfUser(sql, userId))
      await this.evaluation.evaluateNext(sql, await this.favorites.findUnnotified(sql, ids));
  }

  /** @param due the next check evaluates these, and notifies of what is new to their owner */
  private async acknowledgeUnlessPending(
    sql: Sql,
    ids: string[],
    acknowledgement: Acknowledgement,
    now: UtcTimestamp,
    due: string[],
  ): Promise<void> {
    const pending = new Set(due);
    const others = () => ids.filter((id) => !pending.has(id));
    if (acknowledgement !== 'never')
      for (const id of await this.favorites.unnotifiedAmong(sql, others(), acknowledgement === 'unless-higher'))
        pending.add(id);
    await this.evaluation.evaluateAt(sql, [...pending], now);
    if (acknowledgement !== 'never' && others().length > 0)
      await this.favorites.acknowledgeIfChecked(sql, favoritesById(others()));
  }
}
