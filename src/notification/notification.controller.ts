import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TakesIdempotencyKey } from '../access/idempotency/kept-answers';
import { ApiList, ApiOne, Endpoint } from '../api/endpoint/docs';
import type { Links } from '../api/endpoint/links';
import { Id, Includes, ListQuery, RequestLinks } from '../api/endpoint/request';
import type { ListRequest } from '../api/list/list-request';
import { Caller, type Principal } from '../api/identity/principal';
import { NotificationResponse } from './dto/notification.response';
import { notificationList } from './notification.list';
import { NotificationService } from './notification.service';

@ApiTags('Notifications')
@Controller('api/v1/notification')
export class NotificationController {
  constructor(private readonly notifications: NotificationService) {}

  @Get()
  @Endpoint("List the caller's notifications", 'Newest first, with the delivery through each channel.', {
    scope: 'read',
    answers: ApiList(NotificationResponse, notificationList),
  })
  listNotifications(
    @Caller() caller: Principal,
    @ListQuery(notificationList) request: ListRequest,
    @RequestLinks() links: Links,
  ) {
    return this.notifications.list(caller, request, links);
  }

  @Get(':id')
  @Endpoint('Get a notification', 'With every attempt of every delivery.', {
    scope: 'read',
    answers: ApiOne(NotificationResponse, 200, notificationList.includes, notificationList.adds),
  })
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
  @Endpoint(
    'Send a notification again',
    'Sends it at once, with the same delivery ids, through its channels that still exist and are enabled. Answers 409 when there is none, or when the favorite is now of another product.',
    { scope: 'write', answers: ApiOne(NotificationResponse), problems: ['conflict'] },
  )
  resendNotification(@Caller() caller: Principal, @Id('notification') id: string, @RequestLinks() links: Links) {
    return this.notifications.resend(caller, id, links);
  }
}
