import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { auditAll } from '../../access/audit/audit.repository';
import type { UserActor } from '../../api/identity/actor';
import { idsOf, newId } from '../../common/ids';
import { Problem } from '../../api/problem/problem';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { NO_POLICY, type Policy } from '../store/policy';
import { PolicyRepository } from '../policy/policy.repository';
import { skipListFull, SkipListFull, withSkipped } from '../policy/policy.service';
import { PolicyWriter } from '../policy/policy-writer';
import { type Flag, FLAG_FIELDS } from '../store/favorite.entity';
import { EvaluationService } from '../store/evaluation.service';
import { type FavoriteState, FavoriteStateRepository } from '../store/favorite-state.repository';
import { FavoriteWriter } from '../store/favorite-writer';
import type { NamedTag } from '../tag/tag.repository';
import { tagsFull, TagService } from '../tag/tag.service';
import type { BulkCommand } from './bulk-command';
import { ChangeJournal } from '../journal/change-journal';
import { type EntryDetails, JournalRepository } from '../journal/journal.repository';
import { type Kept, policyFields } from '../journal/kept';

export interface PageResult {
  changed: number;
  problems: Map<string, Problem>;
}

interface Page {
  sql: Sql;
  caller: UserActor;
  bulkId: string;
  command: BulkCommand;
  tags: NamedTag[];
  states: FavoriteState[];
  now: UtcTimestamp;
  problems: Map<string, Problem>;
}

type Deletion = Pick<Page, 'sql' | 'caller' | 'bulkId' | 'states'>;

/** What is kept of each changed favorite, beside its row. */
type Written = Map<string, Partial<Kept> & { details?: EntryDetails }>;

const ALL_FIELDS = Object.keys(NO_POLICY) as (keyof Policy)[];

/** Changes a page of favorites in one transaction, as the requests for single ones do, and writes the journal. */
@Injectable()
export class BulkWriter {
  constructor(
    private readonly database: Database,
    private readonly favorites: FavoriteStateRepository,
    private readonly favoriteWriter: FavoriteWriter,
    private readonly policies: PolicyRepository,
    private readonly policyWriter: PolicyWriter,
    private readonly evaluation: EvaluationService,
    private readonly journal: JournalRepository,
    private readonly changes: ChangeJournal,
    private readonly tags: TagService,
    private readonly clock: DatabaseClock,
  ) {}

  /** @throws Problem conflict when the undo of this operation has begun */
  changePage(caller: UserActor, bulkId: string, command: BulkCommand, ids: string[]): Promise<PageResult> {
    return this.database.transaction(async (sql) => {
      if (!(await this.journal.lockToRun(sql, bulkId)))
        throw new Problem(
          'conflict',
          'It was undone before it was finished. The remaining favorites were not changed.',
        );
      const problems = new Map<string, Problem>();
      // Locks the user, before the favorites.
      const tags = await this.tagsOf(sql, caller, command);
      const states = await this.lockStates(sql, caller, command, ids);
      const found = new Set(states.map(({ id }) => id));
      for (const id of ids) if (!found.has(id)) problems.set(id, Problem.notFound('favorite'));
      const wanted = states.filter((state) => isAsSeen(state, command.seen, problems));
      const page = { sql, caller, bulkId, command, tags, states: wanted, now: await this.clock.now(sql), problems };
      const written = wanted.length > 0 ? await this.run(page) : new Map();
      await this.changes.add(sql, caller, bulkId, keptOf(page, written));
      const [only] = written.values();
      if (ids.length === 1 && only?.details) await this.journal.describe(sql, bulkId, only.details);
      return { changed: written.size, problems };
    });
  }

  /** Deletes a single one. @throws Problem not-found */
  deleteOne(caller: UserActor, id: string): Promise<void> {
    return this.database.transaction(async (sql) => {
      const states = await this.favorites.lock(sql, caller.userId, [id]);
      if (states.length === 0) throw Problem.notFound('favorite');
      const bulkId = newId();
      const [kept] = keptOf({ states }, await this.delete({ sql, caller, bulkId, states }));
      await this.changes.record(sql, caller, { id: bulkId, action: 'delete', kept: kept! });
    });
  }

