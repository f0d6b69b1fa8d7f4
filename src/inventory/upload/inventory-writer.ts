import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Rejected } from 'inventory-reader';
import { auditAll } from '../../access/audit/audit.repository';
import type { UserActor } from '../../api/identity/actor';
import { idsOf, newId } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Problem } from '../../api/problem/problem';
import { Config } from '../../config/config';
import { Database, type Transaction } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { PolicyRepository } from '../../favorite/policy/policy.repository';
import { NO_POLICY } from '../../favorite/store/policy';
import { JournalRepository } from '../../favorite/journal/journal.repository';
import { EvaluationService } from '../../favorite/store/evaluation.service';
import {
  type FavoriteState,
  FavoriteStateRepository,
  newFavorite,
} from '../../favorite/store/favorite-state.repository';
import { FavoriteWriter } from '../../favorite/store/favorite-writer';
import { SoftwareSourceService } from '../../source/polling/software-source.service';
import { assertQuota, lockUser } from '../../access/user/user.repository';
import { lockProducts } from '../../software/software.repository';
import { OwnVersionService } from '../../version/versions/own-version.service';
import { type Change, type Changes, changesOf, pagesOf } from './changes';
import type { Placed } from './inventory-plan';
import {
  type CountingRow,
  DeploymentRepository,
  type StoredDeployment,
} from '../../favorite/deployment/deployment.repository';
import { InventoryRepository } from '../store/inventory.repository';

/** The upload, or the deletion, that changes an inventory. */
export interface Run {
  id: string;
  inventoryId: string;
  caller: UserActor;
  /** Whether it is in the history. */
  isRecorded?: true;
  /** Whether a deployment that came may lower its favorite; the others wait. */
  mayLower?(row: CountingRow): boolean;
}

/** Writes the deployments of an upload, in transactions, until another upload begins. */
@Injectable()
export class InventoryWriter {
  constructor(
    private readonly database: Database,
    private readonly inventories: InventoryRepository,
    private readonly deployments: DeploymentRepository,
    private readonly favorites: FavoriteStateRepository,
    private readonly writer: FavoriteWriter,
    private readonly policies: PolicyRepository,
    private readonly versions: OwnVersionService,
    private readonly evaluation: EvaluationService,
    private readonly sources: SoftwareSourceService,
    private readonly clock: DatabaseClock,
    private readonly config: Config,
    private readonly journal: JournalRepository,
  ) {}

  /** @throws Problem conflict when somebody has written since this revision was read */
  async begin(given: Omit<Run, 'id'>, revision: number): Promise<Run> {
    const run = { ...given, id: newId() };
    const { inventoryId, id } = run;
    if (await this.database.transaction((sql) => this.inventories.begin(sql, inventoryId, id, revision))) return run;
    throw new Problem('conflict', 'An upload of this inventory is under way.');
  }

  /** @returns components that were refused after all: the product could not have another version */
  async write(run: Run, plan: Changes): Promise<Rejected[]> {
    const rejected: Rejected[] = [];
    for (const page of pagesOf(changesOf(plan)))
      rejected.push(...(await this.database.transaction((sql) => this.writePage(sql, run, page))));
    return rejected;
  }

  /** @throws Problem conflict when another upload has begun since */
  async assertOurs(sql: Transaction, { id, inventoryId }: Run): Promise<void> {
    if (!(await this.inventories.goOn(sql, inventoryId, id)))
      throw new Problem('conflict', 'A later upload of this inventory has replaced this one.');
  }

  private async writePage(sql: Transaction, run: Run, changes: Change[]): Promise<Rejected[]> {
    await this.assertOurs(sql, run);
    const states = await this.lock(sql, run, changes);
    const rejected: Rejected[] = [];
    const placed = await this.versionsOf(sql, changes, rejected);
    const now = await this.clock.now(sql);
    const made = await this.makeFavorites(sql, run, placed, states, now);
    const gone = changes.flatMap((change) => change.gone);
    await this.deployments.remove(sql, idsOf(gone));
    const favoriteOf = new Map(states.map(({ id, softwareId }) => [softwareId, id]));
    for (const { id, softwareId } of made) favoriteOf.set(softwareId, id);
    await this.deployments.insert(
      sql,
      placed.map(({ placed: one, versionId }) => ({
        id: newId(),
        inventoryId: run.inventoryId,
        favoriteId: favoriteOf.get(one.softwareId)!,
        versionId,
        label: one.label,
        name: one.component.name,
      })),
      now,
    );
    if (run.isRecorded) {
      const rows = [...gone, ...changes.flatMap((change) => change.accepted ?? [])];
      const products = [...placed.map(({ placed: one }) => one.softwareId), ...rows.map((row) => row.software_id)];
      await this.journal.count(sql, run.id, [...new Set(products)]);
    }
    await this.settle(sql, run, [...states, ...made], new Set(idsOf(made)), gone, now);
    return rejected;
  }

