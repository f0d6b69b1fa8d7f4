import { Injectable } from '@nestjs/common';
import { audit, auditAll } from '../../access/audit/audit.repository';
import type { UserActor } from '../../api/identity/actor';
import { Problem } from '../../api/problem/problem';
import { Config } from '../../config/config';
import { Database, type Sql, type Transaction } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { lockProducts } from '../../software/software.repository';
import { SoftwareSourceService } from '../../source/polling/software-source.service';
import { lockUser } from '../../access/user/user.repository';
import { DeploymentRepository } from '../deployment/deployment.repository';
import { OwnVersionService } from '../../version/versions/own-version.service';
import { NO_POLICY, type Policy } from '../store/policy';
import { PolicyRepository } from '../policy/policy.repository';
import { PolicyWriter } from '../policy/policy-writer';
import { SeriesService } from '../policy/series.service';
import { EvaluationRepository } from '../store/evaluation.repository';
import { EvaluationService } from '../store/evaluation.service';
import { type FavoriteFlag, type FavoriteState, FavoriteStateRepository } from '../store/favorite-state.repository';
import { FavoriteWriter } from '../store/favorite-writer';
import { BulkTags } from './bulk-tags';
import { type FavoriteChanges, FavoriteRepository } from '../store/favorite.repository';
import type { JournalAction } from '../journal/journal.list';
import type { NotRestored } from './dto/bulk.response';
import { fieldsBefore, profileBefore, toFavorite, wholePolicy } from './former';
import { type JournalItem, JournalRepository } from '../journal/journal.repository';
import { isChangedSince } from '../journal/obstacle';
import { EDITED_FIELDS } from '../journal/snapshot';

export interface UndonePage {
  /** The last favorite of the page; null = there was none left. */
  last: string | null;
  restored: string[];
  skipped: Map<string, NotRestored>;
}

interface Page {
  sql: Transaction;
  caller: UserActor;
  bulkId: string;
  items: JournalItem[];
  skipped: Map<string, NotRestored>;
}

/** Restores a page of favorites in one transaction, as far as nobody changed them since. */
@Injectable()
export class BulkUndo {
  constructor(
    private readonly database: Database,
    private readonly favorites: FavoriteStateRepository,
    private readonly columns: FavoriteRepository,
    private readonly favoriteWriter: FavoriteWriter,
    private readonly policies: PolicyRepository,
    private readonly policyWriter: PolicyWriter,
    private readonly series: SeriesService,
    private readonly versions: OwnVersionService,
    private readonly sources: SoftwareSourceService,
    private readonly evaluation: EvaluationService,
    private readonly evaluations: EvaluationRepository,
    private readonly journal: JournalRepository,
    private readonly deployments: DeploymentRepository,
    private readonly tags: BulkTags,
    private readonly clock: DatabaseClock,
    private readonly config: Config,
  ) {}

  /** Restores the next favorites after this one. Favorites that cannot be restored now stay in the journal. */
  restorePage(
    caller: UserActor,
    bulkId: string,
    action: JournalAction,
    after: string,
    size: number,
  ): Promise<UndonePage> {
    return this.database.transaction(async (sql) => {
      await this.journal.lockToUndo(sql, bulkId);
      const items = await this.journal.items(sql, bulkId, after, size);
      const page: Page = { sql, caller, bulkId, items, skipped: new Map() };
      const restored = items.length > 0 ? await this.restore(page, action) : [];
      await this.journal.remove(sql, bulkId, restored);
      return { last: items.at(-1)?.favoriteId ?? null, restored, skipped: page.skipped };
    });
  }

  private async restore(page: Page, action: JournalAction): Promise<string[]> {
    if (action === 'delete') return this.restoreDeleted(page);
    const { sql, caller, items, skipped } = page;
    if (action === 'untag') await lockUser(sql, caller.userId);
    const ids = items.map(({ favoriteId }) => favoriteId);
    const states = new Map((await this.favorites.lock(sql, caller.userId, ids)).map((state) => [state.id, state]));
    const there = items.filter(({ favoriteId, before }) => {
      const state = states.get(favoriteId);
      if (!state) skipped.set(favoriteId, 'gone');
      else if (state.softwareId !== before.state.softwareId) skipped.set(favoriteId, 'changed');
      return !skipped.has(favoriteId);
    });
    if (action === 'tag' || action === 'untag') return this.tags.restore({ ...page, items: there }, action);
    const restored = await this.restoreFields({ ...page, items: there }, action, states);
    if (restored.length > 0) await this.wakeCheck(page, there, restored, states);
    return restored;
  }

  private restoreFields(page: Page, action: JournalAction, states: Map<string, FavoriteState>): Promise<string[]> {
    if (action === 'update') return this.restoreVersions(page, states);
    if (action === 'edit') return this.restoreEdited(page, states);
    if (action === 'mute' || action === 'unmute') return this.restoreNotifications(page, action === 'mute', states);
    return this.restorePolicies(page, states);
  }

