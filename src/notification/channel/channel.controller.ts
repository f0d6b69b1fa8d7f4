import { Controller, Delete, Get, Patch, Post, Put, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { TakesIdempotencyKey } from '../../access/idempotency/kept-answers';
import type { Response } from 'express';
import { ApiList, ApiNothing, ApiOne, ApiWhole, Endpoint } from '../../api/endpoint/docs';
import type { Links } from '../../api/endpoint/links';
import { Id, ListQuery, NumberQuery, PageOrigin, RequestLinks } from '../../api/endpoint/request';
import { Input } from '../../api/endpoint/validation';
import type { ListRequest } from '../../api/list/list-request';
import { Caller, type Principal } from '../../api/identity/principal';
import { ChannelTester } from './channel-tester';
import { channelList } from '../channel-state/channel.list';
import { ChannelService } from './channel.service';
import {
  ChannelTypeResponse,
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
@Controller('api/v1')
export class ChannelController {
  constructor(
    private readonly channels: ChannelService,
    private readonly tester: ChannelTester,
  ) {}

  @Get('channel-type')
  @Endpoint('List channel types', 'Each with what people need to choose one, and the JSON Schema of its settings.', {
    scope: 'read',
    answers: ApiWhole(ChannelTypeResponse),
  })
  listChannelTypes(@RequestLinks() links: Links) {
    return this.channels.types(links);
  }

  @Get('channel')
  @Endpoint("List the caller's channels", 'Each with its state: whether messages sent through it arrive.', {
    scope: 'read',
    answers: ApiList(ChannelResponse, channelList),
  })
  listChannels(@Caller() caller: Principal, @ListQuery(channelList) request: ListRequest) {
    return this.channels.list(caller, request);
  }

  @Post('channel')
  @TakesIdempotencyKey()
  @Endpoint(
    'Create a channel',
    'A channel with an e-mail address is `unconfirmed`, unless the operator trusts all addresses: the owner of the address gets a mail ' +
      'with a link, and nothing else until they confirm.',
    { scope: 'write', answers: ApiOne(ChannelResponse, 201), problems: ['limit-reached'] },
  )
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
  @Endpoint(
    'Send a test message before a channel is saved',
    'Sent at once, with settings of which nothing is stored. It counts together with the tests of channels: at most five a minute. ' +
      'Answers 409 for a type whose receiver has to consent (`email`): create the channel first. A secret that the service would make ' +
      'is made for this message alone.',
    { scope: 'write', answers: ApiOne(ChannelTestResponse), problems: ['conflict'] },
  )
  testUnsavedChannel(@Caller() caller: Principal, @Input() input: TestChannelDto, @PageOrigin() page: string) {
    return this.tester.testUnsaved(caller, input, page);
  }

  @Get('channel/:id')
  @Endpoint('Get a channel', 'A channel of the caller; secrets of its settings are masked.', {
    scope: 'read',
    answers: ApiOne(ChannelResponse),
  })
  getChannel(@Caller() caller: Principal, @Id('channel') id: string) {
    return this.channels.get(caller, id);
  }

  @Get('channel/:id/statistics')
  @Endpoint(
    "Count a channel's deliveries by day",
    'One entry for each of the last days, today included, the oldest first; days without deliveries have zeros. A delivery counts on ' +
      'the day on which it ended, as long as it is kept (`KEEP_NOTIFICATIONS`). What is queued or cancelled is not counted.',
    { scope: 'read', answers: ApiWhole(ChannelDayResponse) },
  )
  @ApiQuery({
    name: DAYS.name,
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: DAYS.max, default: DAYS.fallback },
    description: 'How many days.',
  })
  getChannelStatistics(@Caller() caller: Principal, @Id('channel') id: string, @NumberQuery(DAYS) days: number) {
    return this.channels.statistics(caller, id, days);
  }

  @Patch('channel/:id')
  @Endpoint(
    'Update a channel',
    'Only the fields in the body are changed. A new e-mail address is `unconfirmed` again.',
    { scope: 'write', answers: ApiOne(ChannelResponse) },
  )
  updateChannel(
    @Caller() caller: Principal,
    @Id('channel') id: string,
    @Input() input: UpdateChannelDto,
    @PageOrigin() page: string,
  ) {
    return this.channels.update(caller, id, input, page);
  }

  @Put('channel/:id')
  @Endpoint(
    'Replace a channel',
    'The body is that of `POST`: fields that are left out get their defaults. The type stays. Secrets are never read back, so one that is left out ' +
      'or masked stays as long as the server stays the same; null removes an optional one.',
    { scope: 'write', answers: ApiOne(ChannelResponse) },
  )
  replaceChannel(
    @Caller() caller: Principal,
    @Id('channel') id: string,
    @Input() input: CreateChannelDto,
    @PageOrigin() page: string,
  ) {
    return this.channels.replace(caller, id, input, page);
  }

  @Delete('channel/:id')
  @Endpoint('Delete a channel', 'Queued deliveries are cancelled.', { scope: 'write', answers: ApiNothing('Deleted.') })
  deleteChannel(@Caller() caller: Principal, @Id('channel') id: string) {
    return this.channels.delete(caller, id);
  }

  @Post('channel/:id/rotate-secret')
  @TakesIdempotencyKey()
  @Endpoint(
    'Rotate the signing secret',
    'The new secret is shown only in this response. For 24 hours messages are signed with the old one too.',
    { scope: 'write', answers: ApiOne(ChannelResponse), problems: ['conflict'] },
  )
  rotateChannelSecret(@Caller() caller: Principal, @Id('channel') id: string) {
    return this.channels.rotateSecret(caller, id);
  }

  @Post('channel/:id/confirmation')
  @TakesIdempotencyKey()
  @Endpoint(
    'Send the confirmation mail again',
    'For a channel in the state `unconfirmed`. Only the link in the newest mail works. At most 3 mails a day for a channel, 5 for a ' +
      'mailbox and 10 for a user, within a limit for the whole installation: beyond that, 429 with `Retry-After`.',
    { scope: 'write', answers: ApiOne(ChannelResponse, 202), problems: ['conflict'] },
  )
  resendChannelConfirmation(@Caller() caller: Principal, @Id('channel') id: string) {
    return this.channels.confirmAgain(caller, id);
  }

  @Post('channel/:id/test')
  @Endpoint('Send a test message', 'Sent at once; at most five a minute.', {
    scope: 'write',
    answers: ApiOne(ChannelTestResponse),
    problems: ['conflict'],
  })
  testChannel(@Caller() caller: Principal, @Id('channel') id: string) {
    return this.tester.test(caller, id);
  }
}