  /** Evaluates favorites first if they are to move to the available version, so that it is current. */
  private async lockStates(sql: Sql, { userId }: UserActor, { action }: BulkCommand, ids: string[]) {
    const states = await this.favorites.lock(sql, userId, ids);
    if (states.length === 0 || (action !== 'update' && action !== 'skip')) return states;
    const locked = idsOf(states);
    await this.evaluation.evaluateAllWritten(sql, locked, 'never', await this.clock.now(sql));
    return this.favorites.find(sql, userId, locked);
  }

  private run(page: Page): Promise<Written> {
    switch (page.command.action) {
      case 'update':
        return this.update(page);
      case 'mute':
      case 'unmute':
        return this.setNotifications(page, page.command.action === 'unmute');
      case 'delete':
        return this.delete(page);
      case 'skip':
        return this.skip(page);
      case 'tag':
      case 'untag':
        return this.tag(page);
      case 'snooze':
      case 'unsnooze':
      case 'policy':
        return this.writePolicies(page);
    }
  }

  private async update({ sql, caller, bulkId, states, now }: Page): Promise<Written> {
    const outdated = states.filter(({ availableVersionId }) => availableVersionId !== null);
    if (outdated.length === 0) return new Map();
    const former = outdated.map(({ versionId }) => versionId);
    const next = outdated.map(({ availableVersionId }) => availableVersionId!);
    const labels = await this.favorites.labels(sql, [...former, ...next]);
    const versions = outdated.map(({ id, availableVersionId }) => ({ id, versionId: availableVersionId! }));
    await this.favoriteWriter.moveAll(sql, versions, former, bulkId);
    await auditAll(sql, caller, 'favorite.updated', versions, ({ versionId: version }) => ({
      ...{ fields: ['version'], version, bulk: bulkId },
    }));
    await this.evaluation.evaluateAllWritten(sql, idsOf(outdated), 'unless-new', now);
    return new Map(
      outdated.map(({ id, versionId, availableVersionId }) => {
        const from = labels.get(versionId)!;
        return [id, { version: from, details: { from, to: labels.get(availableVersionId!)! } }];
      }),
    );
  }

  private async setNotifications(page: Page, enabled: boolean): Promise<Written> {
    const others = page.states.filter(({ notificationsEnabled }) => notificationsEnabled !== enabled);
    await this.setFlag(page, 'notificationsEnabled', idsOf(others), enabled);
    return new Map(others.map(({ id }) => [id, {}]));
  }

  private async setFlag(page: Page, flag: Flag, ids: string[], is: boolean): Promise<void> {
    if (ids.length === 0) return;
    const written = ids.map((id) => ({ id, ...({ [flag]: is } as Record<Flag, boolean>) }));
    await this.wrote(page, FLAG_FIELDS[flag], [flag], written);
    await this.evaluation.evaluateAllWritten(page.sql, ids, 'unless-new', page.now);
  }

  private async wrote<F extends Flag>(
    { sql, caller, bulkId }: Page,
    field: string,
    columns: F[],
    written: Pick<FavoriteState, 'id' | F>[],
  ): Promise<void> {
    await this.favorites.write(sql, columns, written);
    await auditAll(sql, caller, 'favorite.updated', written, () => ({ fields: [field], bulk: bulkId }));
  }

  /** The tags of a command, which `tag` makes where they are missing. */
  private async tagsOf(sql: Sql, caller: UserActor, { action, tags }: BulkCommand): Promise<NamedTag[]> {
    if (tags.length === 0) return [];
    return action === 'tag' ? this.tags.make(sql, caller, tags) : this.tags.known(sql, caller, tags);
  }

  private async tag(page: Page): Promise<Written> {
    const { sql, command, tags, states, problems } = page;
    const { changed, full } = await this.tags[command.action === 'tag' ? 'give' : 'take'](sql, idsOf(states), tags);
    for (const id of full) problems.set(id, tagsFull());
    const ids = [...changed.keys()];
    if (ids.length > 0)
      await this.wrote(
        page,
        'tags',
        [],
        ids.map((id) => ({ id })),
      );
    return new Map([...changed].map(([id, { former }]) => [id, { tags: former }]));
  }

