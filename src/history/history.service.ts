import { Injectable } from '@nestjs/common';
import type { Owner, UserActor } from '../api/identity/actor';
import { type Page, toPage } from '../api/list/list-page';
import type { ListRequest } from '../api/list/list-request';
import { Problem } from '../api/problem/problem';
import { BulkService } from '../favorite/bulk/bulk.service';
import type { UndoAnswer } from '../favorite/bulk/dto/bulk.response';
import { InventoryUndo } from '../inventory/upload/inventory-undo';
import { type HistoryResponse, type HistoryRow, productsOf, toHistoryResponse } from './dto/history.response';
import { HistoryRepository } from './history.repository';
import { UndoStates } from './undo-states';

/** What a user changed, with the way back. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly history: HistoryRepository,
    private readonly states: UndoStates,
    private readonly bulk: BulkService,
    private readonly uploads: InventoryUndo,
  ) {}

  async list(caller: Owner, request: ListRequest): Promise<Page<HistoryResponse>> {
    const listed = await this.history.list(caller.userId, request);
    const [names, states] = await this.about(caller, listed.rows);
    return toPage(request, listed, (row) => toHistoryResponse(row, names, states.get(row.id)!));
  }

  async undo(caller: UserActor, id: string): Promise<UndoAnswer> {
    const row = await this.find(caller, id);
    if (row.action !== 'import') return this.bulk.undo(caller, id);
    if (row.is_last === 0 || row.inventory === null) {
      const isUndone = row.undone_at !== null;
      throw new Problem('conflict', isUndone ? 'It is undone already.' : 'A later upload has changed the inventory.');
    }
    const { restored, removed } = await this.uploads.undo(caller, row.inventory, id);
    return { id, restored: restored + removed, skipped_total: 0, skipped: [] };
  }

  private async find({ userId }: Owner, id: string): Promise<HistoryRow> {
    const row = await this.history.find(userId, id);
    if (!row) throw Problem.notFound('change of the last 30 days');
    return row;
  }

  private async about(caller: Owner, rows: HistoryRow[]) {
    const names = await this.history.products([...new Set(rows.flatMap(productsOf))]);
    return [names, await this.states.of(caller, rows)] as const;
  }
}
