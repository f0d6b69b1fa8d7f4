import { Injectable } from '@nestjs/common';
import { toApiTimestamp, type UtcTimestamp } from '../common/time/utc-timestamp';
import { Config } from '../config/config';
import { Database, type Sql } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { type AlertRow, SupportRepository } from '../favorite/store/support.repository';
import { nextAlert } from '../favorite/store/next-alert';
import type { Alert } from '../notification/delivery/notification-queue.repository';
import { NotificationWriter } from '../notification/delivery/notification.writer';
import { PAGE } from './page-evaluator';

/** Writes alerts for favorites whose version in use has lost its support, or will soon. */
@Injectable()
export class DueAlertsService {
  private readonly isOn: boolean;

  constructor(
    private readonly database: Database,
    private readonly support: SupportRepository,
    private readonly notifications: NotificationWriter,
    private readonly clock: DatabaseClock,
    config: Config,
  ) {
    this.isOn = config.supportAlerts;
  }

  /** In pages, each a transaction that writes the alerts and when to look again: killed anywhere, none is lost or doubled. @returns how many were written */
  async alert(): Promise<number> {
    for (let total = 0; ;) {
      const { due, written } = await this.database.transaction((sql) => this.alertPage(sql));
      total += written;
      if (due < PAGE) return total;
    }
  }

  private async alertPage(sql: Sql): Promise<{ due: number; written: number }> {
    const now = await this.clock.now(sql);
    const rows = await this.support.claimDueAlerts(sql, now, PAGE);
    if (rows.length === 0) return { due: 0, written: 0 };
    const alreadyNotified = await this.notifications.notifiedAlerts(
      sql,
      rows.map(({ id }) => id),
    );
    const today = now.slice(0, 10);
    const decided = rows.map((row) => ({ row, ...nextAlert(stateOf(row, alreadyNotified.get(row.id) ?? []), today) }));
    await this.support.setNextAlerts(
      sql,
      decided.map(({ row, next }) => ({ id: row.id, at: next === null ? null : midnight(next) })),
    );
    // The times move on while alerts are off, so that switching them on sends no old alerts.
    const alerts = decided.flatMap(({ row, alert }): Alert[] => (alert ? [{ favoriteId: row.id, ...alert }] : []));
    return { due: rows.length, written: this.isOn ? await this.notifications.alert(sql, alerts) : 0 };
  }
}

const stateOf = (row: AlertRow, alreadyNotified: string[]) => ({
  lifecycleId: row.lifecycle_id,
  eolOn: row.eol_on,
  notice: row.support_notice,
  dueOn: toApiTimestamp(row.alert_at).slice(0, 10),
  alreadyNotified,
});

const midnight = (day: string): UtcTimestamp => `${day} 00:00:00.000000`;
