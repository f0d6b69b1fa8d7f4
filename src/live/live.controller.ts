import { Controller, Get, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import {} from '../common/api/docs';
import { Includes } from '../common/api/request';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import { ANSWERED } from '../http-server/user-turns';
import { LiveStreams } from './live-streams';

@ApiTags('Events')
@ApiBearerAuth()
@NeedsScope('read')
@Controller('api/v1/events')
export class LiveController {
  constructor(private readonly streams: LiveStreams) {}

  @Get()
  @ApiOperation({
    summary: 'Listen for changes',
    description:
      'Server-sent events, without an end. `change` says that something of the caller has changed, and that the page should ask again: ' +
      '`revision` of the summary (null: not known) and `kinds`, of `favorites`, `channels`, `notifications`, `inventories`, `history`. The first ' +
      'one says the state at the beginning. `beat` comes when there is nothing else for 20 s. At most 20 streams of a user.',
  })
  @ApiResponse({
    status: 200,
    description: 'The stream.',
    content: {
      'text/event-stream': {
        schema: { type: 'string' },
        example: 'event: change\ndata: {"revision":"u1xJ0kqk1b2yZ5mQn9vX3A","kinds":["favorites"]}\n\n',
      },
    },
  })
  getEvents(@Caller() caller: Principal, @Includes([]) _none: unknown, @Res() response: Response): void {
    this.streams.open(caller, response);
    // It takes no turn from other requests.
    response.emit(ANSWERED);
    if (response.req.method === 'HEAD') response.end();
  }
}
