import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiList, ApiOne, Endpoint } from '../../api/endpoint/docs';
import { Id, ListQuery } from '../../api/endpoint/request';
import { Input } from '../../api/endpoint/validation';
import { Caller, type Principal } from '../../api/identity/principal';
import type { ListRequest } from '../../api/list/list-request';
import { journalList } from '../journal/journal.list';
import { BulkService } from './bulk.service';
import { BulkDto } from './dto/bulk.dto';
import { BulkAnswer, BulkResponse, UndoAnswer } from './dto/bulk.response';

/** Before the routes of single favorites, of which `bulk` would be an id. */
@ApiTags('Favorites')
@Controller('api/v1/favorite/bulk')
export class BulkController {
  constructor(private readonly bulk: BulkService) {}

  @Post()
  @Endpoint(
    'Run a bulk operation on favorites',
    'Does to each favorite what the request for a single one does. Those that cannot be changed are in `failed`, and the others are ' +
      'changed. Many are changed in several transactions: an interrupted request may have changed some of them; `GET /favorite/bulk` lists it, ' +
      'and it can be sent again or undone.',
    { scope: 'write', answers: ApiOne(BulkAnswer), problems: ['conflict'] },
  )
  createBulkOperation(@Caller() caller: Principal, @Input() input: BulkDto) {
    return this.bulk.run(caller, input);
  }

  @Get()
  @Endpoint(
    'List bulk operations on favorites',
    'Those of the last 30 days. `GET /history` has the other changes as well.',
    { scope: 'read', answers: ApiList(BulkResponse, journalList) },
  )
  listBulkOperations(@Caller() caller: Principal, @ListQuery(journalList) request: ListRequest) {
    return this.bulk.list(caller, request);
  }

  @Get(':id')
  @Endpoint('Get a bulk operation on favorites', 'What it has changed so far.', {
    scope: 'read',
    answers: ApiOne(BulkResponse),
  })
  getBulkOperation(@Caller() caller: Principal, @Id('bulk operation') id: string) {
    return this.bulk.get(caller, id);
  }

  @Post(':id/undo')
  @Endpoint(
    'Undo a bulk operation on favorites',
    'Restores within 30 days the favorites that nothing changed after it; `skipped` has the others. Deleted favorites come back with their ids, policies, ' +
      'channels and notes, but without their notifications. What was skipped can be tried again; 409 if nothing is left.',
    { scope: 'write', answers: ApiOne(UndoAnswer), problems: ['conflict'] },
  )
  undoBulkOperation(@Caller() caller: Principal, @Id('bulk operation') id: string) {
    return this.bulk.undo(caller, id);
  }
}
