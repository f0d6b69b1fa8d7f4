import { Injectable } from '@nestjs/common';
import type { Rejected } from 'inventory-reader';
import { idsOf, newId } from '../../common/ids';
import { Problem } from '../../api/problem/problem';
import { Database, type Transaction } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { JournalRepository } from '../../favorite/journal/journal.repository';
import { OwnVersionService } from '../../version/versions/own-version.service';
import { type Change, type Changes, changesOf, pagesOf } from './changes';
import { InventoryFavorites } from './inventory-favorites';
import type { Placed, Plan, PlacedVersion, Run } from './inventory-plan';
import { DeploymentRepository } from '../../favorite/deployment/deployment.repository';
import { InventoryRepository } from '../store/inventory.repository';
import { LabelPolicies } from './label-policies';

/** Writes the deployments of an upload, in transactions, until another upload begins. */
@Injectable()
export class InventoryWriter {
  constructor(
    private readonly database: Database,
    private readonly inventories: InventoryRepository,
    private readonly deployments: DeploymentRepository,
    private readonly favorites: InventoryFavorites,
    private readonly versions: OwnVersionService,
    private readonly clock: DatabaseClock,
    private readonly journal: JournalRepository,
    private readonly labels: LabelPolicies,
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

  /** Of what has the version that it had. */
  async followTags(sql: Transaction, { unchanged }: Pick<Plan, 'unchanged'>): Promise<void> {
    const tags = unchanged.flatMap(({ placed, stored }) => {
      const tag = placed.component.moving?.tag ?? null;
      return tag === stored.tag ? [] : [[stored.id, tag] as const];
    });
    await this.deployments.setTags(sql, tags);
  }

  private async writePage(sql: Transaction, run: Run, changes: Change[]): Promise<Rejected[]> {
    await this.assertOurs(sql, run);
    const states = await this.favorites.lock(sql, run, changes);
    const rejected: Rejected[] = [];
    const placed = await this.versionsOf(sql, changes, rejected);
    const now = await this.clock.now(sql);
    const made = await this.favorites.make(sql, run, placed, states, now);
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
        tag: one.component.moving?.tag ?? null,
      })),
      now,
    );
    if (run.isRecorded) {
      const rows = [...gone, ...changes.flatMap((change) => change.accepted ?? [])];
      const products = [...placed.map(({ placed: one }) => one.softwareId), ...rows.map((row) => row.software_id)];
      await this.journal.count(sql, run.id, [...new Set(products)]);
    }
    await this.favorites.settle(sql, run, states, made, gone, now);
    await this.labels.follow(sql, run, placed, states, now);
    return rejected;
  }

  private async versionsOf(sql: Transaction, changes: Change[], rejected: Rejected[]): Promise<PlacedVersion[]> {
    const placed = changes.flatMap((change) => change.placed);
    const known = await this.versions.known(
      sql,
      placed.map((one) => [one.softwareId, versionOf(one)]),
    );
    const found: PlacedVersion[] = [];
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
}

const versionOf = ({ label, version }: Placed) => version ?? label;
