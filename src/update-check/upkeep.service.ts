import { Injectable } from '@nestjs/common';
import type { Moment } from '../common/moment';
import { Database } from '../database/database';
import { NotificationRetention } from '../notification/notification-retention';
import { DeliveryPace } from '../notification/pace/delivery-pace';
import { AuditRetention } from '../user/audit/audit-retention';
import { LimitRows } from '../user/limits/limit-rows';

/** What one pass removed. */
export interface UpkeepSummary {
  /** Reminders too. */
  notifications: number;
  rate_limits: number;
  audit_entries: number;
}

const NAME = 'upkeep';
const EVERY_SECONDS = 3_600;
/** The row in which `next_at` says up to which moment there are no old reminders left. */
const REMINDERS = 'reminders';

/** Removes what is kept for a time only. One replica does it each hour; two at once would only do the same work twice. */
@Injectable()
export class UpkeepService {
  constructor(
    private readonly database: Database,
    private readonly notifications: NotificationRetention,
    private readonly pace: DeliveryPace,
    private readonly limits: LimitRows,
    private readonly audit: AuditRetention,
  ) {}

  /** @returns null when it is not due */
  async runIfDue(signal: AbortSignal): Promise<UpkeepSummary | null> {
    return (await this.claim()) ? this.run(signal) : null;
  }

  async run(signal?: AbortSignal): Promise<UpkeepSummary> {
    await this.pace.removeOld(signal);
    return {
      notifications: (await this.notifications.run(signal)) + (await this.removeReminders(signal)),
      rate_limits: await this.limits.removeEnded(signal),
      audit_entries: await this.audit.removeOld(signal),
    };
  }

  private async removeReminders(signal?: AbortSignal): Promise<number> {
    const [row] = await this.database.query<{ next_at: Moment }>('SELECT next_at FROM upkeep WHERE name = ?', [
      REMINDERS,
    ]);
    const seen = async (until: Moment) => {
      const again = this.database.dialect.onDuplicate(['name'], { next_at: '?' });
      await this.database.execute(`INSERT INTO upkeep (name, next_at) VALUES (?, ?) ${again}`, [
        REMINDERS,
        until,
        until,
      ]);
    };
    return this.notifications.runReminders(row?.next_at ?? null, seen, signal);
  }

  /** Whoever moves the due time has it; who dies with it leaves the work to the next hour. */
  private async claim(): Promise<boolean> {
    const { now, nowPlus, onDuplicate } = this.database.dialect;
    const first = onDuplicate(['name'], { name: 'upkeep.name' });
    await this.database.execute(`INSERT INTO upkeep (name, next_at) VALUES (?, ${now}) ${first}`, [NAME]);
    const moved = await this.database.execute(
      `UPDATE upkeep SET next_at = ${nowPlus} WHERE name = ? AND next_at <= ${now}`,
      [EVERY_SECONDS, NAME],
    );
    return moved > 0;
  }
}
