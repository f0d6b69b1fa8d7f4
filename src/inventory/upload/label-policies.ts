import { Injectable } from '@nestjs/common';
import type { LabelPolicy } from 'inventory-reader';
import { groupBy } from 'small-parts';
import type { KeyRange } from 'version-order';
import { idsOf } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql } from '../../database/database';
import { DeploymentRepository } from '../../favorite/deployment/deployment.repository';
import { PolicyWriter } from '../../favorite/policy/policy-writer';
import { PolicyRepository } from '../../favorite/policy/policy.repository';
import { EvaluationService } from '../../favorite/store/evaluation.service';
import { type FavoriteState, FavoriteStateRepository } from '../../favorite/store/favorite-state.repository';
import { IMPORTED, IMPORTED_WITH_POLICY, IMPORTED_WITH_SERIES } from '../../favorite/store/favorite.entity';
import { NO_POLICY, type Policy } from '../../favorite/store/policy';
import { orderingOf } from '../../version/versions/ordering-settings';
import { OrderingRepository } from '../../version/versions/ordering.repository';
import type { Placed, PlacedVersion, Run } from './inventory-plan';

/** A favorite that an upload makes, and what labels say of it: one of a product. */
interface Labelled {
  id: string;
  softwareId: string;
  policy?: LabelPolicy | undefined;
}

/** Labels of other trackers, and tags such as `postgres:16`, as policies of the favorites that an upload makes. Those that there are belong to their owners. */
@Injectable()
export class LabelPolicies {
  constructor(
    private readonly database: Database,
    private readonly orderings: OrderingRepository,
    private readonly policies: PolicyRepository,
    private readonly deployments: DeploymentRepository,
    private readonly favorites: FavoriteStateRepository,
    private readonly writer: PolicyWriter,
    private readonly evaluation: EvaluationService,
  ) {}

  /**
   * The policies of new favorites: a favorite is for all containers of its product, so all of them must say the same.
   * @param favorites by product: those that there are
   */
  async settle(
    placed: Placed[],
    favorites: ReadonlyMap<string, string>,
  ): Promise<{ placed: Placed[]; warnings: string[] }> {
    const labelled = new Set(placed.filter(policyOf).map(({ softwareId }) => softwareId));
    const fresh = placed.filter(({ softwareId }) => labelled.has(softwareId) && !favorites.has(softwareId));
    if (fresh.length === 0) return { placed, warnings: [] };
    const agreed = new Map<string, LabelPolicy>();
    const warnings: string[] = [];
    // Of tags there is nothing to tell.
    const not = ({ component, software }: Placed, why: string) =>
      component.policy && warnings.push(`Labels of ${software} are not taken over: ${why}.`);
    for (const [softwareId, ones] of groupBy(fresh, (one) => one.softwareId)) {
      const first = ones.find((one) => one.component.policy) ?? ones.find(policyOf)!;
      const policy = policyOf(first)!;
      if (ones.every((one) => textOf(policyOf(one)) === textOf(policy))) agreed.set(softwareId, policy);
      else not(first, 'its containers have different ones, and one favorite is for all of them');
    }
    const ranges = await this.rangesOf(this.database, agreed);
    for (const one of fresh)
      if (ranges.get(one.softwareId) === null && agreed.delete(one.softwareId))
        not(one, 'its versions have no such series');
    return {
      placed: placed.map((one) => ({
        ...one,
        ...(agreed.has(one.softwareId) && { policy: agreed.get(one.softwareId)! }),
      })),
      warnings,
    };
  }

  /** In the transaction that has made the favorites, before they are evaluated. */
  async write(sql: Sql, favorites: Labelled[]): Promise<void> {
    const policies = new Map(
      favorites.flatMap(({ softwareId, policy }) => (isOwn(policy) ? [[softwareId, policy] as const] : [])),
    );
    if (policies.size === 0) return;
    const ranges = await this.rangesOf(sql, policies);
    const rowOf = (softwareId: string, policy: LabelPolicy) => ({
      policy: {
        ...NO_POLICY,
        ...{ include_prereleases: policy.prereleases, series: policy.series, minimum_age_days: policy.minimumAgeDays },
      },
      // As a series that cannot be read any more: see `SeriesService`.
      range: policy.series === null ? null : (ranges.get(softwareId) ?? { gte: '', lt: '' }),
    });
    const ofSoftware = new Map(favorites.map(({ id, softwareId }) => [softwareId, id]));
    await this.policies.replaceAll(
      sql,
      new Map([...policies].map(([softwareId, policy]) => [ofSoftware.get(softwareId)!, rowOf(softwareId, policy)])),
    );
  }

