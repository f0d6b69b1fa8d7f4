import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../api/identity/actor';
import { idsOf, newId } from '../../common/ids';
import { Problem } from '../../api/problem/problem';
import { Database, type Sql } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { EvaluationService } from '../store/evaluation.service';
import { type FavoriteState, FavoriteStateRepository } from '../store/favorite-state.repository';
import type { NamedTag } from '../tag/tag.repository';
import { TagService } from '../tag/tag.service';
import { BulkActions, type BulkPage, type Written } from './bulk-actions';
import type { BulkCommand } from './bulk-command';
import type { BulkTask } from './bulk-run.repository';
import { toBulkProblem } from './dto/bulk.response';
import { ChangeJournal } from '../journal/change-journal';
import { JournalRepository } from '../journal/journal.repository';
import type { Kept } from '../journal/kept';

/** Changes a page of favorites in one transaction, as the requests for single ones do, and writes the journal. */
@Injectable()
export class BulkWriter {
  constructor(
    private readonly database: Database,
    private readonly favorites: FavoriteStateRepository,
    private readonly actions: BulkActions,
    private readonly evaluation: EvaluationService,
    private readonly journal: JournalRepository,
    private readonly changes: ChangeJournal,
    private readonly tags: TagService,
    private readonly clock: DatabaseClock,
  ) {}

  /** In a transaction that has locked the operation: see `lockToRun`. @returns how many it changed, and those that failed */
  async changePage(sql: Sql, { id: bulkId, caller }: BulkTask, command: BulkCommand, ids: string[]) {
    const problems = new Map<string, Problem>();
    // Locks the user, before the favorites.
    const tags = await this.tagsOf(sql, caller, command);
    const states = await this.lockStates(sql, caller, command, ids);
    const found = new Set(idsOf(states));
    for (const id of ids) if (!found.has(id)) problems.set(id, Problem.notFound('favorite'));
    const wanted = states.filter((state) => isAsSeen(state, command.seen, problems));
    const page = { sql, caller, bulkId, command, tags, states: wanted, now: await this.clock.now(sql), problems };
    const written = wanted.length > 0 ? await this.actions.run(page) : new Map();
    await this.changes.add(sql, caller, bulkId, keptOf(page, written));
    const [only] = written.values();
    if (ids.length === 1 && only?.details) await this.journal.describe(sql, bulkId, only.details);
    const failed = [...problems].map(([favorite, problem]) => ({ favorite, problem: toBulkProblem(problem) }));
    return { changed: written.size, failed };
  }

  /** Deletes a single one. @throws Problem not-found */
  deleteOne(caller: UserActor, id: string): Promise<void> {
    return this.database.transaction(async (sql) => {
      const states = await this.favorites.lock(sql, caller.userId, [id]);
      if (states.length === 0) throw Problem.notFound('favorite');
      const bulkId = newId();
      const [kept] = keptOf({ states }, await this.actions.delete({ sql, caller, bulkId, states }));
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

  /** The tags of a command, which `tag` makes where they are missing. */
  async tagsOf(sql: Sql, caller: UserActor, { action, tags }: BulkCommand): Promise<NamedTag[]> {
    if (tags.length === 0) return [];
    return action === 'tag' ? this.tags.make(sql, caller, tags) : this.tags.known(sql, caller, tags);
  }
}

const keptOf = ({ states }: Pick<BulkPage, 'states'>, written: Written): Kept[] =>
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
