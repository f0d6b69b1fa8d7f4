import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import { Database, type Sql } from '../../database/database';
import { insertRows, placeholders } from '../../database/rows';
import { TRIAGE_STATES, type TriageFacts, type TriageState } from './risk';

/** A decision about a vulnerability, as its owner gave it. */
export interface Triage {
  vulnerability: string;
  state: TriageState;
  until: string | null;
  reason: string;
  needsReview: boolean;
  decidedAt: UtcTimestamp;
}

export type WrittenTriage = Omit<Triage, 'needsReview' | 'decidedAt'> & {
  favoriteId: string;
  hadFix: boolean;
};

const COLUMNS = ['favorite_id', 'vulnerability', 'state', 'until', 'reason', 'needs_review', 'had_fix', 'decided_at'];

/** All statements on `triage`. Index: PRIMARY. */
@Injectable()
export class TriageRepository {
  constructor(private readonly database: Database) {}

  async find(favoriteId: string, sql: Sql = this.database): Promise<Map<string, Triage>> {
    const rows = await sql.query<TriageRow>(
      'SELECT vulnerability, state, until, reason, needs_review, decided_at FROM triage WHERE favorite_id = ?',
      [favoriteId],
    );
    return new Map(rows.map((row) => [row.vulnerability, toTriage(row)]));
  }

  /** Of favorites, by favorite and vulnerability. @param ids at least one */
  async facts(sql: Sql, ids: string[]): Promise<Map<string, Map<string, TriageFacts>>> {
    const rows = await sql.query<TriageColumns>(
      `SELECT favorite_id, vulnerability, state, until, had_fix, decided_at FROM triage
       WHERE favorite_id IN (${placeholders(ids.length)})`,
      ids,
    );
    const byFavorite = groupBy(rows, ({ favorite_id }) => favorite_id);
    return new Map(
      [...byFavorite].map(([id, list]) => [id, new Map(list.map((row) => [row.vulnerability, toFacts(row)]))]),
    );
  }

  /** Marks triages that should be looked at again. */
  async setNeedsReview(sql: Sql, triages: { favoriteId: string; vulnerability: string }[]): Promise<void> {
    if (triages.length === 0) return;
    await sql.execute(
      sql.dialect.updateJoined('triage', {
        source: sql.dialect.givenRows({ favorite: 'text', vulnerability: 'text' }),
        on: 'e.favorite = triage.favorite_id AND e.vulnerability = triage.vulnerability',
        set: 'needs_review = 1',
        where: 'triage.needs_review = 0',
      }),
      [JSON.stringify(triages.map(({ favoriteId, vulnerability }) => [favoriteId, vulnerability]))],
    );
  }

  async count(sql: Sql, favoriteId: string): Promise<number> {
    const [row] = await sql.query<{ total: number }>('SELECT COUNT(*) AS total FROM triage WHERE favorite_id = ?', [
      favoriteId,
    ]);
    return Number(row!.total);
  }

  /** Replaces earlier decisions. */
  async write(sql: Sql, triages: WrittenTriage[], now: UtcTimestamp): Promise<void> {
    const { given, onDuplicate } = sql.dialect;
    const rows = triages.map(({ favoriteId, vulnerability, state, until, reason, hadFix }) => [
      ...[favoriteId, vulnerability, TRIAGE_STATES.indexOf(state), until, reason],
      ...[0, hadFix ? 1 : 0, now],
    ]);
    const replaced = COLUMNS.slice(2).map((column): [string, string] => [column, given(column)]);
    const ending = onDuplicate(['favorite_id', 'vulnerability'], Object.fromEntries(replaced));
    await insertRows(sql, 'triage', COLUMNS, rows, ending);
  }

  /** @returns whether there was one */
  async remove(sql: Sql, favoriteId: string, vulnerability: string): Promise<boolean> {
    const statement = 'DELETE FROM triage WHERE favorite_id = ? AND vulnerability = ?';
    return (await sql.execute(statement, [favoriteId, vulnerability])) > 0;
  }

  async removeOfFavorite(sql: Sql, favoriteId: string): Promise<void> {
    await sql.execute('DELETE FROM triage WHERE favorite_id = ?', [favoriteId]);
  }
}

interface TriageRow {
  vulnerability: string;
  state: number;
  until: string | null;
  reason: string;
  needs_review: number | boolean;
  decided_at: UtcTimestamp;
}

const toTriage = (row: TriageRow): Triage => ({
  vulnerability: row.vulnerability,
  state: TRIAGE_STATES[row.state]!,
  until: row.until,
  reason: row.reason,
  needsReview: Boolean(row.needs_review),
  decidedAt: row.decided_at,
});

interface TriageColumns {
  favorite_id: string;
  vulnerability: string;
  state: number;
  until: string | null;
  had_fix: number;
  decided_at: UtcTimestamp;
}

const toFacts = (row: TriageColumns): TriageFacts => ({
  vulnerability: row.vulnerability,
  state: TRIAGE_STATES[row.state]!,
  until: row.until,
  hadFix: Boolean(row.had_fix),
  decidedAt: row.decided_at,
});
