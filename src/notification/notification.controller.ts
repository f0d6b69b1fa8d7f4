import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { TakesIdempotencyKey } from '../access/idempotency/kept-answers';
import { ApiId, ApiList, ApiOne, ApiProblems } from '../common/api/docs';
import type { Links } from '../common/api/links';
import { Id, Includes, ListQuery, RequestLinks } from '../common/api/request';
import type { ListRequest } from '../common/list/list-request';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import { NotificationResponse } from './dto/notification.response';
import { notificationList } from './notification.list';
import { NotificationService } from './notification.service';

@ApiTags('Notifications')
@ApiBearerAuth()
@Controller('api/v1/notification')
export class NotificationController {
  constructor(private readonly notifications: NotificationService) {}

  @Get()
  @NeedsScope('read')
  @ApiOperation({
    summary: "List the caller's notifications",
    description: 'Newest first, with the delivery through each channel.',
  })
  @ApiList(NotificationResponse, notificationList)
  listNotifications(
    @Caller() caller: Principal,
    @ListQuery(notificationList) request: ListRequest,
    @RequestLinks() links: Links,
  ) {
    return this.notifications.list(caller, request, links);
  }

  @Get(':id')
  @NeedsScope('read')
  @ApiOperation({
    summary: 'Get a notification',
    description: 'With every attempt of every delivery.',
  })
  @ApiId('notification')
  @ApiOne(NotificationResponse, 200, notificationList.includes, notificationList.adds)
  @ApiProblems('not-found')
  getNotification(
    @Caller() caller: Principal,
    @Id('notification') id: string,
    @Includes(notificationList.includes!) includes: ReadonlySet<string>,
    @RequestLinks() links: Links,
  ) {
    return this.notifications.get(caller, id, includes, links);
  }

  @Post(':id/resend')
  @TakesIdempotencyKey()
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Send a notification again',
    description:
      'Sends it at once, with the same delivery ids, through its channels that still exist and are enabled. Answers 409 when there is none, or when the favorite is now of another product.',
  })
  @ApiId('notification')
  @ApiOne(NotificationResponse)
  @ApiProblems('not-found', 'conflict')
  resendNotification(@Caller() caller: Principal, @Id('notification') id: string, @RequestLinks() links: Links) {
    return this.notifications.resend(caller, id, links);
  }
}
