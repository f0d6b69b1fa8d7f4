import { Injectable } from '@nestjs/common';
import type { Links } from '../common/api/links';
import { type CursorColumns, type Page, toPage } from '../common/list/list-page';
import type { ListRequest } from '../common/list/list-request';
import { pageSql, totalSql } from '../common/list/list-sql';
import { forEach, groupBy, NESTED_AT_MOST, NESTED_PAGE, type Nested, nestedOf } from '../common/list/nested';
import { type Moment, momentText } from '../common/moment';
import { Problem } from '../common/problem/problem';
import { Database, type Sql } from '../database/database';
import { databaseNow } from '../database/database-clock';
import { pagesOf, placeholders } from '../database/rows';
import type { Principal } from '../user/principal';
import {
  type AttemptRow,
  type DeliveryRow,
  type NotificationResponse,
  type NotificationRow,
  toNotificationResponse,
} from './dto/notification.response';
import { refreshStatesOf } from './notification-state';
import { notificationList } from './notification.list';
import { DeliveryPace } from './pace/delivery-pace';

const COLUMNS = `n.id, n.favorite_id, s.name AS software, n.version_id, v.version, ${momentText('v.created_at')} AS version_created_at,
  n.state, ${momentText('n.created_at')} AS created_at`;
const TABLES = `notification n
  LEFT JOIN software s ON s.id = n.software_id
  LEFT JOIN version v ON v.id = n.version_id`;

/** Of a member of a digest it is that of its head. */
const NEXT_ATTEMPT = `COALESCE(d.next_at,
  CASE WHEN d.collect_at IS NULL THEN NULL
    ELSE (SELECT MAX(h.next_at) FROM delivery h WHERE h.digest_id = d.digest_id AND h.collect_at IS NULL) END,
  d.collect_at)`;

/** @param now the database's clock */
const deliveryColumns = (
  now: string,
) => `d.id, d.notification_id, d.channel_id, d.type, d.state, d.attempts, d.digest_id,
  ${NEXT_ATTEMPT} AS next_at,
  CASE WHEN d.state = 'queued' AND d.held_until > ${now} THEN d.held_until ELSE NULL END AS held_until, d.last_error`;

/** Seconds for which a delivery that was sent again is tried. */
const RESEND_EXPIRES_AFTER = 7 * 86_400;

/** What a user was told of, and how it went. */
@Injectable()
export class NotificationService {
  constructor(
    private readonly database: Database,
    private readonly pace: DeliveryPace,
  ) {}

  async list(caller: Principal, request: ListRequest, links: Links): Promise<Page<NotificationResponse>> {
    const statement = { select: COLUMNS, from: TABLES, where: ['n.user_id = ?'], whereParameters: [caller.userId] };
    const page = pageSql(notificationList, request, statement);
    const [rows, deliveries] = await this.database.reading(async () => {
      const found = await this.database.pageRead<NotificationRow & CursorColumns>(page);
      const ids = found.slice(0, request.perPage).map(({ id }) => id);
      return [found, await this.firstDeliveriesOf(ids)] as const;
    });
    const total = request.includeTotal ? await this.database.count(totalSql(request, statement)) : undefined;
    return toPage(request, rows, (row) => toNotificationResponse(row, deliveries.get(row.id) ?? NONE, links), total);
  }

  async get(caller: Principal, id: string, links: Links): Promise<NotificationResponse> {
    return this.find(this.database, caller, id, links);
  }

