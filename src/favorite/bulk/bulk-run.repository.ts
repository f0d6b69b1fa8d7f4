import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../api/identity/actor';
import { Problem } from '../../api/problem/problem';
import { Database, type Sql } from '../../database/database';
import { databaseNow } from '../../database/database-clock';
import { insertRows, pagesOf } from '../../database/rows';
import type { JournalAction } from '../journal/journal.list';
import type { BulkCommand } from './bulk-command';
import { type Failure, NAMED_AT_MOST } from './dto/bulk.response';

/** A bulk operation; without a command, its undo. */
export interface BulkTask {
  id: string;
  action: JournalAction;
  caller: UserActor;
  command?: BulkCommand;
}

/** A task as it is stored. */
export type ClaimedTask = BulkTask & { text: string };

export interface PageResult {
  /** How many favorites were changed, or restored. */
  changed: number;
  failed: Failure[];
}

/** Favorites of a part: they, and why they were not changed, fit into their columns. */
const PART = 200;
/** Parts that one statement writes. */
const PARTS_AT_ONCE = 100;
const TASK_AT_MOST = 65_535;

/** Seconds after which a run whose process died is claimed again. Each page renews it. */
const LEASE_SECONDS = 15;

/** Bulk operations in the background. `favorite_bulk` is locked before its run. */
@Injectable()
export class BulkRunRepository {
  constructor(private readonly database: Database) {}

  /** @throws Problem invalid-body */
  async begin(sql: Sql, { id, action, caller, command }: BulkTask, favoriteIds: string[]): Promise<void> {
    const { userId, means, credential, requestId } = caller;
    const given = command && { command: { ...command, seen: [...command.seen] } };
    const task = JSON.stringify({ id, action, caller: { userId, means, credential, requestId }, ...given });
    if (Buffer.byteLength(task) > TASK_AT_MOST) throw Problem.field('policy', 'is too long for so many favorites');
    const run = [id, task, favoriteIds.length, await databaseNow(sql)];
    await insertRows(sql, 'favorite_bulk_run', ['bulk_id', 'task', 'total', 'next_at'], [run]);
    const parts = pagesOf(favoriteIds, PART).map((ids, place) => [id, place, ids.join(' ')]);
    for (const some of pagesOf(parts, PARTS_AT_ONCE))
      await insertRows(sql, 'favorite_bulk_part', ['bulk_id', 'place', 'favorite_ids'], some);
  }

  /** Something to claim, of whoever is not disabled. Index: favorite_bulk_run_due. */
  anyDue(): string {
    return `EXISTS (${this.due()})`;
  }

  /** The run that waits longest: of each user, the operations one after the other. */
  async claim(): Promise<ClaimedTask | null> {
    const { now, thenJoin } = this.database.dialect;
    const [row] = await this.database.query<{ id: string; task: string }>(
      `${this.due()} AND NOT EXISTS (
         SELECT 1 FROM favorite_bulk_run o ${thenJoin} favorite_bulk p ON p.id = o.bulk_id
         WHERE o.next_at IS NOT NULL AND p.user_id = b.user_id
           AND (p.created_at < b.created_at OR (p.created_at = b.created_at AND p.id < b.id)))
       ORDER BY r.next_at LIMIT 1`,
    );
    if (!row) return null;
    const claim = `UPDATE favorite_bulk_run SET next_at = ${this.leaseEnd()} WHERE bulk_id = ? AND next_at <= ${now}`;
    if ((await this.database.execute(claim, [row.id])) === 0) return null;
    const { command, ...task } = JSON.parse(row.task) as BulkTask & { command?: { seen: [string, string][] } };
    return { ...task, text: row.task, ...(command && { command: { ...command, seen: new Map(command.seen) } }) };
  }

  /**
   * Goes on, in a transaction that has locked the operation: so no favorite comes twice, whoever else believes to have the claim.
   * @returns whether there are more
   */
  async goOn(sql: Sql, id: string, size: number, change: (ids: string[]) => Promise<PageResult>): Promise<boolean> {
    const [run] = await sql.query<{ total: number; done: number; failed_total: number }>(
      'SELECT total, done, failed_total FROM favorite_bulk_run WHERE bulk_id = ? AND next_at IS NOT NULL',
      [id],
    );
    if (!run) return false;
    const which = [id, Math.floor(run.done / PART)];
    const [part] = await sql.query<{ favorite_ids: string; failed: string | null }>(
      'SELECT favorite_ids, failed FROM favorite_bulk_part WHERE bulk_id = ? AND place = ?',
      which,
    );
    const at = run.done % PART;
    const ids = part!.favorite_ids.split(' ').slice(at, at + size);
    const { failed } = await change(ids);
    const named = failed.slice(0, Math.max(0, NAMED_AT_MOST - run.failed_total));
    if (named.length > 0) {
      const all = JSON.stringify([...(JSON.parse(part!.failed ?? '[]') as Failure[]), ...named]);
      await sql.execute('UPDATE favorite_bulk_part SET failed = ? WHERE bulk_id = ? AND place = ?', [all, ...which]);
    }
    const hasMore = run.done + ids.length < run.total;
    const set = `done = done + ?, failed_total = failed_total + ?, next_at = ${hasMore ? this.leaseEnd() : 'NULL'}`;
    await sql.execute(`UPDATE favorite_bulk_run SET ${set} WHERE bulk_id = ?`, [ids.length, failed.length, id]);
    if (!hasMore) await sql.execute('DELETE FROM favorite_bulk_part WHERE bulk_id = ? AND failed IS NULL', [id]);
    return hasMore;
  }

  async remove(sql: Sql, id: string): Promise<void> {
    await sql.execute('DELETE FROM favorite_bulk_run WHERE bulk_id = ?', [id]);
  }

  /** But for an undo that has taken its place. */
  async forget({ id, text }: ClaimedTask): Promise<void> {
    await this.database.execute('DELETE FROM favorite_bulk_run WHERE bulk_id = ? AND task = ?', [id, text]);
  }

  async failed(id: string): Promise<Failure[]> {
    const rows = await this.database.query<{ failed: string }>(
      'SELECT failed FROM favorite_bulk_part WHERE bulk_id = ? AND failed IS NOT NULL ORDER BY place',
      [id],
    );
    return rows.flatMap(({ failed }) => JSON.parse(failed) as Failure[]);
  }

  private due(): string {
    const { now, thenJoin } = this.database.dialect;
    return `SELECT b.id, r.task FROM favorite_bulk_run r ${thenJoin} favorite_bulk b ON b.id = r.bulk_id
      ${thenJoin} user u ON u.id = b.user_id WHERE r.next_at <= ${now} AND u.disabled_at IS NULL`;
  }

  private leaseEnd(): string {
    const { dialect } = this.database;
    return dialect.after(dialect.now, String(LEASE_SECONDS));
  }
}