  /** Locks the user if favorites will be made, then favorites and products. */
  private async lock(sql: Transaction, { caller }: Run, changes: Change[]): Promise<FavoriteState[]> {
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

  private async versionsOf(
    sql: Transaction,
    changes: Change[],
    rejected: Rejected[],
  ): Promise<{ placed: Placed; versionId: string }[]> {
    const placed = changes.flatMap((change) => change.placed);
    const known = await this.versions.known(
      sql,
      placed.map((one) => [one.softwareId, versionOf(one)]),
    );
    const found: { placed: Placed; versionId: string }[] = [];
    for (const one of placed) {
      try {
        const versionId =
          known.get(`${one.softwareId} ${versionOf(one)}`) ??
          (await this.versions.named(sql, one.softwareId, versionOf(one), null));
        found.push({ placed: one, versionId });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        rejected.push({ where: one.component.where, reason: error.detail });
      }
    }
    return found;
  }

  private async makeFavorites(
    sql: Transaction,
    { caller, inventoryId }: Run,
    placed: { placed: Placed; versionId: string }[],
    states: FavoriteState[],
    now: UtcTimestamp,
  ): Promise<FavoriteState[]> {
    const tracked = new Set(states.map(({ softwareId }) => softwareId));
    const first = new Map<string, string>();
    for (const { placed: one, versionId } of placed)
      if (!tracked.has(one.softwareId) && !first.has(one.softwareId)) first.set(one.softwareId, versionId);
    if (first.size === 0) return [];
    const { userId } = caller;
    const made = [...first].map(([softwareId, versionId]) => ({
      ...newFavorite({ userId, softwareId, versionId }, now),
      imported: 1,
    }));
    await this.favorites.insert(sql, made, now);
    await assertQuota(sql, 'favorite', caller.userId, this.config.favoritesPerUser);
    const softwareIds = made.map(({ softwareId }) => softwareId);
    await this.sources.wake(sql, softwareIds);
    await auditAll(sql, caller, 'favorite.created', made, (one) => ({
      ...{ software: one.softwareId, version: one.versionId, inventory: inventoryId },
    }));
    return made;
  }

  /** Each favorite gets the lowest of its versions, of which lower ones wait unless they may lower it; a favorite without any deployment or reason to stay is deleted. */
  private async settle(
    sql: Transaction,
    run: Run,
    states: FavoriteState[],
    made: ReadonlySet<string>,
    gone: StoredDeployment[],
    now: UtcTimestamp,
  ): Promise<void> {
    if (states.length === 0) return;
    const lowest = await this.deployments.lowest(
      sql,
      idsOf(states),
      (row) => made.has(row.favorite_id) || (row.inventory_id === run.inventoryId && run.mayLower?.(row) === true),
    );
    const left = await this.removeFavorites(
      sql,
      run,
      states.filter(({ id }) => !lowest.has(id)),
    );
    const stay = states.filter(({ id }) => !left.has(id));
    const moved = stay.filter(({ id, versionId }) => (lowest.get(id) ?? versionId) !== versionId);
    const former = [...gone.map(({ version_id }) => version_id), ...moved.map(({ versionId }) => versionId)];
    const versions = moved.map(({ id }) => ({ id, versionId: lowest.get(id)! }));
    if (moved.length > 0) await this.favorites.write(sql, ['versionId'], versions);
    await this.writer.removeUnused(sql, former);
    await this.auditMoves(
      sql,
      run,
      versions.filter(({ id }) => !made.has(id)),
    );
    if (made.size > 0) await this.evaluation.evaluateAllWritten(sql, [...made], 'always', now);
    const others = idsOf(moved).filter((id) => !made.has(id));
    if (others.length > 0) await this.evaluation.evaluateAllWritten(sql, others, 'unless-new', now);
  }

  private async auditMoves(
    sql: Transaction,
    { caller, inventoryId }: Run,
    versions: { id: string; versionId: string }[],
  ): Promise<void> {
    if (versions.length === 0) return;
    await auditAll(sql, caller, 'favorite.updated', versions, ({ versionId: version }) => ({
      ...{ fields: ['version'], version, inventory: inventoryId },
    }));
  }

  /** Favorites that an import created and nobody has added anything to. @returns their ids */
  private async removeFavorites(
    sql: Transaction,
    { caller, inventoryId }: Run,
    states: FavoriteState[],
  ): Promise<Set<string>> {
    const imported = states.filter((state) => state.imported === 1);
    if (imported.length === 0) return new Set();
    const ids = idsOf(imported);
    const policies = await this.policies.findAll(sql, ids);
    const bare = imported.filter(
      ({ id, notes }) => notes === null && isDeepStrictEqual(policies.get(id)?.policy ?? NO_POLICY, NO_POLICY),
    );
    if (bare.length === 0) return new Set();
    await this.writer.delete(sql, bare);
    const detailsOf = ({ softwareId: software }: FavoriteState) => ({ software, inventory: inventoryId });
    await auditAll(sql, caller, 'favorite.deleted', bare, detailsOf);
    return new Set(idsOf(bare));
  }
}

const versionOf = ({ label, version }: Placed) => version ?? label;
