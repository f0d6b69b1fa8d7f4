import { Controller, Get, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Endpoint } from '../../api/endpoint/docs';
import { Caller, type Principal } from '../../api/identity/principal';
import { ANSWERED } from '../../api/server/user-turns';
import { LiveStreams } from './live-streams';

@ApiTags('Events')
@Controller('api/v1/events')
export class LiveController {
  constructor(private readonly streams: LiveStreams) {}

  @Get()
  @Endpoint(
    'Listen for changes',
    'Server-sent events, without an end. `change` says that something of the caller has changed, and that the page should ask again: ' +
      '`revision` of the summary (null: not known) and `kinds`, of `favorites`, `channels`, `notifications`, `inventories`, `history`. The first ' +
      'one says the state at the beginning. `beat` comes when there is nothing else for 20 s. At most 20 streams of a user.',
    {
      scope: 'read',
      answers: ApiResponse({
        status: 200,
        description: 'The stream.',
        content: {
          'text/event-stream': {
            schema: { type: 'string' },
            example: 'event: change\ndata: {"revision":"u1xJ0kqk1b2yZ5mQn9vX3A","kinds":["favorites"]}\n\n',
          },
        },
      }),
    },
  )
  getEvents(@Caller() caller: Principal, @Res() response: Response): void {
    this.streams.open(caller, response);
    // It takes no turn from other requests.
    response.emit(ANSWERED);
    if (response.req.method === 'HEAD') response.end();
  }
}
