import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import { audit } from '../../access/audit/audit.repository';
import type { UserActor } from '../../api/identity/actor';
import { newId } from '../../common/ids';
import { Problem } from '../../api/problem/problem';
import { Database, type Transaction } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { pagesOf } from '../../database/rows';
import { DeploymentRepository } from '../../favorite/deployment/deployment.repository';
import { JournalRepository } from '../../favorite/journal/journal.repository';
import { EvaluationService } from '../../favorite/store/evaluation.service';
import { FavoriteStateRepository } from '../../favorite/store/favorite-state.repository';
import { FavoriteWriter } from '../../favorite/store/favorite-writer';
import { OwnVersionService } from '../../version/versions/own-version.service';
import type { UndoneUpload } from './dto/decision.response';
import type { Placed } from './inventory-plan';
import { InventoryService } from './inventory.service';
import { InventoryWriter, type Run } from './inventory-writer';
import { ChangeRepository } from '../store/change.repository';
import { InventoryRepository } from '../store/inventory.repository';

/** The version that a favorite had, and those that the upload gave its product. */
interface Former {
  softwareId: string;
  label: string;
  given: Set<string>;
}

/**
 * Takes the last upload of an inventory back: deployments that went come again, those that came go, and favorites have the versions that they
 * had. An undo that was interrupted can be asked for again.
 */
@Injectable()
export class InventoryUndo {
  constructor(
    private readonly database: Database,
    private readonly service: InventoryService,
    private readonly inventories: InventoryRepository,
    private readonly changes: ChangeRepository,
    private readonly journal: JournalRepository,
    private readonly deployments: DeploymentRepository,
    private readonly favorites: FavoriteStateRepository,
    private readonly favoriteWriter: FavoriteWriter,
    private readonly versions: OwnVersionService,
    private readonly evaluation: EvaluationService,
    private readonly writer: InventoryWriter,
    private readonly clock: DatabaseClock,
  ) {}

  async undo(caller: UserActor, name: string, uploadId: string): Promise<UndoneUpload> {
    const { id, revision } = await this.service.find(caller, name);
    const changes = await this.changes.of(this.database, id, uploadId);
    if (changes.length === 0) throw Problem.notFound('upload');
    const run: Run = { id: newId(), inventoryId: id, caller, mayLower: await this.floorsOf(changes) };
    if (!(await this.database.transaction((sql) => this.inventories.begin(sql, id, run.id, revision))))
      throw new Problem('conflict', 'An upload of this inventory is under way.');
    const stored = await this.deployments.ofInventory(this.database, id);
    const keyOf = (softwareId: string, label: string) => `${softwareId} ${label}`;
    const there = new Set(stored.map((row) => keyOf(row.software_id, row.label)));
    const came = new Set(changes.flatMap((row) => (row.becomes === null ? [] : [keyOf(row.software_id, row.becomes)])));
    const added = changes.flatMap((row) => (row.was === null ? [] : [formerOf(row.software_id, row.was, row.name!)]));
    const removed = stored.filter((row) => came.has(keyOf(row.software_id, row.label)));
    const back = added.filter(({ softwareId, label }) => {
      const key = keyOf(softwareId, label);
      return came.has(key) || !there.has(key);
    });
    await this.writer.write(run, { added: back, moved: [], removed });
    for (const page of pagesOf(formerVersions(changes)))
      await this.database.transaction((sql) => this.restoreVersions(sql, run, page));
    await this.database.transaction(async (sql) => {
      await this.writer.assertOurs(sql, run);
      await this.changes.clear(sql, id);
      await this.journal.lockToUndo(sql, uploadId);
      await audit(sql, caller, 'inventory.undone', id, { restored: back.length, removed: removed.length });
    });
    return { restored: back.length, removed: removed.length };
  }

  /** What comes back lowers its favorite as far as it was. */
  private async floorsOf(changes: { software_id: string; favorite_was: string | null }[]): Promise<Run['mayLower']> {
    const labels = changes.flatMap((row): [string, string][] =>
      row.favorite_was === null ? [] : [[row.software_id, row.favorite_was]],
    );
    const keys = await this.deployments.keysOf(this.database, labels);
    const floors = new Map(labels.map(([id, label]) => [id, { label, key: keys.get(`${id} ${label}`) }]));
    return ({ software_id: id, version, version_key: key }) => {
      const floor = floors.get(id);
      return floor !== undefined && (version === floor.label || (floor.key !== undefined && key >= floor.key));
    };
  }

  /** Of favorites that have a version of the upload still, and do not follow another inventory. */
  private async restoreVersions(sql: Transaction, run: Run, former: Former[]): Promise<void> {
    await this.writer.assertOurs(sql, run);
    const { userId } = run.caller;
    const of = new Map(former.map((one) => [one.softwareId, one]));
    const ids = [...(await this.favorites.idsOfSoftware(sql, userId, [...of.keys()])).values()];
    if (ids.length === 0) return;
    const states = await this.favorites.lock(sql, userId, ids);
    const counting = await this.deployments.counting(sql, ids);
    const elsewhere = new Map(
      counting
        .filter((row) => row.inventory_id !== run.inventoryId && row.version_key >= row.in_use_key)
        .map((row) => [row.favorite_id, row.version_id]),
    );
    const labels = await this.favorites.labels(
      sql,
      states.map(({ versionId }) => versionId),
    );
    const versions: { id: string; versionId: string }[] = [];
    const left: string[] = [];
    for (const { id, softwareId, versionId } of states) {
      const { label, given } = of.get(softwareId)!;
      const current = labels.get(versionId)!;
      if (current === label || !given.has(current)) continue;
      const former = elsewhere.get(id) ?? (await this.versions.named(sql, softwareId, label, null));
      if (former === versionId) continue;
      versions.push({ id, versionId: former });
      left.push(versionId);
    }
    if (versions.length === 0) return;
    await this.favorites.setVersions(sql, versions);
    await this.favoriteWriter.removeUnused(sql, left);
    const changed = versions.map(({ id }) => id);
    await this.evaluation.evaluateAllWritten(sql, changed, 'unless-new', await this.clock.now(sql));
  }
}

const formerOf = (softwareId: string, label: string, name: string): Placed => ({
  ...{ softwareId, software: '', label, isCreated: false },
  component: { purl: null, name, version: label, direct: null, where: '' },
});

function formerVersions(
  changes: { software_id: string; becomes: string | null; favorite_was: string | null }[],
): Former[] {
  const given = groupBy(
    changes.filter(({ becomes }) => becomes !== null),
    ({ software_id: id }) => id,
  );
  return changes.flatMap(({ software_id: softwareId, favorite_was: label }) => {
    if (label === null) return [];
    return [{ softwareId, label, given: new Set((given.get(softwareId) ?? []).map(({ becomes }) => becomes!)) }];
  });
}
