import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import type { CursorColumns } from '../api/list/list-page';
import type { ListRequest } from '../api/list/list-request';
import type { ListSpec } from '../api/list/list-spec';
import { type ListStatement, pageSql, totalSql } from '../api/list/list-sql';
import { forEach, NESTED_AT_MOST, NESTED_PAGE, type Nested, nestedOf } from '../api/list/nested';
import { momentText } from '../common/time/utc-timestamp';
import { Database, type Sql } from '../database/database';
import { pagesOf } from '../database/rows';
import { acceptedInDeliveries } from './delivery/delivery-attempt.repository';
import type { AttemptRow, DeliveryRow, NotificationRow } from './dto/notification.response';
import { channelLogList, notificationList } from './notification.list';

const COLUMNS = `n.id, n.favorite_id AS favorite, s.name AS software, n.kind, v.id AS version_id, v.version, ${momentText('v.created_at')} AS version_created_at,
  n.state, ${momentText('n.created_at')} AS created_at`;
const JOINED = `LEFT JOIN software s ON s.id = n.software_id
  LEFT JOIN version v ON v.id = COALESCE(n.version_id, n.tracked_version_id)`;

/** Of a member of a digest it is that of its head. */
const NEXT_ATTEMPT = `COALESCE(d.next_at,
  CASE WHEN d.collect_at IS NULL THEN NULL
    ELSE (SELECT MAX(h.next_at) FROM delivery h WHERE h.digest_id = d.digest_id AND h.collect_at IS NULL) END,
  d.collect_at)`;

const CHANNEL_NAME = ', (SELECT c.name FROM channel c WHERE c.id = d.channel_id) AS channel_name';

/** @param now the database's clock */
const deliveryColumns = (
  now: string,
  withChannel: boolean,
) => `d.id, d.notification_id, d.channel_id AS channel${withChannel ? CHANNEL_NAME : ''}, d.type, d.state, d.attempts,
  ${NEXT_ATTEMPT} AS next_attempt_at,
  CASE WHEN d.state = 'queued' AND d.held_until > ${now} THEN d.held_until ELSE NULL END AS held_until,
  NULLIF(d.digest_id, d.id) AS digest, d.last_error`;

type Page = { rows: (NotificationRow & CursorColumns)[]; deliveries: Map<string, Nested<DeliveryRow>>; total?: number };

/** Reads notifications for the API. They are written in `delivery/`. */
@Injectable()
export class NotificationRepository {
  constructor(private readonly database: Database) {}

  /** One page of a user's notifications, with the first deliveries of each. */
  async list(userId: string, asked: ListRequest): Promise<Page> {
    const [spec, request, statement] = this.read(userId, asked);
    const whole = { ...statement, from: `${statement.from} ${JOINED}` };
    const page = pageSql(spec, request, whole);
    const [rows, deliveries] = await this.database.reading(async () => {
      const found = await this.database.pageRead<NotificationRow & CursorColumns>(page);
      const ids = found.slice(0, request.perPage).map(({ id }) => id);
      return [found, await this.firstDeliveries(ids, request.includes.has('includeChannel'))] as const;
    });
    const counted = request.filters.some(({ field }) => field === 'software') ? whole : statement;
    const total = request.includeTotal ? await this.database.count(totalSql(request, counted)) : undefined;
    return { rows, deliveries, total };
  }

  async find(userId: string, id: string, sql: Sql = this.database): Promise<NotificationRow | null> {
    const [row] = await sql.query<NotificationRow>(
      `SELECT ${COLUMNS} FROM notification n ${JOINED} WHERE n.id = ? AND n.user_id = ?`,
      [id, userId],
    );
    return row ?? null;
  }

  /** All deliveries of a notification, the oldest first. */
  deliveriesOf(id: string, withChannel = false, sql: Sql = this.database): Promise<DeliveryRow[]> {
    return sql.query<DeliveryRow>(
      `SELECT ${deliveryColumns(sql.dialect.now, withChannel)} FROM delivery d WHERE d.notification_id = ?
       ORDER BY d.created_at, d.id`,
      [id],
    );
  }

