import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiList, ApiOne, ApiProblems } from '../../common/api/docs';
import { Id, Includes, ListQuery } from '../../common/api/request';
import { Input } from '../../common/api/validation';
import { Caller, NeedsScope, type Principal } from '../../common/identity/principal';
import type { ListRequest } from '../../common/list/list-request';
import { journalList } from '../journal/journal.list';
import { BulkService } from './bulk.service';
import { BulkDto } from './dto/bulk.dto';
import { BulkAnswer, BulkResponse, UndoAnswer } from './dto/bulk.response';

/** Before the routes of single favorites, of which `bulk` would be an id. */
@ApiTags('Favorites')
@ApiBearerAuth()
@Controller('api/v1/favorite/bulk')
export class BulkController {
  constructor(private readonly bulk: BulkService) {}

  @Post()
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Run a bulk operation on favorites',
    description:
      'Does to each favorite what the request for a single one does. Those that cannot be changed are in `failed`, and the others are ' +
      'changed. Many are changed in several transactions: an interrupted request may have changed some of them; `GET /favorite/bulk` lists it, ' +
      'and it can be sent again or undone.',
  })
  @ApiOne(BulkAnswer)
  @ApiProblems('conflict', 'invalid-body')
  createBulkOperation(@Caller() caller: Principal, @Input() input: BulkDto) {
    return this.bulk.run(caller, input);
  }

  @Get()
  @NeedsScope('read')
  @ApiOperation({
    summary: 'List bulk operations on favorites',
    description: 'Those of the last 30 days. `GET /history` has the other changes as well.',
  })
  @ApiList(BulkResponse, journalList)
  listBulkOperations(@Caller() caller: Principal, @ListQuery(journalList) request: ListRequest) {
    return this.bulk.list(caller, request);
  }

  @Get(':id')
  @NeedsScope('read')
  @ApiOperation({ summary: 'Get a bulk operation on favorites', description: 'What it has changed so far.' })
  @ApiId('bulk operation')
  @ApiOne(BulkResponse)
  @ApiProblems('not-found')
  getBulkOperation(@Caller() caller: Principal, @Id('bulk operation') id: string, @Includes([]) _none: unknown) {
    return this.bulk.get(caller, id);
  }

  @Post(':id/undo')
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Undo a bulk operation on favorites',
    description:
      'Restores within 30 days what nobody changed since; `skipped` has the others. Deleted favorites come back with their ids, policies, ' +
      'channels and notes, but without their notifications. What was skipped can be tried again; 409 if nothing is left.',
  })
  @ApiId('bulk operation')
  @ApiOne(UndoAnswer)
  @ApiProblems('not-found', 'conflict')
  undoBulkOperation(@Caller() caller: Principal, @Id('bulk operation') id: string) {
    return this.bulk.undo(caller, id);
  }
}
