import { Injectable } from '@nestjs/common';
import type { Links } from '../api/endpoint/links';
import type { Principal } from '../api/identity/principal';
import { type Page, toPage } from '../api/list/list-page';
import type { ListRequest } from '../api/list/list-request';
import type { Nested } from '../api/list/nested';
import { Problem } from '../api/problem/problem';
import { Database, type Sql } from '../database/database';
import { databaseNow } from '../database/database-clock';
import { DeliveryRepository } from './delivery/delivery.repository';
import { NotificationQueueRepository } from './delivery/notification-queue.repository';
import { DeliveryPace } from './delivery/pace/delivery-pace';
import { type DeliveryRow, type NotificationResponse, toNotificationResponse } from './dto/notification.response';
import { NotificationRepository } from './notification.repository';

const NONE: Nested<DeliveryRow> = { entries: [], hasMore: false };

/** The notifications of a user, and their deliveries. */
@Injectable()
export class NotificationService {
  constructor(
    private readonly database: Database,
    private readonly notifications: NotificationRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly queue: NotificationQueueRepository,
    private readonly pace: DeliveryPace,
  ) {}

  async list(caller: Principal, request: ListRequest, links: Links): Promise<Page<NotificationResponse>> {
    const listed = await this.notifications.list(caller.userId, request);
    return toPage(request, listed, (row) => toNotificationResponse(row, listed.deliveries.get(row.id) ?? NONE, links));
  }

  async get(caller: Principal, id: string, includes: ReadonlySet<string>, links: Links): Promise<NotificationResponse> {
    return this.find(this.database, caller, id, links, includes.has('includeChannel'));
  }

  /**
   * Queues its deliveries again, due at once whatever the hour, with the same ids, by which a receiver knows them. Takes the place of a
   * scheduled attempt or of a digest. Not what is being sent right now, nor what goes through a channel that is deleted or disabled: it would
   * only be cancelled.
   */
  async resend(caller: Principal, id: string, links: Links): Promise<NotificationResponse> {
    return this.database.transaction(async (sql) => {
      if (!(await this.notifications.find(caller.userId, id, sql))) throw Problem.notFound('notification');
      // The message would name a version in use, which the favorite does not have of this product.
      if (!(await this.notifications.hasSameSoftware(sql, id)))
        throw new Problem('conflict', 'The favorite has moved to another product.');
      const channels = await this.notifications.lockChannels(sql, id);
      if (channels.length === 0)
        throw new Problem('conflict', 'Every channel that it was for has been deleted or switched off.');
      const now = await databaseNow(sql);
      const due = await this.deliveries.requeue(sql, id, channels, now);
      const ofCaller = due.map((delivery) => ({ ...delivery, user_id: caller.userId }));
      await this.pace.spread(sql, now, ofCaller);
      await this.queue.refresh(sql, [id]);
      return this.find(sql, caller, id, links);
    });
  }

  private async find(
    sql: Sql,
    caller: Principal,
    id: string,
    links: Links,
    withChannel = false,
  ): Promise<NotificationResponse> {
    const row = await this.notifications.find(caller.userId, id, sql);
    if (!row) throw Problem.notFound('notification');
    const attempts = await this.notifications.attemptsOf(id, sql);
    const deliveries = await this.notifications.deliveriesOf(id, withChannel, sql);
    return toNotificationResponse(row, { entries: deliveries, hasMore: false }, links, attempts);
  }
}
