import { Injectable } from '@nestjs/common';
import type { Owner, UserActor } from '../../api/identity/actor';
import { newId } from '../../common/ids';
import { type Page, toPage } from '../../api/list/list-page';
import { type ListRequest, readFilters } from '../../api/list/list-request';
import { Problem } from '../../api/problem/problem';
import { Database } from '../../database/database';
import { joinedTransaction } from '../../database/first-transaction';
import { PolicyRepository } from '../policy/policy.repository';
import { favoriteList } from '../store/favorite.list';
import { FavoriteRepository } from '../store/favorite.repository';
import { readCommand } from './bulk-command';
import { BulkRunRepository, type BulkTask } from './bulk-run.repository';
import { BulkRunner } from './bulk-runner';
import type { BulkDto } from './dto/bulk.dto';
import {
  type BulkAnswer,
  type BulkOutcome,
  type BulkResponse,
  NAMED_AT_MOST,
  type Outcome,
  toBulkResponse,
  toUndoAnswer,
  type UndoAnswer,
} from './dto/bulk.response';
import { type JournalRow, JournalRepository } from '../journal/journal.repository';

/** Favorites that a request changes before it is answered; more are changed in the background. */
const AT_ONCE = 2_000;

const begun = (state: Outcome['state']): Outcome => ({ state, done: 0, changed: 0, failed_total: 0, failed: [] });

/** Runs bulk operations on the favorites of one user, and undoes them. After an interruption, the finished part stays and can be undone. */
@Injectable()
export class BulkService {
  constructor(
    private readonly database: Database,
    private readonly favorites: FavoriteRepository,
    private readonly policies: PolicyRepository,
    private readonly runner: BulkRunner,
    private readonly runs: BulkRunRepository,
    private readonly journal: JournalRepository,
  ) {}

  async run(caller: UserActor, input: BulkDto): Promise<BulkAnswer> {
    const command = readCommand(input);
    const { channels = [] } = command.policy;
    if (!(await this.policies.ownsChannels(this.database, caller.userId, channels)))
      throw Problem.field('policy.channels', 'names a channel that you do not have');
    const ids = await this.select(caller, input);
    const { action, details } = command;
    const task = { id: newId(), action, caller, command };
    const entry = { id: task.id, action, matched: ids.length };
    // All pages would be a part of it: an Idempotency-Key has one.
    const isJoined = joinedTransaction() !== null;
    const isLong = ids.length > AT_ONCE || (isJoined && ids.length > 0);
    await this.database.transaction(async (sql) => {
      await this.journal.begin(sql, caller, { ...entry, ...(details && { details }) });
      if (isLong) await this.runner.begin(sql, task, ids);
    });
    const outcome = isLong ? begun('running') : await this.atOnce(task, ids);
    // What is not committed yet is found within a second.
    if (isLong && !isJoined) void this.runner.run();
    return { ...entry, ...outcome } as BulkAnswer;
  }

  async undo(caller: UserActor, id: string): Promise<UndoAnswer> {
    const { action, expired, runs, undone_at: undoneAt } = await this.find(caller, id);
    if (expired) throw new Problem('conflict', 'It is older than 30 days, and cannot be undone.');
    if (runs && undoneAt !== null) return (await this.get(caller, id)).undo!;
    const task = { id, action, caller };
    const ids = await this.database.transaction(async (sql) => {
      await this.journal.lockToUndo(sql, id);
      await this.runs.remove(sql, id);
      const kept = await this.journal.kept(sql, id);
      if (kept.length > AT_ONCE) await this.runner.begin(sql, task, kept);
      return kept;
    });
    const isLong = ids.length > AT_ONCE;
    const outcome = isLong ? begun('running') : await this.atOnce(task, ids);
    if (isLong) void this.runner.run();
    else if (outcome.changed + outcome.failed_total === 0)
      throw new Problem('conflict', 'There is nothing left to undo.');
    return toUndoAnswer(id, ids.length, outcome);
  }

  async get(caller: Owner, id: string): Promise<BulkOutcome> {
    const row = await this.find(caller, id);
    const told = { ...toBulkResponse(row), operation: null, undo: null };
    const { action, matched, changed, undone_at: undoneAt, total, done, failed_total } = row;
    if (total === null) return told;
    const state = row.runs ? 'running' : 'done';
    const outcome = { state, done, failed_total, failed: await this.runs.failed(id) } as const;
    if (undoneAt === null) return { ...told, operation: { id, action, matched, changed, ...outcome } as BulkAnswer };
    return { ...told, undo: toUndoAnswer(id, total, { ...outcome, changed: done - failed_total }) };
  }

  async list({ userId }: Owner, request: ListRequest): Promise<Page<BulkResponse>> {
    return toPage(request, await this.journal.list(userId, request), toBulkResponse);
  }

  private async find({ userId }: Owner, id: string): Promise<JournalRow> {
    const row = await this.journal.find(userId, id);
    if (!row) throw Problem.notFound('bulk operation');
    return row;
  }

  /** @throws Problem conflict when the undo of this operation has begun */
  private async atOnce(task: BulkTask, ids: string[]): Promise<Outcome> {
    const outcome = begun('done');
    const pages = this.runner.pagesOf(task);
    while (outcome.done < ids.length)
      await pages.run(async (size) => {
        const page = ids.slice(outcome.done, outcome.done + size);
        const result = await this.runner.page(task, page);
        if (!result)
          throw new Problem(
            'conflict',
            'It was undone before it was finished. The remaining favorites were not changed.',
          );
        outcome.done += page.length;
        outcome.changed += result.changed;
        outcome.failed_total += result.failed.length;
        outcome.failed.push(...result.failed.slice(0, NAMED_AT_MOST - outcome.failed.length));
      });
    return outcome;
  }

  private async select(caller: Owner, { ids, filter, except, expect }: BulkDto): Promise<string[]> {
    if ((ids === undefined) === (filter === undefined))
      throw Problem.field('ids', 'must be given, or filter, and not both');
    if (filter === undefined) {
      if (except !== undefined) throw Problem.field('except', 'is allowed with filter only');
      if (expect !== undefined) throw Problem.field('expect', 'is allowed with filter only');
      return [...new Set(ids!.map((id) => id.toLowerCase()))];
    }
    if (expect === undefined) throw Problem.field('expect', 'is required with filter');
    const filters = readFilters(favoriteList, filter, 'filter');
    const left = new Set((except ?? []).map((id) => id.toLowerCase()));
    const matching = (await this.favorites.idsMatching(caller.userId, filters)).filter((id) => !left.has(id));
    if (matching.length === expect) return matching;
    const detail = `${matching.length} favorites match now, not ${expect}. Nothing was changed.`;
    throw new Problem('conflict', detail, [], {}, { matched: matching.length });
  }
}
