import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { NotificationRetention } from '../notification/notification-retention';
import { AuditRetention } from '../user/audit/audit-retention';
import { LimitRows } from '../user/limits/limit-rows';

/** What one pass removed. */
export interface UpkeepSummary {
  notifications: number;
  rate_limits: number;
  audit_entries: number;
}

const NAME = 'upkeep';
const EVERY_SECONDS = 3_600;

/** Removes what is kept for a time only. One replica does it each hour; two at once would only do the same work twice. */
@Injectable()
export class UpkeepService {
  constructor(
    private readonly database: Database,
    private readonly notifications: NotificationRetention,
    private readonly limits: LimitRows,
    private readonly audit: AuditRetention,
  ) {}

  /** @returns null when it is not due */
  async runIfDue(signal: AbortSignal): Promise<UpkeepSummary | null> {
    return (await this.claim()) ? this.run(signal) : null;
  }

  async run(signal?: AbortSignal): Promise<UpkeepSummary> {
    return {
      notifications: await this.notifications.run(signal),
      rate_limits: await this.limits.removeEnded(signal),
      audit_entries: await this.audit.removeOld(signal),
    };
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
