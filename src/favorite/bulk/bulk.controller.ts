import { Controller, Get, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { TakesIdempotencyKey } from '../../access/idempotency/kept-answers';
import { ApiList, ApiOne, Endpoint } from '../../api/endpoint/docs';
import { Id, ListQuery } from '../../api/endpoint/request';
import { Input } from '../../api/endpoint/validation';
import { Caller, type Principal } from '../../api/identity/principal';
import type { ListRequest } from '../../api/list/list-request';
import { journalList } from '../journal/journal.list';
import { BulkService } from './bulk.service';
import { BulkDto } from './dto/bulk.dto';
import { BulkAnswer, BulkOutcome, BulkResponse, UndoAnswer } from './dto/bulk.response';

/** 202 while it goes on in the background. */
export async function startedOrDone<Answer extends BulkAnswer | UndoAnswer>(response: Response, work: Promise<Answer>) {
  const answer = await work;
  response.status(answer.state === 'running' ? 202 : 200);
  return answer;
}

/** Before the routes of single favorites, of which `bulk` would be an id. */
@ApiTags('Favorites')
@Controller('api/v1/favorite/bulk')
export class BulkController {
  constructor(private readonly bulk: BulkService) {}

  @Post()
  @TakesIdempotencyKey()
  @Endpoint(
    'Run a bulk operation on favorites',
    'Does to each favorite what the request for a single one does. Those that cannot be changed are in `failed`, and the others are ' +
      'changed. Many are changed in several transactions: an interrupted request may have changed some of them; `GET /favorite/bulk` lists it, ' +
      'and it can be sent again or undone. More than 2,000, and all with an `Idempotency-Key`, are changed in the background: 202 at once, and no ' +
      'restart interrupts it. Of several, one begins after the other.',
    { scope: 'write', answers: ApiOne(BulkAnswer), problems: ['conflict', 'limit-reached'] },
  )
  @ApiOne(BulkAnswer, 202)
  createBulkOperation(
    @Caller() caller: Principal,
    @Input() input: BulkDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    return startedOrDone(response, this.bulk.run(caller, input));
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
    answers: ApiOne(BulkOutcome),
  })
  getBulkOperation(@Caller() caller: Principal, @Id('bulk operation') id: string) {
    return this.bulk.get(caller, id);
  }

  @Post(':id/undo')
  @Endpoint(
    'Undo a bulk operation on favorites',
    'Restores within 30 days the favorites that nothing changed after it; `skipped` has the others. Deleted favorites come back with their ids, policies, ' +
      'channels and notes, but without their notifications. What was skipped can be tried again; 409 if nothing is left. An operation that goes on ' +
      'ends. More than 2,000 are restored in the background: 202.',
    { scope: 'write', answers: ApiOne(UndoAnswer), problems: ['conflict'] },
  )
  @ApiOne(UndoAnswer, 202)
  undoBulkOperation(
    @Caller() caller: Principal,
    @Id('bulk operation') id: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    return startedOrDone(response, this.bulk.undo(caller, id));
  }
}
