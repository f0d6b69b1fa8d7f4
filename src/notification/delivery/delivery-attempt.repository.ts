import { Injectable } from '@nestjs/common';
import { firstCharacters } from 'small-parts';
import type { Parameter, Sql } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { pagesOf } from '../../database/rows';
import { type Outcome, shownMs } from '../providers/channel';
import { codeOf } from './claimed-delivery';

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
const VALUES = ['started_at', 'ms', 'outcome', 'code', 'reason', 'excerpt'];

/** Whether the row of a delivery says all of an accepted attempt: a plug-in may add a reason and an answer. */
export const fitsDelivery = ({ kind, reason, excerpt }: Outcome) =>
  kind === 'ok' && reason === undefined && excerpt === undefined;

/** A SELECT of the accepted attempts that rows `d` of delivery have instead of rows of their own; more conditions of `d` may follow. */
export const acceptedInDeliveries = ({ after }: Dialect) =>
  `SELECT d.id AS delivery_id, d.attempts AS no, ${after('d.updated_at', '-ROUND(d.sent_ms / 1000.0)')} AS started_at, d.sent_ms AS ms,
     'ok' AS outcome, d.sent_code AS code, NULL AS reason, NULL AS excerpt
   FROM delivery d WHERE d.state = 'sent' AND d.sent_ms IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM delivery_attempt o WHERE o.delivery_id = d.id AND o.no = d.attempts AND o.outcome = 'ok')`;

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

  /** Gives accepted attempts rows of their own: their deliveries `d` are about to be sent again. */
  async keepAccepted(sql: Sql, condition: string, parameters: Parameter[]): Promise<void> {
    const { dialect } = sql;
    await sql.execute(
      `INSERT INTO delivery_attempt (${[...KEY, ...VALUES].join(', ')})
       ${acceptedInDeliveries(dialect)} AND ${condition} ${dialect.forUpdate}
       ${dialect.onDuplicate(KEY, replaced(dialect))}`,
      parameters,
    );
  }

  private async insertPage(sql: Sql, attempts: LoggedAttempt[]): Promise<void> {
    const rows = attempts.map((attempt) => valuesOf(sql.dialect, attempt));
    const columns = Object.keys(rows[0]!);
    const row = `(${Object.values(rows[0]!)
      .map(([text]) => text)
      .join(', ')})`;
    await sql.execute(
      `INSERT INTO delivery_attempt (${columns.join(', ')}) VALUES ${rows.map(() => row).join(', ')}
       ${sql.dialect.onDuplicate(KEY, replaced(sql.dialect))}`,
      rows.flatMap((values) => Object.values(values).map(([, value]) => value)),
    );
  }
}

const replaced = ({ given }: Dialect) => Object.fromEntries(VALUES.map((column) => [column, given(column)]));

/** By column an expression with one parameter, and that; first the key. */
const valuesOf = (dialect: Dialect, { deliveryId, no, outcome, ms }: LoggedAttempt) => {
  const shown = shownMs(outcome, ms);
  return {
    delivery_id: ['?', deliveryId],
    no: ['?', no],
    started_at: [dialect.nowPlus, -Math.round(shown / 1_000)],
    ms: ['?', Math.round(shown)],
    outcome: ['?', outcome.kind],
    code: ['?', codeOf(outcome)],
    reason: ['?', cut(outcome.reason ?? null, 500)],
    excerpt: ['?', cut(outcome.excerpt ?? null, 500)],
  } satisfies Record<string, [string, Parameter]>;
};

const cut = (text: string | null, max: number) => (text === null ? null : firstCharacters(text, max));
