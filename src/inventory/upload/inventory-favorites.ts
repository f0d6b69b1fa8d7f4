import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { auditAll } from '../../access/audit/audit.repository';
import { assertQuota, lockUser } from '../../access/user/user.repository';
import { idsOf } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import type { Transaction } from '../../database/database';
import { DeploymentRepository, type StoredDeployment } from '../../favorite/deployment/deployment.repository';
import { PolicyRepository } from '../../favorite/policy/policy.repository';
import { EvaluationService } from '../../favorite/store/evaluation.service';
import {
  type FavoriteState,
  FavoriteStateRepository,
  newFavorite,
} from '../../favorite/store/favorite-state.repository';
import { FavoriteWriter } from '../../favorite/store/favorite-writer';
import { IMPORTED } from '../../favorite/store/favorite.entity';
import { NO_POLICY } from '../../favorite/store/policy';
import { lockProducts } from '../../software/software.repository';
import { SoftwareSourceService } from '../../source/polling/software-source.service';
import type { Change } from './changes';
import type { PlacedVersion, Run } from './inventory-plan';
import { importedBy, isOwn, LabelPolicies } from './label-policies';

/** The favorites of what inventories have: makes, moves and deletes them as their deployments come and go. */
@Injectable()
export class InventoryFavorites {
  constructor(
    private readonly deployments: DeploymentRepository,
    private readonly favorites: FavoriteStateRepository,
    private readonly writer: FavoriteWriter,
    private readonly policies: PolicyRepository,
    private readonly evaluation: EvaluationService,
    private readonly sources: SoftwareSourceService,
    private readonly config: Config,
    private readonly labels: LabelPolicies,
  ) {}

  /** Locks the user if favorites will be made, then favorites and products. */
  async lock(sql: Transaction, { caller }: Run, changes: Change[]): Promise<FavoriteState[]> {
    const softwareIds = changes.map(({ softwareId }) => softwareId);
    const known = await this.favorites.idsOfSoftware(sql, caller.userId, softwareIds);
    const missing = changes.filter(({ softwareId, placed }) => placed.length > 0 && !known.has(softwareId));
    if (missing.length > 0) await lockUser(sql, caller.userId);
    const ids = [...known.values()];
    const states = ids.length > 0 ? await this.favorites.lock(sql, caller.userId, ids) : [];
    const products = missing.map(({ softwareId }) => softwareId);
    if (missing.length > 0) await lockProducts(sql, products);
    return states;
  }

  /** Of products that have none yet. */
  async make(
    sql: Transaction,
    { caller, inventoryId }: Run,
    placed: PlacedVersion[],
    states: FavoriteState[],
    now: UtcTimestamp,
  ): Promise<FavoriteState[]> {
    const tracked = new Set(states.map(({ softwareId }) => softwareId));
    const first = new Map<string, PlacedVersion>();
    for (const one of placed)
      if (!tracked.has(one.placed.softwareId) && !first.has(one.placed.softwareId))
        first.set(one.placed.softwareId, one);
    if (first.size === 0) return [];
    const { userId } = caller;
    const made = [...first.values()].map(({ versionId, placed: one }) => ({
      ...newFavorite({ userId, softwareId: one.softwareId, versionId }, now),
      ...{ imported: importedBy(one.policy), hasPolicy: isOwn(one.policy) },
    }));
    await this.favorites.insert(sql, made, now);
    const policyOf = ({ softwareId }: FavoriteState) => first.get(softwareId)!.placed.policy;
    await this.labels.write(
      sql,
      made.map((one) => ({ id: one.id, softwareId: one.softwareId, policy: policyOf(one) })),
    );
    await assertQuota(sql, 'favorite', caller.userId, this.config.favoritesPerUser);
    const softwareIds = made.map(({ softwareId }) => softwareId);
    await this.sources.wake(sql, softwareIds);
    await auditAll(sql, caller, 'favorite.created', made, (one) => ({
      ...{ software: one.softwareId, version: one.versionId, inventory: inventoryId },
    }));
    return made;
  }

  /** Each favorite gets the lowest of its versions, of which lower ones wait unless they may lower it; a favorite without any deployment or reason to stay is deleted. */
  async settle(
    sql: Transaction,
    run: Run,
    former: FavoriteState[],
    created: FavoriteState[],
    gone: StoredDeployment[],
    now: UtcTimestamp,
  ): Promise<void> {
    const [states, made] = [[...former, ...created], new Set(idsOf(created))];
    if (states.length === 0) return;
    const lowest = await this.deployments.lowest(
      sql,
      idsOf(states),
      run.inventoryId,
      (row) => made.has(row.favorite_id) || (Boolean(row.is_ours) && run.mayLower?.(row) === true),
    );
    const empty = states.filter(({ id }) => !lowest.has(id));
    const deleted = await this.remove(sql, run, empty);
    const stay = states.filter(({ id }) => !deleted.has(id));
    const moved = stay.filter(({ id, versionId }) => (lowest.get(id) ?? versionId) !== versionId);
    const left = [...gone.map(({ version_id }) => version_id), ...moved.map(({ versionId }) => versionId)];
    const versions = moved.map(({ id }) => ({ id, versionId: lowest.get(id)! }));
    if (moved.length > 0) await this.favorites.write(sql, ['versionId'], versions);
    await this.writer.removeUnused(sql, left);
    const others = versions.filter(({ id }) => !made.has(id));
    if (others.length > 0)
      await auditAll(sql, run.caller, 'favorite.updated', others, ({ versionId: version }) => ({
        ...{ fields: ['version'], version, inventory: run.inventoryId },
      }));
    if (made.size > 0) await this.evaluation.evaluateAllWritten(sql, [...made], 'always', now);
    if (others.length > 0) await this.evaluation.evaluateAllWritten(sql, idsOf(others), 'unless-new', now);
  }

  /** Favorites that an import created and nobody has added anything to. @returns their ids */
  private async remove(sql: Transaction, { caller, inventoryId }: Run, states: FavoriteState[]): Promise<Set<string>> {
    const imported = states.filter((state) => state.imported !== null);
    if (imported.length === 0) return new Set();
    const policies = await this.policies.findAll(sql, idsOf(imported));
    const bare = imported.filter(
      ({ id, notes, imported: by }) =>
        notes === null && (by !== IMPORTED || isDeepStrictEqual(policies.get(id)?.policy ?? NO_POLICY, NO_POLICY)),
    );
    if (bare.length === 0) return new Set();
    await this.writer.delete(sql, bare);
    const detailsOf = ({ softwareId: software }: FavoriteState) => ({ software, inventory: inventoryId });
    await auditAll(sql, caller, 'favorite.deleted', bare, detailsOf);
    return new Set(idsOf(bare));
  }
}