  /**
   * A favorite that was made for a tag of a series goes on to the one that all its images follow now, if it has the version of that. Otherwise
   * it stays on none: of updates of one series, the images of another would learn nothing. In the transaction that has settled the favorites.
   * @param former the favorites as they were locked
   */
  async follow(sql: Sql, run: Run, placed: PlacedVersion[], former: FavoriteState[], now: UtcTimestamp): Promise<void> {
    const coming = groupBy(placed, (one) => one.placed.softwareId);
    const ids = idsOf(former.filter((one) => one.imported === IMPORTED_WITH_SERIES && coming.has(one.softwareId)));
    if (ids.length === 0) return;
    const rows = groupBy(await this.deployments.counting(sql, ids, run.inventoryId), (row) => row.favorite_id);
    const goesOn = new Set<string>();
    const change = ({ series: is }: Policy, { id, softwareId, versionId }: FavoriteState) => {
      const ones = coming.get(softwareId)!;
      const [series = null, ...others] = new Set(ones.map((one) => one.placed.follows));
      if (series === is && others.length === 0) return null;
      const versions = new Set(ones.map((one) => one.versionId));
      const areAll = rows.get(id)?.every((row) => row.is_ours && versions.has(row.version_id));
      if (series === null || others.length > 0 || !areAll || !versions.has(versionId)) return { series: null };
      goesOn.add(id);
      return { series };
    };
    const { caller, inventoryId: inventory } = run;
    const favorites = await this.favorites.find(sql, caller.userId, ids);
    const { problems } = await this.writer.write(sql, caller, favorites, change, now, { inventory });
    const unreadable = favorites.filter(({ id }) => problems.has(id));
    await this.writer.write(sql, caller, unreadable, () => ({ series: null }), now, { inventory });
    const followed = favorites.flatMap(({ id }) =>
      goesOn.has(id) && !problems.has(id) ? { id, imported: IMPORTED_WITH_SERIES } : [],
    );
    if (followed.length === 0) return;
    await this.favorites.write(sql, ['imported'], followed);
    // As when it was made.
    await this.evaluation.evaluateAllWritten(sql, idsOf(followed), 'always', now);
  }

  /** By product; null = its order has no such series. */
  private async rangesOf(sql: Sql, policies: ReadonlyMap<string, LabelPolicy>): Promise<Map<string, KeyRange | null>> {
    const wanted = [...policies].filter(([, { series }]) => series !== null).map(([id]) => id);
    const products = wanted.length === 0 ? [] : await this.orderings.findProducts(sql, wanted);
    return new Map(products.map((row) => [row.id, orderingOf(row).seriesRange(policies.get(row.id)!.series!)]));
  }
}

/** What its labels say; without any, that it stays on the series that its tag follows. */
const policyOf = ({ component, follows: series }: Placed): LabelPolicy | undefined =>
  component.policy ??
  (series === undefined ? undefined : { labels: [], prereleases: false, series, minimumAgeDays: null });

/** Whether it says anything that a favorite does not do without a policy. */
export const isOwn = (policy: LabelPolicy | undefined): policy is LabelPolicy =>
  policy !== undefined && (policy.prereleases || policy.series !== null || policy.minimumAgeDays !== null);

export const importedBy = (policy: LabelPolicy | undefined) =>
  !isOwn(policy) ? IMPORTED : policy.labels.length > 0 ? IMPORTED_WITH_POLICY : IMPORTED_WITH_SERIES;

/** What it says, whichever labels say so. */
const textOf = (policy?: LabelPolicy) => JSON.stringify(isOwn(policy) ? { ...policy, labels: [] } : null);