  /**
   * Queues every delivery of it again, at once, with the same id (so a receiver that knows it already can tell), in place of a
   * scheduled attempt or of a digest, and whatever the hour. One that is being sent this very moment is left alone. So is one whose
   * channel is gone or switched off: queued, it would only be cancelled, whatever had become of it before.
   */
  async resend(caller: Principal, id: string, links: Links): Promise<NotificationResponse> {
    return this.database.transaction(async (sql) => {
      await this.find(sql, caller, id, links);
      await this.demandSameSoftware(sql, id);
      const channels = await this.usableChannels(sql, id);
      if (channels.length === 0)
        throw new Problem('conflict', 'Every channel that it was for has been deleted or switched off.');
      const now = await databaseNow(sql);
      const theirs = `notification_id = ? AND claim_id IS NULL AND channel_id IN (${placeholders(channels.length)})`;
      await sql.execute(
        `UPDATE delivery SET state = 'queued', next_at = ?, expires_at = ${sql.dialect.nowPlus}, updated_at = ?,
           collect_at = NULL, digest_id = NULL, at_once = 1, held_until = NULL
         WHERE ${theirs}`,
        [now, RESEND_EXPIRES_AFTER, now, id, ...channels],
      );
      const due = await sql.query<{ id: string; lane: string }>(
        `SELECT id, lane FROM delivery WHERE ${theirs} AND next_at = ? ORDER BY id`,
        [id, ...channels, now],
      );
      await this.pace.spread(
        sql,
        now,
        due.map((delivery) => ({ ...delivery, user_id: caller.userId })),
      );
      await refreshStatesOf(sql, [id]);
      return this.find(sql, caller, id, links);
    });
  }

  /** Of other software the favorite has no version in use, which the message would name. */
  private async demandSameSoftware(sql: Sql, id: string): Promise<void> {
    const rows = await sql.query(
      'SELECT n.id FROM notification n JOIN favorite f ON f.id = n.favorite_id AND f.software_id = n.software_id WHERE n.id = ?',
      [id],
    );
    if (rows.length === 0) throw new Problem('conflict', 'The favorite has moved to other software.');
  }

  /** Held until the transaction ends: who deletes one or switches it off waits, and cancels then what was queued here. */
  private async usableChannels(sql: Sql, id: string): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `SELECT c.id FROM channel c WHERE c.id IN (SELECT d.channel_id FROM delivery d WHERE d.notification_id = ?)
         AND c.enabled = 1 ORDER BY c.id ${sql.dialect.forUpdate}`,
      [id],
    );
    return rows.map((row) => row.id);
  }

  private async find(sql: Sql, caller: Principal, id: string, links: Links): Promise<NotificationResponse> {
    const [row] = await sql.query<NotificationRow>(
      `SELECT ${COLUMNS} FROM ${TABLES} WHERE n.id = ? AND n.user_id = ?`,
      [id, caller.userId],
    );
    if (!row) throw Problem.notFound('notification');
    const attempts = await sql.query<AttemptRow>(
      `SELECT a.delivery_id, a.no, a.started_at, a.ms, a.outcome, a.code, a.reason, a.excerpt
       FROM delivery_attempt a JOIN delivery d ON d.id = a.delivery_id
       WHERE d.notification_id = ? ORDER BY a.delivery_id, a.no`,
      [id],
    );
    const deliveries = await sql.query<DeliveryRow>(
      `SELECT ${deliveryColumns(sql.dialect.now)} FROM delivery d WHERE d.notification_id = ? ORDER BY d.created_at, d.id`,
      [id],
    );
    return toNotificationResponse(row, { entries: deliveries, hasMore: false }, links, attempts);
  }

  /** For a list, the first ones of each. Index: delivery_once. */
  private async firstDeliveriesOf(notificationIds: string[]): Promise<Map<string, Nested<DeliveryRow>>> {
    const found = new Map<string, Nested<DeliveryRow>>();
    const select = `SELECT ${deliveryColumns(this.database.dialect.now)}, d.created_at FROM delivery d WHERE d.notification_id = ?
      ORDER BY d.created_at, d.id LIMIT ${NESTED_AT_MOST + 1}`;
    for (const ids of pagesOf(notificationIds, NESTED_PAGE)) {
      const rows = await this.database.query<DeliveryRow & { created_at: Moment }>(forEach(select, ids.length), ids);
      const inOrder = rows.sort((a, b) => compare(a.created_at, b.created_at) || compare(a.id, b.id));
      for (const [id, deliveries] of groupBy(inOrder, (row) => row.notification_id))
        found.set(id, nestedOf(deliveries, NESTED_AT_MOST));
    }
    return found;
  }
}

const NONE: Nested<DeliveryRow> = { entries: [], hasMore: false };

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
