import { Controller, Delete, Get, HttpCode, Patch, Post, Put, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import { TakesIdempotencyKey } from '../../access/idempotency/kept-answers';
import type { Response } from 'express';
import { ApiId, ApiList, ApiOne, ApiProblems, ApiWhole } from '../../common/api/docs';
import type { Links } from '../../common/api/links';
import { Id, Includes, ListQuery, NumberQuery, PageOrigin, RequestLinks } from '../../common/api/request';
import { Input } from '../../common/api/validation';
import type { ListRequest } from '../../common/list/list-request';
import { Caller, NeedsScope, type Principal } from '../../common/identity/principal';
import { ChannelTester } from './channel-tester';
import { channelList } from '../channel-state/channel.list';
import { ChannelService } from './channel.service';
import { ChannelTypeResponse } from './dto/channel-type.response';
import {
  ChannelDayResponse,
  ChannelResponse,
  ChannelTestResponse,
  CreateChannelDto,
  TestChannelDto,
  UpdateChannelDto,
} from './dto/channel.dto';

/** `days` of the statistics. */
const DAYS = { name: 'days', fallback: 90, max: 366 };

@ApiTags('Channels')
@ApiBearerAuth()
@Controller('api/v1')
export class ChannelController {
  constructor(
    private readonly channels: ChannelService,
    private readonly tester: ChannelTester,
  ) {}

  @Get('channel-type')
  @NeedsScope('read')
  @ApiOperation({
    summary: 'List channel types',
    description: 'Each with what people need to choose one, and the JSON Schema of its settings.',
  })
  @ApiWhole(ChannelTypeResponse)
  listChannelTypes(@Includes([]) _none: unknown, @RequestLinks() links: Links) {
    return this.channels.types(links);
  }

  @Get('channel')
  @NeedsScope('read')
  @ApiOperation({
    summary: "List the caller's channels",
    description: 'Each with its state: whether messages sent through it arrive.',
  })
  @ApiList(ChannelResponse, channelList)
  listChannels(@Caller() caller: Principal, @ListQuery(channelList) request: ListRequest) {
    return this.channels.list(caller, request);
  }

  @Post('channel')
  @TakesIdempotencyKey()
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Create a channel',
    description:
      'A channel with an e-mail address is `unconfirmed`, unless the operator trusts all addresses: the owner of the address gets a mail ' +
      'with a link, and nothing else until they confirm.',
  })
  @ApiOne(ChannelResponse, 201)
  @ApiProblems('limit-reached', 'invalid-body')
  async createChannel(
    @Caller() caller: Principal,
    @Input() input: CreateChannelDto,
    @PageOrigin() page: string,
    @RequestLinks() links: Links,
    @Res({ passthrough: true }) response: Response,
  ) {
    const channel = await this.channels.create(caller, input, page);
    response.location(links.to(`channel/${channel.id}`));
    return channel;
  }

  @Post('channel/test')
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Send a test message before a channel is saved',
    description:
      'Sent at once, with settings of which nothing is stored. It counts together with the tests of channels: at most five a minute. ' +
      'Answers 409 for a type whose receiver has to consent (`email`): create the channel first. A secret that the service would make ' +
      'is made for this message alone.',
  })
  @ApiOne(ChannelTestResponse)
  @ApiProblems('conflict', 'invalid-body')
  testUnsavedChannel(@Caller() caller: Principal, @Input() input: TestChannelDto, @PageOrigin() page: string) {
    return this.tester.testUnsaved(caller, input, page);
  }

  @Get('channel/:id')
  @NeedsScope('read')
  @ApiOperation({
    summary: 'Get a channel',
    description: 'A channel of the caller; secrets of its settings are masked.',
  })
  @ApiId('channel')
  @ApiOne(ChannelResponse)
  @ApiProblems('not-found')
  getChannel(@Caller() caller: Principal, @Id('channel') id: string, @Includes([]) _none: unknown) {
    return this.channels.get(caller, id);
  }

  @Get('channel/:id/statistics')
  @NeedsScope('read')
  @ApiOperation({
    summary: "Count a channel's deliveries by day",
    description:
      'One entry for each of the last days, today included, the oldest first; days without deliveries have zeros. A delivery counts on ' +
      'the day on which it ended, as long as it is kept (`KEEP_NOTIFICATIONS`). What is queued or cancelled is not counted.',
  })
  @ApiId('channel')
  @ApiQuery({
    name: DAYS.name,
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: DAYS.max, default: DAYS.fallback },
    description: 'How many days.',
  })
  @ApiWhole(ChannelDayResponse)
  @ApiProblems('not-found')
  getChannelStatistics(@Caller() caller: Principal, @Id('channel') id: string, @NumberQuery(DAYS) days: number) {
    return this.channels.statistics(caller, id, days);
  }

  @Patch('channel/:id')
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Update a channel',
    description: 'Only the fields in the body are changed. A new e-mail address is `unconfirmed` again.',
  })
  @ApiId('channel')
  @ApiOne(ChannelResponse)
  @ApiProblems('not-found', 'invalid-body')
  updateChannel(
    @Caller() caller: Principal,
    @Id('channel') id: string,
    @Input() input: UpdateChannelDto,
    @PageOrigin() page: string,
  ) {
    return this.channels.update(caller, id, input, page);
  }

  @Put('channel/:id')
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Replace a channel',
    description:
      'The body is that of `POST`: fields that are left out get their defaults. The type stays. Secrets are never read back, so one that is left out ' +
      'or masked stays as long as the server stays the same; null removes an optional one.',
  })
  @ApiId('channel')
  @ApiOne(ChannelResponse)
  @ApiProblems('not-found', 'invalid-body')
  replaceChannel(
    @Caller() caller: Principal,
    @Id('channel') id: string,
    @Input() input: CreateChannelDto,
    @PageOrigin() page: string,
  ) {
    return this.channels.replace(caller, id, input, page);
  }

  @Delete('channel/:id')
  @HttpCode(204)
  @NeedsScope('write')
  @ApiOperation({ summary: 'Delete a channel', description: 'Queued deliveries are cancelled.' })
  @ApiId('channel')
  @ApiResponse({ status: 204, description: 'Deleted.' })
  @ApiProblems('not-found')
  deleteChannel(@Caller() caller: Principal, @Id('channel') id: string) {
    return this.channels.delete(caller, id);
  }

  @Post('channel/:id/rotate-secret')
  @TakesIdempotencyKey()
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Rotate the signing secret',
    description:
      'The new secret is shown only in this response. For 24 hours messages are signed with the old one too.',
  })
  @ApiId('channel')
  @ApiOne(ChannelResponse)
  @ApiProblems('not-found', 'conflict')
  rotateChannelSecret(@Caller() caller: Principal, @Id('channel') id: string) {
    return this.channels.rotateSecret(caller, id);
  }

  @Post('channel/:id/confirmation')
  @TakesIdempotencyKey()
  @HttpCode(202)
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Send the confirmation mail again',
    description:
      'For a channel in the state `unconfirmed`. Only the link in the newest mail works. At most 3 mails a day for a channel, 5 for a ' +
      'mailbox and 10 for a user, within a limit for the whole installation: beyond that, 429 with `Retry-After`.',
  })
  @ApiId('channel')
  @ApiOne(ChannelResponse, 202)
  @ApiProblems('not-found', 'conflict')
  resendChannelConfirmation(@Caller() caller: Principal, @Id('channel') id: string) {
    return this.channels.confirmAgain(caller, id);
  }

  @Post('channel/:id/test')
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({ summary: 'Send a test message', description: 'Sent at once; at most five a minute.' })
  @ApiId('channel')
  @ApiOne(ChannelTestResponse)
  @ApiProblems('not-found', 'conflict')
  testChannel(@Caller() caller: Principal, @Id('channel') id: string) {
    return this.tester.test(caller, id);
  }
}
