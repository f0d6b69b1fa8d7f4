import { Injectable } from '@nestjs/common';
import { toApiTimestamp, type UtcTimestamp } from '../common/time/utc-timestamp';
import { Config } from '../config/config';
import { Database, type Sql } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { type AlertRow, SupportRepository } from '../favorite/store/support.repository';
import { nextAlert } from '../favorite/store/next-alert';
import { RiskAlertService } from '../favorite/store/risk-alert.service';
import { NotificationWriter } from '../notification/delivery/notification.writer';
import { type Evaluated, inSlice } from './page-evaluator';

/** Writes alerts for favorites whose version in use has lost its support, or will soon, or has a vulnerability that became known. */
@Injectable()
export class DueAlertsService {
  private readonly isOn: boolean;

  constructor(
    private readonly database: Database,
    private readonly support: SupportRepository,
    private readonly risks: RiskAlertService,
    private readonly notifications: NotificationWriter,
    private readonly clock: DatabaseClock,
    config: Config,
  ) {
    this.isOn = config.supportAlerts;
  }

  /**
   * For a slice, in pages, each a transaction that writes the alerts and when to look again: killed anywhere, none is lost or doubled.
   * @returns whether there may be more
   */
  alert(total: Evaluated): Promise<boolean> {
    return inSlice(async (size) => {
      const { due, written } = await this.database.transaction((sql) => this.alertPage(sql, size));
      total.notified += written;
      return due;
    });
  }

  private async alertPage(sql: Sql, size: number): Promise<{ due: number; written: number }> {
    const now = await this.clock.now(sql);
    const rows = await this.support.claimDueAlerts(sql, now, size);
    if (rows.length === 0) return { due: 0, written: 0 };
    const ids = rows.map(({ id }) => id);
    const alreadyNotified = await this.notifications.notifiedAlerts(sql, ids);
    const today = now.slice(0, 10);
    const ofSupport = rows.map((row) => ({
      id: row.id,
      ...nextAlert(stateOf(row, alreadyNotified.get(row.id) ?? []), today),
    }));
    const ofRisk = await this.risks.due(sql, ids, alreadyNotified, now);
    await this.support.setNextAlerts(
      sql,
      ofSupport.map(({ id, next }) => ({ id, at: midnight(earliest(next, ofRisk.get(id)?.next ?? null)) })),
    );
    // The times move on while alerts are off, so that switching them on sends no old alerts.
    const ending = ofSupport.flatMap(({ alert }) => (this.isOn ? (alert ?? []) : []));
    const found = [...ofRisk.values()].flatMap(({ alert }) => alert ?? []);
    // One of a favorite at a time: that is how many a statement writes.
    const written = (await this.notifications.alert(sql, ending)) + (await this.notifications.alert(sql, found));
    await this.risks.told(sql, found);
    return { due: rows.length, written };
  }
}

const stateOf = (row: AlertRow, alreadyNotified: string[]) => ({
  favoriteId: row.id,
  lifecycleId: row.lifecycle_id,
  eolOn: row.eol_on,
  notice: row.support_notice,
  dueOn: toApiTimestamp(row.alert_at).slice(0, 10),
  alreadyNotified,
});

/** Of two days; null = never. */
const earliest = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one;

const midnight = (day: string | null): UtcTimestamp | null => (day === null ? null : `${day} 00:00:00.000000`);
