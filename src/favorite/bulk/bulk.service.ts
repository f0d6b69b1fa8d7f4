import { Injectable } from '@nestjs/common';
import type { Owner, UserActor } from '../../api/identity/actor';
import { newId } from '../../common/ids';
import { type Page, toPage } from '../../api/list/list-page';
import { type ListRequest, readFilters } from '../../api/list/list-request';
import { Problem } from '../../api/problem/problem';
import { Database } from '../../database/database';
import { BulkPages } from '../../database/pages';
import { PolicyRepository } from '../policy/policy.repository';
import { favoriteList } from '../store/favorite.list';
import { FavoriteRepository } from '../store/favorite.repository';
import { readCommand } from './bulk-command';
import { BulkUndo } from './bulk-undo';
import { BulkWriter } from './bulk-writer';
import type { BulkDto } from './dto/bulk.dto';
import {
  type BulkAnswer,
  type BulkResponse,
  NAMED_AT_MOST,
  toBulkProblem,
  toBulkResponse,
  type UndoAnswer,
} from './dto/bulk.response';
import { type JournalRow, JournalRepository } from '../journal/journal.repository';

/** Favorites that one transaction changes at most. */
const PAGE_AT_MOST = 500;
/** Favorites that one transaction deletes or restores: they may have many notifications. */
const DELETED_PAGE_AT_MOST = 50;

const pageAtMost = (action: string) => (action === 'delete' ? DELETED_PAGE_AT_MOST : PAGE_AT_MOST);

/** Runs bulk operations on the favorites of one user, page by page, and undoes them. After an interruption, the finished part stays and can be undone. */
@Injectable()
export class BulkService {
  constructor(
    private readonly database: Database,
    private readonly favorites: FavoriteRepository,
    private readonly policies: PolicyRepository,
    private readonly writer: BulkWriter,
    private readonly undos: BulkUndo,
    private readonly journal: JournalRepository,
  ) {}

  async run(caller: UserActor, input: BulkDto): Promise<BulkAnswer> {
    const command = readCommand(input);
    const { channels = [] } = command.policy;
    if (!(await this.policies.ownsChannels(this.database, caller.userId, channels)))
      throw Problem.field('policy.channels', 'names a channel that you do not have');
    const ids = await this.select(caller, input);
    const answer: BulkAnswer = {
      id: newId(),
      action: command.action,
      matched: ids.length,
      changed: 0,
      failed_total: 0,
      failed: [],
    };
    await this.journal.begin(this.database, caller, {
      ...{ id: answer.id, action: command.action, matched: ids.length },
      ...(command.details ? { details: command.details } : {}),
    });
    const pages = new BulkPages(pageAtMost(command.action));
    for (let done = 0; done < ids.length;)
      await pages.run(async (size) => {
        const page = ids.slice(done, done + size);
        const { changed, problems } = await this.writer.changePage(caller, answer.id, command, page);
        done += page.length;
        answer.changed += changed;
        answer.failed_total += problems.size;
        for (const [favorite, problem] of problems)
          if (answer.failed.length < NAMED_AT_MOST) answer.failed.push({ favorite, problem: toBulkProblem(problem) });
      });
    return answer;
  }

  async undo(caller: UserActor, id: string): Promise<UndoAnswer> {
    const { action } = await this.find(caller, id);
    if (await this.journal.hasExpired(id))
      throw new Problem('conflict', 'It is older than 30 days, and cannot be undone.');
    const answer: UndoAnswer = { id, restored: 0, skipped_total: 0, skipped: [] };
    const pages = new BulkPages(pageAtMost(action));
    for (let after: string | null = ''; after !== null;)
      after = await pages.run(async (size) => {
        const { last, restored, skipped } = await this.undos.restorePage(caller, id, action, after!, size);
        answer.restored += restored.length;
        answer.skipped_total += skipped.size;
        for (const [favorite, reason] of skipped)
          if (answer.skipped.length < NAMED_AT_MOST) answer.skipped.push({ favorite, reason });
        return last;
      });
    if (answer.restored + answer.skipped_total === 0) throw new Problem('conflict', 'There is nothing left to undo.');
    return answer;
  }

  async get(caller: Owner, id: string): Promise<BulkResponse> {
    return toBulkResponse(await this.find(caller, id));
  }

  async list({ userId }: Owner, request: ListRequest): Promise<Page<BulkResponse>> {
    return toPage(request, await this.journal.list(userId, request), toBulkResponse);
  }

  private async find({ userId }: Owner, id: string): Promise<JournalRow> {
    const row = await this.journal.find(userId, id);
    if (!row) throw Problem.notFound('bulk operation');
    return row;
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
