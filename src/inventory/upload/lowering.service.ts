import { Injectable } from '@nestjs/common';
import { TimeSlice } from 'small-parts';
import { compareKeys, PatternBudget } from 'version-order';
import { getOrMake } from '../../common/get-or-make';
import { Database } from '../../database/database';
import { orderingOf } from '../../version/versions/ordering-settings';
import { placeOf } from '../../version/versions/own-version';
import { isWithin, type Lowered, type Placed, type Plan } from './inventory-plan';
import { DeploymentRepository } from '../../favorite/deployment/deployment.repository';

/** Milliseconds for the patterns of one product, and for those of all together. */
const PRODUCT_MS = 200;
const ALL_MS = 2_000;

/** Compares what an upload brings with the versions in use: a favorite shows the lowest version of its deployments. */
@Injectable()
export class LoweringService {
  constructor(
    private readonly database: Database,
    private readonly deployments: DeploymentRepository,
  ) {}

  /** Series that have the version in use get it. @param places of the components */
  async settleSeries(userId: string, places: Placed[]): Promise<Placed[]> {
    const inUse = await this.inUse(
      userId,
      places.filter(({ series }) => series !== undefined),
    );
    return places.map((one) => {
      const current = inUse.get(one.softwareId);
      return current && isWithin(current.version_key, one.series) ? { ...one, version: current.version } : one;
    });
  }

  /** One entry for each favorite that would show a lower version, with the lowest of the file. By name of product. @param environment of the inventory */
  async lowered(
    userId: string,
    { added, moved, unchanged, favorites }: Pick<Plan, 'added' | 'moved' | 'unchanged' | 'favorites'>,
    environment: string | null,
  ): Promise<Lowered[]> {
    const coming = [...added, ...moved.map(({ placed }) => placed)].filter(({ softwareId }) =>
      favorites.has(softwareId),
    );
    const lowest = new Map<string, Lowered & { key: string }>();
    const note = (one: Lowered & { key: string }) => {
      const known = lowest.get(one.placed.softwareId);
      if (known === undefined || compareKeys(one.key, known.key) < 0) lowest.set(one.placed.softwareId, one);
    };
    for (const { placed, stored } of unchanged)
      if (stored.waits) note({ placed, stored, from: stored.in_use, key: stored.version_key });
    const inUse = await this.inUse(userId, coming, environment);
    const keys = await this.deployments.keysOf(
      this.database,
      coming.map(({ softwareId, label, version }) => [softwareId, version ?? label]),
    );
    const slice = new TimeSlice();
    const whole = new PatternBudget(ALL_MS);
    const budgets = new Map<string, PatternBudget>();
    for (const placed of coming) {
      if (slice.isOver) await slice.next();
      const { softwareId } = placed;
      const label = placed.version ?? placed.label;
      const current = inUse.get(softwareId);
      // Removed meanwhile: it becomes a new favorite.
      if (current === undefined || current.answers) continue;
      const budget = getOrMake(budgets, softwareId, () => new PatternBudget(PRODUCT_MS, whole));
      const key = keys.get(`${softwareId} ${label}`) ?? keyOf(placeOf(orderingOf(current), label, budget));
      // A version that cannot be compared is refused when it is written.
      if (key !== null && compareKeys(key, current.version_key) < 0) note({ placed, from: current.version, key });
    }
    return [...lowest.values()].sort((a, b) => (a.placed.software < b.placed.software ? -1 : 1));
  }

  private inUse(userId: string, places: Placed[], environment: string | null = null) {
    const ids = [...new Set(places.map(({ softwareId }) => softwareId))];
    return this.deployments.inUse(this.database, userId, ids, environment);
  }
}

const keyOf = (place: ReturnType<typeof placeOf>) => ('problem' in place ? null : place.key);
