import { Injectable } from '@nestjs/common';
import { firstCharacters } from 'small-parts';
import type { Parameter, Sql } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { pagesOf } from '../../database/rows';
import { type Outcome, shownMs } from '../providers/channel';

export interface LoggedAttempt {
  deliveryId: string;
  /** 1, 2, … */
  no: number;
  outcome: Outcome;
  /** How long it took. */
  ms: number;
}

/** Rows of one statement. */
const PAGE = 64;
const KEY = ['delivery_id', 'no'];

/** The log of attempts. */
@Injectable()
export class DeliveryAttemptRepository {
  /**
   * An attempt that did not count has the number of the next one, which then replaces it.
   * @throws what the database does; the transaction then goes on as if this had not been tried
   */
  async insert(sql: Sql, attempts: LoggedAttempt[]): Promise<void> {
    await sql.execute('SAVEPOINT attempt_log');
    try {
      for (const page of pagesOf(attempts, PAGE)) await this.insertPage(sql, page);
    } catch (error) {
      // The connection may be gone: the first error is the one that matters.
      await sql.execute('ROLLBACK TO SAVEPOINT attempt_log').catch(() => undefined);
      throw error;
    }
  }

  private async insertPage(sql: Sql, attempts: LoggedAttempt[]): Promise<void> {
    const rows = attempts.map((attempt) => valuesOf(sql.dialect, attempt));
    const columns = Object.keys(rows[0]!);
    const row = `(${Object.values(rows[0]!)
      .map(([text]) => text)
      .join(', ')})`;
    const replaced = columns.slice(KEY.length).map((column) => [column, sql.dialect.given(column)] as const);
    await sql.execute(
      `INSERT INTO delivery_attempt (${columns.join(', ')}) VALUES ${rows.map(() => row).join(', ')}
       ${sql.dialect.onDuplicate(KEY, Object.fromEntries(replaced))}`,
      rows.flatMap((values) => Object.values(values).map(([, value]) => value)),
    );
  }
}

/** By column an expression with one parameter, and that; first the key. */
const valuesOf = (dialect: Dialect, { deliveryId, no, outcome, ms }: LoggedAttempt) => {
  const shown = shownMs(outcome, ms);
  return {
    delivery_id: ['?', deliveryId],
    no: ['?', no],
    started_at: [dialect.nowPlus, -Math.round(shown / 1_000)],
    ms: ['?', Math.round(shown)],
    outcome: ['?', outcome.kind],
    code: ['?', cut(outcome.code === undefined ? null : String(outcome.code).replace(/[^\x20-\x7e]/g, '?'), 32)],
    reason: ['?', cut(outcome.reason ?? null, 500)],
    excerpt: ['?', cut(outcome.excerpt ?? null, 500)],
  } satisfies Record<string, [string, Parameter]>;
};

const cut = (text: string | null, max: number) => (text === null ? null : firstCharacters(text, max));