  private async restoreVersions(page: Page, states: Map<string, FavoriteState>): Promise<string[]> {
    const { sql, caller, bulkId } = page;
    const items = page.items.filter(({ favoriteId, after }) => {
      const isSame = states.get(favoriteId)!.versionId === after.state.versionId;
      if (!isSame) page.skipped.set(favoriteId, 'changed');
      return isSame;
    });
    const versions = await this.formerVersions(page, items);
    if (versions.length === 0) return [];
    const left = versions.map(({ id }) => states.get(id)!.versionId);
    await this.favorites.setVersions(sql, versions);
    await this.restoreDeployments(page, items, left);
    const entries = versions.map(({ id, versionId }) => ({
      resourceId: id,
      details: { fields: ['version'], version: versionId, undone: bulkId },
    }));
    await auditAll(sql, caller, 'favorite.updated', entries);
    return versions.map(({ id }) => id);
  }

  /** All columns that were written, or none. */
  private async restoreEdited(page: Page, states: Map<string, FavoriteState>): Promise<string[]> {
    const { sql, caller, bulkId, skipped } = page;
    const notes = await this.favorites.findPrivate(
      sql,
      page.items.map(({ favoriteId }) => favoriteId),
    );
    const items = page.items.filter((item) => {
      const { favoriteId: id } = item;
      const now = { state: states.get(id)!, policy: NO_POLICY, notes: notes.get(id)!.notes, tags: [] };
      const isSame = !isChangedSince('edit', item, now);
      if (!isSame) skipped.set(id, 'changed');
      return isSame;
    });
    const moved = items.filter(({ after }) => after.edited!.includes('versionId'));
    const back = new Set(moved.length > 0 ? await this.restoreVersions({ ...page, items: moved }, states) : []);
    const restored = items.filter((item) => !moved.includes(item) || back.has(item.favoriteId));
    for (const { favoriteId: id, before, after, notes: former } of restored) {
      const columns = after.edited!.filter((column) => column !== 'versionId');
      const fields = columns.map((column) => [column, column === 'notes' ? former : before.state[column]]);
      if (fields.length === 0) continue;
      await this.columns.update(sql, id, Object.fromEntries(fields) as FavoriteChanges);
      await audit(sql, caller, 'favorite.updated', id, {
        fields: columns.map((column) => EDITED_FIELDS[column]),
        undone: bulkId,
      });
    }
    return restored.map(({ favoriteId }) => favoriteId);
  }

  /** Favorites that nobody has written since, an upload included. */
  private async restoreDeployments({ sql, bulkId }: Page, items: JournalItem[], left: string[]): Promise<void> {
    const softwareOf = new Map(items.map(({ favoriteId, before }) => [favoriteId, before.state.softwareId]));
    const moved = await this.deployments.movedBy(sql, [...softwareOf.keys()], bulkId);
    const versions = new Map<string, string>();
    for (const { favorite_id, version } of moved) {
      const softwareId = softwareOf.get(favorite_id)!;
      const key = `${softwareId} ${version}`;
      if (!versions.has(key)) versions.set(key, await this.versions.named(sql, softwareId, version, null));
    }
    const former = moved.map((row) => ({
      id: row.id,
      versionId: versions.get(`${softwareOf.get(row.favorite_id)!} ${row.version}`)!,
    }));
    await this.deployments.restore(sql, former);
    await this.favoriteWriter.removeUnused(sql, left);
  }

  /** Restores an own version that was deleted with its last favorite. */
  private async formerVersions({ sql, skipped }: Page, items: JournalItem[]) {
    const there = await this.favorites.labels(
      sql,
      items.map(({ before }) => before.state.versionId),
    );
    const versions: { id: string; versionId: string }[] = [];
    for (const { favoriteId: id, before } of items) {
      const { softwareId, versionId } = before.state;
      try {
        const name = before.version!;
        const former = there.has(versionId) ? versionId : await this.versions.named(sql, softwareId, name, null);
        versions.push({ id, versionId: former });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        skipped.set(id, 'refused');
      }
    }
    return versions;
  }

  private async restoreNotifications(page: Page, enabled: boolean, states: Map<string, FavoriteState>) {
    const { items, skipped } = page;
    const ids = items.map(({ favoriteId }) => favoriteId);
    const ours = ids.filter((id) => states.get(id)!.notificationsEnabled !== enabled);
    for (const id of ids) if (!ours.includes(id)) skipped.set(id, 'changed');
    await this.setFlag(page, 'notifications_enabled', ours, enabled);
    return ours;
  }

  private async setFlag({ sql, caller, bulkId }: Page, column: FavoriteFlag, ids: string[], is: boolean) {
    if (ids.length === 0) return;
    await this.favorites.setFlag(sql, column, ids, is);
    const entries = ids.map((id) => ({ resourceId: id, details: { fields: [column], undone: bulkId } }));
    await auditAll(sql, caller, 'favorite.updated', entries);
  }

