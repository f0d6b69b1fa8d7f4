import { Controller, Get, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiList, ApiOne, Endpoint } from '../../api/endpoint/docs';
import { Id, ListQuery } from '../../api/endpoint/request';
import { Caller, type Principal } from '../../api/identity/principal';
import type { ListRequest } from '../../api/list/list-request';
import { startedOrDone } from '../bulk/bulk.controller';
import { UndoAnswer } from '../bulk/dto/bulk.response';
import { journalList } from '../journal/journal.list';
import { HistoryResponse } from './dto/history.response';
import { HistoryService } from './history.service';

@ApiTags('History')
@Controller('api/v1/history')
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  @Get()
  @Endpoint(
    'List what the caller changed',
    'Changes of the last 30 days to what is tracked, by the page, tokens and links: bulk operations, changes of single favorites, uploads of ' +
      'inventories. The newest 5,000, and as many as changed 50,000 favorites together.',
    { scope: 'read', answers: ApiList(HistoryResponse, journalList) },
  )
  listHistory(@Caller() caller: Principal, @ListQuery(journalList) request: ListRequest) {
    return this.history.list(caller, request);
  }

  @Post(':id/undo')
  @Endpoint(
    'Undo a change',
    'Restores the favorites that nothing changed after it, as the undo of a bulk operation does. 409 if nothing is left, and for uploads; what ' +
      'was skipped can be tried again.',
    { scope: 'write', answers: ApiOne(UndoAnswer), problems: ['conflict'] },
  )
  @ApiOne(UndoAnswer, 202)
  undoChange(@Caller() caller: Principal, @Id('change') id: string, @Res({ passthrough: true }) response: Response) {
    return startedOrDone(response, this.history.undo(caller, id));
  }
}
