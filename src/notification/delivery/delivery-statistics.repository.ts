import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import { databaseNow } from '../../database/database-clock';
import type { Dialect } from '../../database/dialect';
import { pagesOf } from '../../database/rows';

/** The outcomes of a channel's deliveries on one day. */
export interface DayOfDeliveries {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** At the first attempt. */
  sent: number;
  retried: number;
  failed: number;
  expired: number;
}

interface CountRow {
  day: string;
  state: 'sent' | 'failed' | 'expired';
  ended: number | string;
  retried: number | string;
}

const STATES = ['sent', 'failed', 'expired'] as const;
const DAY_MS = 86_400_000;
/** Days in one statement: SQLite takes 500 SELECTs. */
const DAYS_AT_ONCE = 125;

/** Counts deliveries: by the day on which they ended, and those that are due. */
@Injectable()
export class DeliveryStatisticsRepository {
  constructor(private readonly database: Database) {}

  /** The last `days` days, the oldest first, today included. Index: delivery_channel_ended, alone. */
  async ofChannel(channelId: string, days: number): Promise<DayOfDeliveries[]> {
    const today = Date.parse((await databaseNow(this.database)).slice(0, 10));
    const all = Array.from({ length: days }, (_, index) => dayOf(today + (index - days + 1) * DAY_MS));
    const found = new Map(all.map((day) => [day, { day, sent: 0, retried: 0, failed: 0, expired: 0 }]));
    for (const page of pagesOf(all, DAYS_AT_ONCE))
      for (const { day, state, ended, retried } of await this.count(channelId, page)) {
        const counts = found.get(day)!;
        if (state === 'sent')
          Object.assign(counts, { sent: Number(ended) - Number(retried), retried: Number(retried) });
        else counts[state] = Number(ended);
      }
    return [...found.values()];
  }

  /** Of the queue of deliveries, by the index `delivery_due`, and of the messages of the service itself. */
  gauges() {
    const { dialect } = this.database;
    const { now, secondsBetween } = dialect;
    return [
      {
        name: 'notification_oldest_due_seconds',
        help: 'For how long the oldest due delivery has been waiting',
        select: `SELECT COALESCE(${secondsBetween('at', now)}, 0) FROM (SELECT MIN(next_at) AS at FROM delivery WHERE next_at <= ${now}) oldest`,
      },
      {
        name: 'notification_deliveries_due',
        help: 'Deliveries that are due and not claimed, up to 10,000',
        select: `SELECT COUNT(*) FROM (SELECT id FROM delivery WHERE next_at <= ${now} LIMIT 10000) due`,
      },
      systemMessageGauge(dialect),
    ];
  }

  /** One SELECT for each day and state: a database would sort all rows that it groups by a part of a moment. */
  private count(channelId: string, days: string[]): Promise<CountRow[]> {
    const index = this.database.dialect.byIndex('delivery_channel_ended');
    const selects = STATES.map(
      (
        state,
      ) => `SELECT ? AS day, '${state}' AS state, COUNT(*) AS ended, COUNT(CASE WHEN d.attempts > 1 THEN 1 END) AS retried
        FROM delivery d ${index} WHERE d.channel_id = ? AND d.state = '${state}' AND d.updated_at >= ? AND d.updated_at < ?`,
    );
    return this.database.query<CountRow>(
      days.flatMap(() => selects).join('\nUNION ALL '),
      days.flatMap((day) => STATES.flatMap(() => [day, channelId, day, dayOf(Date.parse(day) + DAY_MS)])),
    );
  }
}

/** The queue of system messages, by the index `system_message_due`: confirmation mails, notices about channels, reports to the operator. */
const systemMessageGauge = ({ now, secondsBetween }: Dialect) => ({
  name: 'service_messages_oldest_due_seconds',
  help: 'For how long the oldest confirmation mail, notice about a channel or message to the operator has been due',
  select: `SELECT COALESCE(${secondsBetween('at', now)}, 0) FROM (SELECT MIN(next_at) AS at FROM system_message
    WHERE kind IN ('confirmation', 'notice', 'report', 'held') AND next_at <= ${now}) oldest`,
});

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