  private async restorePolicies(page: Page, states: Map<string, FavoriteState>) {
    const { sql, caller, bulkId, items, skipped } = page;
    const former = new Map(items.map((item) => [item.favoriteId, item]));
    const owners = items.map(({ favoriteId }) => states.get(favoriteId)!);
    const now = await this.clock.now(sql);
    const restore = (stored: Policy, { id }: { id: string }) => {
      const fields = fieldsBefore(stored, former.get(id)!, states.get(id)!);
      if (!fields) skipped.set(id, 'changed');
      return fields;
    };
    const written = await this.policyWriter.write(sql, caller, owners, restore, now, { undone: bulkId });
    for (const id of written.problems.keys()) skipped.set(id, 'refused');
    const restored = [...written.before.keys()];
    for (const is of [true, false]) {
      const ids = restored.filter((id) => profileBefore(former.get(id)!) === is);
      await this.setFlag(page, 'use_default_notification', ids, is);
    }
    // The reminder after a snooze that has ended meanwhile.
    const waking = restored.filter((id) => {
      const { before, after } = former.get(id)!;
      return before.state.wakeAt !== null && states.get(id)!.wakeAt === after.state.wakeAt;
    });
    const wakes = waking.map((id) => ({ id, wakeAt: former.get(id)!.before.state.wakeAt }));
    if (wakes.length > 0) await this.favorites.setWakeAt(sql, wakes);
    return restored;
  }

  /**
   * The next check decides which updates the owner still has to be notified of: acknowledgements by the undone change do not count any more,
   * unless they wrote the favorite since.
   */
  private async wakeCheck(
    { sql }: Page,
    items: JournalItem[],
    restored: string[],
    states: Map<string, FavoriteState>,
  ): Promise<void> {
    const now = await this.clock.now(sql);
    await this.evaluation.evaluateAllWritten(sql, restored, 'never', now);
    const ours = new Set(restored);
    const known = items
      .filter(({ favoriteId }) => ours.has(favoriteId))
      .filter(({ favoriteId, after }) => states.get(favoriteId)!.knownVersionId === after.state.knownVersionId)
      .map(({ favoriteId, before }) => ({ id: favoriteId, knownVersionId: before.state.knownVersionId }));
    if (known.length > 0) await this.favorites.setKnown(sql, known);
    await this.evaluations.evaluateAt(sql, restored, now);
  }

  private async restoreDeleted(page: Page): Promise<string[]> {
    const { sql, caller, skipped } = page;
    await lockUser(sql, caller.userId);
    const items = await this.untracked(page);
    const places = this.config.favoritesPerUser - (await this.favorites.count(sql, caller.userId));
    for (const { favoriteId } of items.slice(Math.max(0, places))) skipped.set(favoriteId, 'limit');
    const fitting = items.filter(({ favoriteId }) => !skipped.has(favoriteId));
    const versions = new Map((await this.formerVersions(page, fitting)).map(({ id, versionId }) => [id, versionId]));
    const restored = fitting.filter(({ favoriteId }) => versions.has(favoriteId));
    if (restored.length > 0) await this.insert(page, restored, versions);
    return restored.map(({ favoriteId }) => favoriteId);
  }

  /** Locks their products. Those whose product is gone or a favorite again are skipped. */
  private async untracked({ sql, caller, items, skipped }: Page): Promise<JournalItem[]> {
    const software = items.map(({ before }) => before.state.softwareId);
    const there = await lockProducts(sql, software);
    const tracked = await this.favorites.idsOfSoftware(sql, caller.userId, software);
    for (const { favoriteId, before } of items)
      if (!there.has(before.state.softwareId)) skipped.set(favoriteId, 'gone');
      else if (tracked.has(before.state.softwareId)) skipped.set(favoriteId, 'tracked');
    return items.filter(({ favoriteId }) => !skipped.has(favoriteId));
  }

  private async insert(
    { sql, caller, bulkId }: Page,
    items: JournalItem[],
    versions: Map<string, string>,
  ): Promise<void> {
    const now = await this.clock.now(sql);
    const rows = items.map((item) => toFavorite(item, caller.userId, versions.get(item.favoriteId)!));
    await this.favorites.insert(sql, rows, now);
    await this.tags.giveBack(sql, caller, items);
    await this.insertPolicies(sql, items);
    const products = rows.map(({ softwareId }) => softwareId);
    await this.sources.wake(sql, products);
    const entries = rows.map(({ id, softwareId, versionId }) => ({
      resourceId: id,
      details: { software: softwareId, version: versionId, undone: bulkId },
    }));
    await auditAll(sql, caller, 'favorite.created', entries);
    const ids = rows.map(({ id }) => id);
    await this.evaluation.evaluateAllWritten(sql, ids, 'never', now);
    await this.evaluations.evaluateAt(sql, ids, now);
  }

  private async insertPolicies(sql: Sql, items: JournalItem[]): Promise<void> {
    const ranged: Parameters<PolicyRepository['replaceAll']>[1] = new Map();
    for (const { favoriteId, before, skip } of items) {
      if (!before.policy) continue;
      const policy = wholePolicy(before.policy, skip);
      const range = await this.series.storedRangeOf(sql, before.state.softwareId, policy.series);
      ranged.set(favoriteId, { policy, range });
    }
    if (ranged.size > 0) await this.policies.replaceAll(sql, ranged);
  }
}
