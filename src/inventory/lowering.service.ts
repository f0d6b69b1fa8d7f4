import { Injectable } from '@nestjs/common';
import { TimeSlice } from '../common/concurrency/time-slice';
import { Database } from '../database/database';
import { compareKeys } from '../version/ordering/scheme';
import { orderingOf } from '../version/ordering-settings';
import { PatternBudget } from '../version/ordering/pattern-budget';
import { placeOf } from '../version/own-version';
import type { Lowered, Placed, Plan } from './inventory-plan';
import { DeploymentRepository } from '../favorite/deployment/deployment.repository';

/** Milliseconds for the patterns of one product, and for those of all together. */
const PRODUCT_MS = 200;
const ALL_MS = 2_000;

/** Finds the favorites whose version an upload would lower, as a favorite shows the lowest version of its deployments. */
@Injectable()
export class LoweringService {
  constructor(
    private readonly database: Database,
    private readonly deployments: DeploymentRepository,
  ) {}

  /** One entry for each favorite, with the lowest of its new labels. By name of product. */
  async lowered(
    userId: string,
    { added, moved, favorites }: Pick<Plan, 'added' | 'moved' | 'favorites'>,
  ): Promise<Lowered[]> {
    const coming = [...added, ...moved.map(({ placed }) => placed)].filter(({ softwareId }) =>
      favorites.has(softwareId),
    );
    if (coming.length === 0) return [];
    const inUse = await this.deployments.inUse(this.database, userId, [
      ...new Set(coming.map(({ softwareId }) => softwareId)),
    ]);
    const keys = await this.deployments.keysOf(
      this.database,
      coming.map(({ softwareId, label }) => [softwareId, label]),
    );
    const slice = new TimeSlice();
    const whole = new PatternBudget(ALL_MS);
    const budgets = new Map<string, PatternBudget>();
    const lowest = new Map<string, { placed: Placed; key: string; from: string }>();
    for (const placed of coming) {
      if (slice.isOver) await slice.next();
      const { softwareId, label } = placed;
      const current = inUse.get(softwareId);
      // Removed meanwhile: it becomes a new favorite.
      if (current === undefined) continue;
      const budget = budgets.get(softwareId) ?? new PatternBudget(PRODUCT_MS, whole);
      budgets.set(softwareId, budget);
      const key = keys.get(`${softwareId} ${label}`) ?? keyOf(placeOf(orderingOf(current), label, budget));
      // A version that cannot be compared is refused when it is written.
      if (key === null || compareKeys(key, current.version_key) >= 0) continue;
      const known = lowest.get(softwareId);
      if (known === undefined || compareKeys(key, known.key) < 0)
        lowest.set(softwareId, { placed, key, from: current.version });
    }
    return [...lowest.values()]
      .map(({ placed, from }) => ({ placed, from }))
      .sort((a, b) => (a.placed.software < b.placed.software ? -1 : 1));
  }
}

const keyOf = (place: ReturnType<typeof placeOf>) => ('problem' in place ? null : place.key);
