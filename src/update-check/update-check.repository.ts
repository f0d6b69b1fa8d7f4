import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';

/** SELECTs of one number about the backlog of the update check, for its gauges. */
@Injectable()
export class UpdateCheckRepository {
  readonly oldestDueSeconds: string;
  readonly softwareDue: string;

  constructor({ dialect: { now, secondsBetween } }: Database) {
    const due = [
      ['update_mark', 'next_at'],
      ['favorite', 'due_at'],
      ['favorite', 'evaluate_at'],
    ].map(([table, column]) => `SELECT MIN(${column}) AS at FROM ${table} WHERE ${column} <= ${now}`);
    const oldest = `SELECT MIN(at) AS at FROM (${due.join(' UNION ALL ')}) due`;
    this.oldestDueSeconds = `SELECT COALESCE(${secondsBetween('at', now)}, 0) FROM (${oldest}) oldest`;
    this.softwareDue = `SELECT COUNT(*) FROM (SELECT software_id FROM update_mark WHERE next_at <= ${now} LIMIT 10000) due`;
  }
}
