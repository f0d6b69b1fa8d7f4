import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { DatabaseGauges } from '../database/database-gauges';

/** How far the update check is behind: marks of software that changed, reminders, and policies that become due by themselves. */
@Injectable()
export class UpdateCheckMetrics {
  constructor({ dialect }: Database, gauges: DatabaseGauges) {
    const { now, secondsBetween } = dialect;
    const due = [
      ['update_mark', 'next_at'],
      ['favorite', 'due_at'],
      ['favorite', 'evaluate_at'],
    ].map(([table, column]) => `SELECT MIN(${column}) AS at FROM ${table} WHERE ${column} <= ${now}`);
    const oldest = `SELECT MIN(at) AS at FROM (${due.join(' UNION ALL ')}) due`;
    gauges.add({
      name: 'update_check_oldest_due_seconds',
      help: 'For how long the oldest mark, reminder or policy that is due has been waiting for a check',
      select: `SELECT COALESCE(${secondsBetween('at', now)}, 0) FROM (${oldest}) oldest`,
    });
    gauges.add({
      name: 'update_check_software_due',
      help: 'Software whose versions changed and that no check has taken up yet, up to 10,000',
      select: `SELECT COUNT(*) FROM (SELECT software_id FROM update_mark WHERE next_at <= ${now} LIMIT 10000) due`,
    });
  }
}
