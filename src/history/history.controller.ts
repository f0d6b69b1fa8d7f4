import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiList, ApiOne, ApiProblems } from '../common/api/docs';
import { Id, ListQuery } from '../common/api/request';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import type { ListRequest } from '../common/list/list-request';
import { UndoAnswer } from '../favorite/bulk/dto/bulk.response';
import { journalList } from '../favorite/journal/journal.list';
import { HistoryResponse } from './dto/history.response';
import { HistoryService } from './history.service';

@ApiTags('History')
@ApiBearerAuth()
@Controller('api/v1/history')
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  @Get()
  @NeedsScope('read')
  @ApiOperation({
    summary: 'List what the caller changed',
    description:
      'Changes of the last 30 days to what is tracked, by the page, tokens and links: bulk operations, changes of single favorites, uploads of ' +
      'inventories. The newest 5,000, and as many as changed 50,000 favorites together.',
  })
  @ApiList(HistoryResponse, journalList)
  listHistory(@Caller() caller: Principal, @ListQuery(journalList) request: ListRequest) {
    return this.history.list(caller, request);
  }

  @Post(':id/undo')
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Undo a change',
    description:
      'Restores what nobody changed since, as the undo of a bulk operation or of an upload does. 409 if nothing is left; what was skipped can ' +
      'be tried again.',
  })
  @ApiId('change')
  @ApiOne(UndoAnswer)
  @ApiProblems('not-found', 'conflict')
  undoChange(@Caller() caller: Principal, @Id('change') id: string) {
    return this.history.undo(caller, id);
  }
}
