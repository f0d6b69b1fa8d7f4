import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import { idsOf } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Transaction } from '../../database/database';
import { DeploymentRepository } from '../../favorite/deployment/deployment.repository';
import { PolicyWriter } from '../../favorite/policy/policy-writer';
import { EvaluationService } from '../../favorite/store/evaluation.service';
import { type FavoriteState, FavoriteStateRepository } from '../../favorite/store/favorite-state.repository';
import { IMPORTED_WITH_SERIES } from '../../favorite/store/favorite.entity';
import type { Policy } from '../../favorite/store/policy';
import type { PlacedVersion, Run } from './inventory-favorites';

/** The series of favorites that uploads made for tags such as `postgres:16`, and whose policy their owners have not written since. */
@Injectable()
export class TagSeries {
  constructor(
    private readonly deployments: DeploymentRepository,
    private readonly favorites: FavoriteStateRepository,
    private readonly policies: PolicyWriter,
    private readonly evaluation: EvaluationService,
  ) {}

  /**
   * A favorite goes on to the series that all its images follow now, if it has the version of that. Otherwise it stays on none: of updates of
   * one series, the images of another would learn nothing. In the transaction that has settled the favorites.
   * @param former the favorites as they were locked
   */
  async follow(
    sql: Transaction,
    { caller, inventoryId }: Run,
    placed: PlacedVersion[],
    former: FavoriteState[],
    now: UtcTimestamp,
  ): Promise<void> {
    const coming = groupBy(placed, (one) => one.placed.softwareId);
    const ids = idsOf(former.filter((one) => one.imported === IMPORTED_WITH_SERIES && coming.has(one.softwareId)));
    if (ids.length === 0) return;
    const rows = groupBy(await this.deployments.counting(sql, ids, inventoryId), (row) => row.favorite_id);
    const change = ({ series: is }: Policy, { id, softwareId, versionId }: FavoriteState) => {
      const ones = coming.get(softwareId)!;
      const [series = null, ...others] = new Set(ones.map(({ placed: one }) => one.follows));
      if (series === is && others.length === 0) return null;
      const versions = new Set(ones.map((one) => one.versionId));
      const areAll = rows.get(id)!.every((row) => row.is_ours && versions.has(row.version_id));
      return { series: areAll && others.length === 0 && versions.has(versionId) ? series : null };
    };
    const favorites = await this.favorites.find(sql, caller.userId, ids);
    const details = { inventory: inventoryId };
    const { before, problems } = await this.policies.write(sql, caller, favorites, change, now, details);
    const unreadable = favorites.filter(({ id }) => problems.has(id));
    await this.policies.write(sql, caller, unreadable, () => ({ series: null }), now, details);
    if (before.size === 0) return;
    const written = await this.favorites.find(sql, caller.userId, [...before.keys()]);
    const followed = written.flatMap((one) => (one.hasPolicy ? { ...one, imported: IMPORTED_WITH_SERIES } : []));
    if (followed.length === 0) return;
    await this.favorites.write(sql, ['imported'], followed);
    // As when it was made.
    await this.evaluation.evaluateAllWritten(sql, idsOf(followed), 'always', now);
  }
}
