import { Injectable } from '@nestjs/common';
import { auditAll } from '../../access/audit/audit.repository';
import type { UserActor } from '../../api/identity/actor';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Problem } from '../../api/problem/problem';
import { Config } from '../../config/config';
import { Database, type Transaction } from '../../database/database';
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
import { type FavoriteState, FavoriteStateRepository } from '../store/favorite-state.repository';
import { FavoriteWriter } from '../store/favorite-writer';
import { TagService } from '../tag/tag.service';
import { FavoriteRepository } from '../store/favorite.repository';
import type { JournalAction } from '../journal/journal.list';
import type { NotRestored } from './dto/bulk.response';
import { type JournalItem, JournalRepository } from '../journal/journal.repository';
import { EDITED, EDITED_FIELDS, RESTORED } from '../journal/kept';
import { decidesAboutVersions } from '../policy/policy.mapper';

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

type States = ReadonlyMap<string, FavoriteState>;
/** By favorite. */
type Versions = ReadonlyMap<string, string>;

/** Restores a page of favorites in one transaction, those that the operation has changed last: see `ChangeJournal`. */
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
    private readonly tags: TagService,
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
      if (items.length > 0) await this.restore(page, action === 'delete');
      const restored = left(page).map(({ favoriteId }) => favoriteId);
      await this.journal.remove(sql, bulkId, restored);
      return { last: items.at(-1)?.favoriteId ?? null, restored, skipped: page.skipped };
    });
  }

  private async restore(page: Page, areGone: boolean): Promise<void> {
    const { sql, caller, items } = page;
    if (areGone || items.some(({ before }) => before.tags)) await lockUser(sql, caller.userId);
    const states = await (areGone ? this.deleted(page) : this.lock(page));
    const versions = await this.formerVersions(page);
    const now = await this.clock.now(sql);
    if (!areGone) await this.restorePolicies(page, states, now);
    const restored = left(page);
    if (restored.length === 0) return;
    const rows = restored.map((item) => restoredState(item, states.get(item.favoriteId)!, versions));
    const ids = rows.map(({ id }) => id);
    if (areGone) await this.insert(page, rows, now);
    else await this.update(page, rows, versions, states);
    await this.tags.restore(
      sql,
      caller,
      new Map(restored.flatMap(({ favoriteId, before: { tags } }) => (tags ? [[favoriteId, tags]] : []))),
    );
    // The next check decides which updates the owner still has to be notified of: acknowledgements by the undone change do not count any more.
    await this.evaluation.evaluateAllWritten(sql, ids, 'never', now);
    await this.evaluations.evaluateAt(sql, ids, now);
  }

  /** Favorites that nothing has changed since. */
  private async lock({ sql, caller, bulkId, items, skipped }: Page): Promise<States> {
    const ids = items.map(({ favoriteId }) => favoriteId);
    const states = new Map((await this.favorites.lock(sql, caller.userId, ids)).map((state) => [state.id, state]));
    for (const id of ids)
      if (!states.has(id)) skipped.set(id, 'gone');
      else if (states.get(id)!.lastChange !== bulkId) skipped.set(id, 'changed');
    return states;
  }

  /** As they were, if there is room for them. Locks their products. */
  private async deleted(page: Page): Promise<States> {
    const { sql, caller, items, skipped } = page;
    const software = items.map(({ before }) => before.state.softwareId);
    const there = await lockProducts(sql, software);
    const tracked = await this.favorites.idsOfSoftware(sql, caller.userId, software);
    for (const { favoriteId, before } of items)
      if (!there.has(before.state.softwareId)) skipped.set(favoriteId, 'gone');
      else if (tracked.has(before.state.softwareId)) skipped.set(favoriteId, 'tracked');
    const places = this.config.favoritesPerUser - (await this.favorites.count(sql, caller.userId));
    for (const { favoriteId } of left(page).slice(Math.max(0, places))) skipped.set(favoriteId, 'limit');
    return new Map(items.map((item) => [item.favoriteId, formerFavorite(item, caller.userId)]));
  }

  /** By favorite. An own version that was deleted with its last favorite is made again. */
  private async formerVersions(page: Page): Promise<Map<string, string>> {
    const items = left(page).filter(({ before }) => before.state.versionId !== undefined);
    const there = await this.favorites.labels(
      page.sql,
      items.map(({ before }) => before.state.versionId!),
    );
    const versions = new Map<string, string>();
    for (const { favoriteId: id, before } of items) {
      const { softwareId, versionId } = before.state;
      try {
        const known = there.has(versionId!) ? versionId! : null;
        versions.set(id, known ?? (await this.versions.named(page.sql, softwareId, before.version!, null)));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        page.skipped.set(id, 'refused');
      }
    }
    return versions;
  }

  private async restorePolicies(page: Page, states: States, now: UtcTimestamp): Promise<void> {
    const { sql, caller, bulkId, skipped } = page;
    const policies = new Map(
      left(page).flatMap(({ favoriteId, before }) => (before.policy ? [[favoriteId, before.policy]] : [])),
    );
    const owners = [...policies.keys()].map((id) => states.get(id)!);
    const restore = (_: Policy, { id }: { id: string }) => policies.get(id)!;
    const { problems } = await this.policyWriter.write(sql, caller, owners, restore, now, { undone: bulkId });
    for (const id of problems.keys()) skipped.set(id, 'refused');
  }

  private async update(page: Page, rows: FavoriteState[], versions: Versions, states: States): Promise<void> {
    const { sql, caller, bulkId } = page;
    await this.favorites.write(sql, [...RESTORED, 'lastChange'], rows);
    await this.restoreDeployments(page, versions, states);
    const entries = left(page).map(({ favoriteId: id, before: { state, notes, tags } }) => {
      const columns = EDITED.filter((column) => (column === 'notes' ? notes !== undefined : column in state));
      const fields = [...columns.map((column) => EDITED_FIELDS[column]), ...(tags ? ['tags'] : [])];
      const version = versions.get(id);
      return { id, fields, ...(version && { version }), undone: bulkId };
    });
    const written = entries.filter(({ fields }) => fields.length > 0);
    if (written.length > 0)
      await auditAll(sql, caller, 'favorite.updated', written, ({ id: _, ...details }) => details);
    for (const { favoriteId, before } of left(page))
      if (before.notes !== undefined) await this.columns.update(sql, favoriteId, { notes: before.notes });
  }

  /** Those that nobody has written since, an upload included. */
  private async restoreDeployments({ sql, bulkId }: Page, versions: Versions, states: States): Promise<void> {
    const ids = [...versions.keys()];
    const moved = await this.deployments.movedBy(sql, ids, bulkId);
    const named = new Map<string, string>();
    const former: { id: string; versionId: string }[] = [];
    for (const { id, favorite_id, version } of moved) {
      const { softwareId } = states.get(favorite_id)!;
      const key = `${softwareId} ${version}`;
      const versionId = named.get(key) ?? (await this.versions.named(sql, softwareId, version, null));
      named.set(key, versionId);
      former.push({ id, versionId });
    }
    await this.deployments.restore(sql, former);
    await this.favoriteWriter.removeUnused(
      sql,
      ids.map((id) => states.get(id)!.versionId),
    );
  }

  private async insert(page: Page, rows: FavoriteState[], now: UtcTimestamp): Promise<void> {
    const { sql, caller, bulkId } = page;
    await this.favorites.insert(sql, rows, now);
    const ranged: Parameters<PolicyRepository['replaceAll']>[1] = new Map();
    for (const { favoriteId, before } of left(page)) {
      if (!before.policy) continue;
      const policy = { ...NO_POLICY, ...before.policy };
      const range = await this.series.storedRangeOf(sql, before.state.softwareId, policy.series);
      ranged.set(favoriteId, { policy, range });
    }
    if (ranged.size > 0) await this.policies.replaceAll(sql, ranged);
    const products = rows.map(({ softwareId }) => softwareId);
    await this.sources.wake(sql, products);
    await auditAll(sql, caller, 'favorite.created', rows, ({ softwareId: software, versionId: version }) => ({
      ...{ software, version, undone: bulkId },
    }));
  }
}

/** What is not skipped. */
const left = ({ items, skipped }: Page) => items.filter(({ favoriteId }) => !skipped.has(favoriteId));

/** A version that its owner was notified of since stays known. What is on offer is for the evaluation to say. */
function restoredState({ favoriteId, before, after }: JournalItem, now: FavoriteState, versions: Versions) {
  const { availableVersionId, evaluateAt, knownVersionId } = now;
  return {
    ...{ ...now, ...before.state, availableVersionId, evaluateAt },
    versionId: versions.get(favoriteId) ?? now.versionId,
    ...(knownVersionId !== after.knownVersionId && { knownVersionId }),
  };
}

function formerFavorite({ before }: JournalItem, userId: string): FavoriteState {
  const { state, policy, notes = null } = before;
  const hasPolicy = decidesAboutVersions({ ...NO_POLICY, ...policy });
  const now = { userId, hasPolicy, notes, availableVersionId: null, evaluateAt: null };
  return { ...(state as FavoriteState), lastChange: state.lastChange ?? null, ...now };
}