  /** All attempts of a notification, by delivery. One that did not count has the number of the accepted one that came after it. */
  attemptsOf(id: string, sql: Sql = this.database): Promise<AttemptRow[]> {
    return sql.query<AttemptRow>(
      `SELECT delivery_id, no, started_at, ms AS duration, outcome, code, reason, excerpt FROM (
         SELECT a.delivery_id, a.no, a.started_at, a.ms, a.outcome, a.code, a.reason, a.excerpt
         FROM delivery_attempt a JOIN delivery d ON d.id = a.delivery_id
         WHERE d.notification_id = ? AND (a.no <> d.attempts OR a.outcome = 'ok' OR d.state <> 'sent')
         UNION ALL ${acceptedInDeliveries(sql.dialect)} AND d.notification_id = ?) log ORDER BY delivery_id, no`,
      [id, id],
    );
  }

  /** Whether its favorite is still of the same product. */
  async hasSameSoftware(sql: Sql, id: string): Promise<boolean> {
    const rows = await sql.query(
      'SELECT n.id FROM notification n JOIN favorite f ON f.id = n.favorite_id AND f.software_id = n.software_id WHERE n.id = ?',
      [id],
    );
    return rows.length > 0;
  }

  /** Locks the channels of a notification that are still there and enabled: a transaction that deletes or disables one waits. @returns their ids */
  async lockChannels(sql: Sql, id: string): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `SELECT c.id FROM channel c WHERE c.id IN (SELECT d.channel_id FROM delivery d WHERE d.notification_id = ?)
         AND c.enabled = 1 ORDER BY c.id ${sql.dialect.forUpdate}`,
      [id],
    );
    return rows.map((row) => row.id);
  }

  /** By which index a page is read, from the cursor on. Left to itself a server may read all rows of the user, or of everybody. */
  private read(userId: string, request: ListRequest): [ListSpec, ListRequest, ListStatement] {
    const { byIndex, pageOf, thenJoin } = this.database.dialect;
    const equal = request.filters.filter(({ operator }) => operator === 'eq');
    const [channel, favorite] = ['channel', 'favorite'].map((name) => equal.find(({ field }) => field === name));
    if (channel && !favorite) {
      const others = request.filters.filter((filter) => filter !== channel);
      const filters = others.map((one) => (one.field === 'created_at' ? { ...one, column: 'l.created_at' } : one));
      const from = `delivery l ${byIndex('delivery_channel_log')} ${thenJoin} notification n ON n.id = l.notification_id`;
      const where = [pageOf('l.channel_id'), 'n.user_id = ?'];
      const whereParameters = [channel.value, channel.value, userId];
      const statement = { select: COLUMNS, from, within: 'l.channel_id', where, whereParameters };
      return [channelLogList, { ...request, filters }, statement];
    }
    const index = favorite ? 'notification_once' : 'notification_user';
    const within = favorite ? '+n.user_id' : 'n.user_id'; // the + keeps SQLite from the index of the order
    const own = { where: [pageOf(within)], whereParameters: [userId, userId] };
    return [notificationList, request, { select: COLUMNS, from: `notification n ${byIndex(index)}`, within, ...own }];
  }

  /** The first deliveries of each, by the index `delivery_once`. */
  private async firstDeliveries(
    notificationIds: string[],
    withChannel: boolean,
  ): Promise<Map<string, Nested<DeliveryRow>>> {
    const found = new Map<string, Nested<DeliveryRow>>();
    const select = `SELECT ${deliveryColumns(this.database.dialect.now, withChannel)}, d.created_at FROM delivery d WHERE d.notification_id = ?
      ORDER BY d.created_at, d.id LIMIT ${NESTED_AT_MOST + 1}`;
    for (const ids of pagesOf(notificationIds, NESTED_PAGE)) {
      const rows = await this.database.query<DeliveryRow>(forEach(select, ids.length), ids);
      const inOrder = rows.sort((a, b) => compare(a.created_at!, b.created_at!) || compare(a.id, b.id));
      for (const [id, deliveries] of groupBy(inOrder, (row) => row.notification_id))
        found.set(id, nestedOf(deliveries, NESTED_AT_MOST));
    }
    return found;
  }
}

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