  private async skip(page: Page): Promise<Written> {
    const offered = page.states.filter(({ availableVersionId }) => availableVersionId !== null);
    const labels = await this.favorites.labels(
      page.sql,
      offered.map(({ availableVersionId }) => availableVersionId!),
    );
    const labelOf = new Map(offered.map(({ id, availableVersionId }) => [id, labels.get(availableVersionId!)!]));
    const before = await this.write({ ...page, states: offered }, (stored, id) => skipped(stored, labelOf.get(id)!));
    return new Map([...before].map(([id, { skip }]) => [id, { policy: { skip }, details: { to: labelOf.get(id)! } }]));
  }

  private async writePolicies(page: Page): Promise<Written> {
    const { policy, useDefaultNotification } = page.command;
    const fields = Object.keys(policy) as (keyof Policy)[];
    const wanted = policyFields({ ...NO_POLICY, ...policy }, fields);
    const others = page.states.filter((state) => state.useDefaultNotification !== useDefaultNotification);
    const switched = new Set(useDefaultNotification === undefined ? [] : idsOf(others));
    const before = await this.write(page, (stored, id) =>
      isDeepStrictEqual(policyFields(stored, fields), wanted) && !switched.has(id) ? null : policy,
    );
    const moved = [...before.keys()].filter((id) => switched.has(id));
    await this.setFlag(page, 'useDefaultNotification', moved, useDefaultNotification!);
    return new Map([...before].map(([id, former]) => [id, { policy: policyFields(former, fields) }]));
  }

  /** @returns the former policies of those that were written */
  private async write(
    { sql, caller, bulkId, states, now, problems }: Page,
    change: (stored: Policy, id: string) => Partial<Policy> | Problem | null,
  ): Promise<Map<string, Policy>> {
    const change_ = (stored: Policy, { id }: { id: string }) => change(stored, id);
    const written = await this.policyWriter.write(sql, caller, states, change_, now, { bulk: bulkId });
    for (const [id, problem] of written.problems) problems.set(id, problem);
    return written.before;
  }

  private async delete({ sql, caller, bulkId, states }: Deletion): Promise<Written> {
    const ids = idsOf(states);
    const policies = await this.policies.findAll(sql, ids);
    const known = await this.favorites.known(sql, ids);
    const tags = await this.tags.of(sql, ids);
    const labels = await this.favorites.labels(
      sql,
      states.map(({ versionId }) => versionId),
    );
    await this.favoriteWriter.delete(sql, states);
    const detailsOf = ({ softwareId: software }: FavoriteState) => ({ software, bulk: bulkId });
    await auditAll(sql, caller, 'favorite.deleted', states, detailsOf);
    return new Map(
      states.map((state) => {
        const policy = policies.get(state.id)?.policy;
        const kept = {
          state: { ...state, knownVersionId: known.get(state.id)! },
          version: labels.get(state.versionId)!,
          notes: state.notes,
          policy: policy ? policyFields(policy, ALL_FIELDS) : null,
          tags: tags.get(state.id) ?? [],
        };
        return [state.id, kept];
      }),
    );
  }
}

const keptOf = ({ states }: Pick<Page, 'states'>, written: Written): Kept[] =>
  states.flatMap((state) => {
    const { details: _, ...kept } = written.get(state.id) ?? {};
    return written.has(state.id) ? [{ state, ...kept }] : [];
  });

function isAsSeen(
  { id, availableVersionId }: FavoriteState,
  seen: Map<string, string>,
  problems: Map<string, Problem>,
) {
  const version = seen.get(id);
  if (version === undefined || version === availableVersionId) return true;
  const now = availableVersionId === null ? 'No version is available any more.' : 'Another version is available now.';
  problems.set(id, new Problem('conflict', now));
  return false;
}

function skipped(stored: Policy, label: string): Partial<Policy> | Problem | null {
  if (stored.skip.includes(label)) return null;
  try {
    return withSkipped(stored, label);
  } catch (error) {
    if (error instanceof SkipListFull) return skipListFull();
    throw error;
  }
}
