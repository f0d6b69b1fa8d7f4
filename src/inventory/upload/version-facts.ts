import { Injectable } from '@nestjs/common';
import { assess } from 'advisory-match';
import { TimeSlice } from 'small-parts';
import { AdvisoryRepository } from '../../advisory/store/advisory.repository';
import { Database } from '../../database/database';
import { DeploymentRepository } from '../../favorite/deployment/deployment.repository';
import { LifecycleRepository } from '../../version/lifecycle/lifecycle.repository';
import { toSupportResponse } from '../../version/lifecycle/lifecycle.response';
import { LifecycleService } from '../../version/lifecycle/lifecycle.service';
import { cycleOf } from '../../version/lifecycle/support';
import { OrderingRepository } from '../../version/versions/ordering.repository';
import { orderingOf } from '../../version/versions/ordering-settings';
import { FACTS_AT_MOST, type VersionFacts } from './dto/content.response';
import type { Placed } from './inventory-plan';

/** What matters about versions that nobody tracks yet, with few statements for all of them. */
@Injectable()
export class VersionFactsReader {
  constructor(
    private readonly database: Database,
    private readonly deployments: DeploymentRepository,
    private readonly orderings: OrderingRepository,
    private readonly advisories: AdvisoryRepository,
    private readonly lifecycles: LifecycleService,
    private readonly cycles: LifecycleRepository,
  ) {}

  async of(given: Placed[]): Promise<Map<Placed, VersionFacts>> {
    const placed = given.slice(0, FACTS_AT_MOST);
    if (placed.length === 0) return new Map();
    const ids = [...new Set(placed.map(({ softwareId }) => softwareId))];
    const products = new Map((await this.orderings.findProducts(this.database, ids)).map((row) => [row.id, row]));
    const labels = placed.map(({ softwareId, label }): [string, string] => [softwareId, label]);
    const keys = await this.deployments.keysOf(this.database, labels);
    const records = await this.advisories.recordsOf(this.database, ids);
    const cycles = await this.cycles.find(ids);
    const today = await this.lifecycles.today();
    const known = await this.lifecycles.knownSince(cycles, today);
    const facts = new Map<Placed, VersionFacts>();
    const slice = new TimeSlice();
    for (const one of placed) {
      if (slice.isOver) await slice.next();
      const { softwareId, label } = one;
      const row = products.get(softwareId);
      if (row === undefined) continue;
      const ordering = orderingOf(row);
      const read = ordering.read(label);
      const key = keys.get(`${softwareId} ${label}`) ?? read.key;
      // As a favorite without a policy is offered it.
      const isOffered = row.latest_key! > key && (row.latest_rank === 2 || (row.latest_rank === 1 && read.prerelease));
      const found = assess(label, ordering, records.get(softwareId) ?? []).filter(({ state }) => state === 'affected');
      const match = cycleOf(key, ordering.quickVersionIn(label), cycles.get(softwareId) ?? [], today);
      facts.set(one, {
        available: isOffered ? row.latest : null,
        vulnerabilities: found.length,
        critical: found.filter(({ severity }) => severity === 'critical').length,
        support: known.has(softwareId) ? toSupportResponse(match, today, known.get(softwareId)!) : null,
      });
    }
    return facts;
  }
}
