import { Injectable } from '@nestjs/common';
import { groupBy } from '../../common/list/nested';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import { placeholders } from '../../database/rows';
import { hasWay } from './goes-through.repository';

/** An alert to the owner of a favorite: one for each subject. */
export interface Alert {
  favoriteId: string;
  kind: string;
  subject: string;
}

/** Notifications that are about no version. */
@Injectable()
export class AlertRepository {
  /** Subjects of the alerts of favorites, sent or not, the latest first. Index: `notification_subject`. */
  async subjects(sql: Sql, favoriteIds: string[]): Promise<Map<string, string[]>> {
    const rows = await sql.query<{ favorite_id: string; subject: string }>(
      `SELECT n.favorite_id, n.subject FROM notification n ${sql.dialect.byIndex('notification_subject')}
       WHERE n.favorite_id IN (${placeholders(favoriteIds.length)}) AND n.subject IS NOT NULL AND n.state <> 'cancelled'
       ORDER BY n.created_at DESC, n.id DESC`,
      favoriteIds,
    );
    const byFavorite = groupBy(rows, ({ favorite_id }) => favorite_id);
    return new Map([...byFavorite].map(([id, theirs]) => [id, theirs.map(({ subject }) => subject)]));
  }

  /** One for each of these favorites, which are locked, if it reaches anybody. @returns how many were written */
  insert(sql: Sql, alerts: Alert[], now: UtcTimestamp): Promise<number> {
    const { dialect } = sql;
    return sql.execute(
      `INSERT INTO notification
         (id, user_id, favorite_id, software_id, version_id, tracked_version_id, reminder, state, created_at, kind, subject)
       SELECT ${dialect.uuid}, f.user_id, f.id, f.software_id, NULL, f.version_id, 0, 'pending', ?, g.kind, g.subject
       FROM (${dialect.givenRows(GIVEN)}) g ${dialect.thenJoin} favorite f ON f.id = g.favorite_id
       WHERE ${hasWay(dialect)}
       ${dialect.keepExisting('notification')}`,
      [now, rowsOf(alerts)],
    );
  }

  /** Those of these alerts that were written before and cancelled, and reach somebody now. @returns their ids */
  async cancelled(sql: Sql, alerts: Alert[]): Promise<string[]> {
    const { dialect } = sql;
    const rows = await sql.query<{ id: string }>(
      `SELECT n.id FROM (${dialect.givenRows(GIVEN)}) g ${dialect.thenJoin} favorite f ON f.id = g.favorite_id
         ${dialect.thenJoin} notification n ${dialect.byIndex('notification_subject')}
           ON n.favorite_id = g.favorite_id AND n.subject = g.subject AND n.state = 'cancelled'
       WHERE ${hasWay(dialect)}`,
      [rowsOf(alerts)],
    );
    return rows.map(({ id }) => id);
  }
}

const GIVEN = { favorite_id: 'text', kind: 'text', subject: 'text' } as const;
const rowsOf = (alerts: Alert[]) =>
  JSON.stringify(alerts.map(({ favoriteId, kind, subject }) => [favoriteId, kind, subject]));
