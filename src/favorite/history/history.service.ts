import { Injectable } from '@nestjs/common';
import type { Owner, UserActor } from '../../api/identity/actor';
import { type Page, toPage } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { Problem } from '../../api/problem/problem';
import { BulkService } from '../bulk/bulk.service';
import type { UndoAnswer } from '../bulk/dto/bulk.response';
import { type HistoryResponse, productsOf, toHistoryResponse } from './dto/history.response';
import { HistoryRepository } from './history.repository';

/** What a user changed, with the way back. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly history: HistoryRepository,
    private readonly bulk: BulkService,
  ) {}

  async list(caller: Owner, request: ListRequest): Promise<Page<HistoryResponse>> {
    const listed = await this.history.list(caller.userId, request);
    const names = await this.history.products([...new Set(listed.rows.flatMap(productsOf))]);
    const states = await this.history.undoStates(listed.rows);
    return toPage(request, listed, (row) => toHistoryResponse(row, names, states.get(row.id)!));
  }

  async undo(caller: UserActor, id: string): Promise<UndoAnswer> {
    const row = await this.history.find(caller.userId, id);
    if (!row) throw Problem.notFound('change of the last 30 days');
    if (row.action === 'import') throw new Problem('conflict', 'An upload cannot be undone.');
    return this.bulk.undo(caller, id);
  }
}
