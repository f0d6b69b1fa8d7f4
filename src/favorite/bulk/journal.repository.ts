import { Injectable } from '@nestjs/common';
import type { ListRequest } from '../../common/list/list-request';
import { type ListStatement, pageSql, totalSql } from '../../common/list/list-sql';
import { groupBy } from '../../common/list/nested';
import { sha256 } from '../../common/fingerprint';
import { momentText } from '../../common/time/utc-timestamp';
import { Database, type Sql } from '../../database/database';
import { insertRows } from '../../database/rows';
import type { Policy } from '../policy/policy.repository';
import type { FavoriteState } from '../store/favorite-state.repository';
import type { NamedTag } from '../tag/tag.repository';
import { bulkList } from './bulk.list';
import type { BulkAction } from './dto/bulk.dto';
import type { BulkRow } from './dto/bulk.response';

/** Fields of a policy. The list of skipped versions is a hash: it may be long, and the former one has rows of its own. */
type PolicyFields = Partial<Omit<Policy, 'skip'>> & { skip?: string };

/** The state of a favorite in the journal. */
export interface Snapshot {
  state: FavoriteState;
  /** The label of its version: an own version goes with the last favorite that has it. */
  version?: string;
  /** The fields that were written; of a deleted favorite, all. */
  policy?: PolicyFields | null;
  /** Those that `tag` gave or `untag` took, in `after`; of a deleted favorite, all. */
  tags?: NamedTag[];
  /** The label that `skip` added. */
  skipped?: string;
}

export function policyFields(policy: Policy, fields: (keyof Policy)[]): PolicyFields {
  const kept = Object.fromEntries(fields.map((field) => [field, policy[field]]));
  if (fields.includes('skip')) kept.skip = sha256(JSON.stringify([...policy.skip].sort()));
  if (fields.includes('channels')) kept.channels = [...policy.channels].sort();
  return kept;
}

/** Whether a policy still has these fields. */
export const hasFields = (policy: Policy, fields: PolicyFields): boolean =>
  JSON.stringify(policyFields(policy, Object.keys(fields) as (keyof Policy)[])) === JSON.stringify(fields);

/** The fields as they were. */
export function formerPolicy(fields: PolicyFields, skip: string[]): Partial<Policy> {
  const { skip: hash, ...others } = fields;
  return hash === undefined ? others : { ...others, skip };
}

/** Seconds for which a bulk operation can be undone. */
const UNDO_SECONDS = 86_400;

/** Rows deleted by one statement, so that locks are short. */
const PAGE = 500;

/** A favorite before and after, as far as it was changed. */
export interface JournalItem {
  favoriteId: string;
  before: Snapshot;
  after: Snapshot;
  notes: string | null;
  /** The versions that it skipped before, if the change may have affected them. */
  skip: string[];
}

interface ItemRow {
  favorite_id: string;
  before: string;
  after: string;
  notes: string | null;
}

/** The journal of bulk operations, for their undo. */
@Injectable()
export class JournalRepository {
  constructor(private readonly database: Database) {}

  async begin(id: string, userId: string, action: BulkAction, matched: number): Promise<void> {
    await this.database.execute(
      `INSERT INTO favorite_bulk (id, user_id, action, matched, changed, created_at) VALUES (?, ?, ?, ?, 0, ${this.database.dialect.now})`,
      [id, userId, action, matched],
    );
  }

  /** Locks the row, so that the operation and its undo take turns. @returns whether it may go on changing favorites */
  async lockToRun(sql: Sql, id: string): Promise<boolean> {
    const rows = await sql.query<{ undone_at: string | null }>(
      `SELECT undone_at FROM favorite_bulk WHERE id = ? ${sql.dialect.forUpdate}`,
      [id],
    );
    return rows.length > 0 && rows[0]!.undone_at === null;
  }

  /** The same for its undo, after which it changes nothing more. */
  async lockToUndo(sql: Sql, id: string): Promise<void> {
    await sql.execute(`UPDATE favorite_bulk SET undone_at = COALESCE(undone_at, ${sql.dialect.now}) WHERE id = ?`, [
      id,
    ]);
  }

  async add(sql: Sql, id: string, items: JournalItem[]): Promise<void> {
    if (items.length === 0) return;
    const rows = items.map(({ favoriteId, before, after, notes }) => [
      ...[id, favoriteId, JSON.stringify(before), JSON.stringify(after), notes],
    ]);
    const skips = items.flatMap(({ favoriteId, skip }) => skip.map((label) => [id, favoriteId, label]));
    await insertRows(sql, 'favorite_bulk_item', ['bulk_id', 'favorite_id', '`before`', '`after`', 'notes'], rows);
    await insertRows(sql, 'favorite_bulk_skip', ['bulk_id', 'favorite_id', 'version'], skips);
    await sql.execute('UPDATE favorite_bulk SET changed = changed + ? WHERE id = ?', [items.length, id]);
  }

  /** The next items after a favorite, in the order of their ids. Index: PRIMARY. */
  async items(sql: Sql, id: string, after: string, size: number): Promise<JournalItem[]> {
    const rows = await sql.query<ItemRow>(
      `SELECT favorite_id, \`before\`, \`after\`, notes FROM favorite_bulk_item
       WHERE ${sql.dialect.pageOf('bulk_id')} AND favorite_id > ? ORDER BY bulk_id, favorite_id LIMIT ${size}`,
      [id, id, after],
    );
    const last = rows.at(-1);
    if (!last) return [];
    const skips = await sql.query<{ favorite_id: string; version: string }>(
      `SELECT favorite_id, version FROM favorite_bulk_skip WHERE ${sql.dialect.pageOf('bulk_id')} AND favorite_id > ? AND favorite_id <= ?
       ORDER BY bulk_id, favorite_id, version`,
      [id, id, after, last.favorite_id],
    );
    const byFavorite = groupBy(skips, ({ favorite_id }) => favorite_id);
    return rows.map(({ favorite_id: favoriteId, before, after, notes }) => ({
      favoriteId,
      before: JSON.parse(before) as Snapshot,
      after: JSON.parse(after) as Snapshot,
      notes,
      skip: (byFavorite.get(favoriteId) ?? []).map(({ version }) => version),
    }));
  }

  /** Deletes the items of restored favorites. */
  async remove(sql: Sql, id: string, favoriteIds: string[]): Promise<void> {
    if (favoriteIds.length === 0) return;
    const columns = { bulk_id: 'text', favorite_id: 'text' } as const;
    const given = JSON.stringify(favoriteIds.map((favoriteId) => [id, favoriteId]));
    await sql.execute(sql.dialect.deleteGiven('favorite_bulk_skip', columns), [given]);
    await sql.execute(sql.dialect.deleteGiven('favorite_bulk_item', columns), [given]);
  }

  async find(userId: string, id: string): Promise<BulkRow | undefined> {
    const { select, from } = this.listed(userId);
    const [row] = await this.database.query<BulkRow>(`SELECT ${select} FROM ${from} WHERE b.id = ? AND b.user_id = ?`, [
      id,
      userId,
    ]);
    return row;
  }

  /** Whether its undo is over, by the database's clock. */
  async hasExpired(id: string): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT id FROM favorite_bulk WHERE id = ? AND created_at < ${this.database.dialect.nowPlus}`,
      [id, -UNDO_SECONDS],
    );
    return rows.length > 0;
  }

  async list(userId: string, request: ListRequest): Promise<{ rows: BulkRow[]; total?: number }> {
    const statement = this.listed(userId);
    const rows = await this.database.page<BulkRow>(pageSql(bulkList, request, statement));
    const total = request.includeTotal ? await this.database.count(totalSql(request, statement)) : undefined;
    return { rows, total };
  }

  /** Deletes journals that can no longer be undone, oldest first, in pages. Replicas may run it at the same time. */
  removeOld(stopping?: AbortSignal): Promise<void> {
    const old = `created_at < ${this.database.dialect.nowPlus} ORDER BY created_at, id`;
    return this.removeAll(old, [-UNDO_SECONDS], stopping);
  }

  removeOfUser(userId: string): Promise<void> {
    return this.removeAll('user_id = ? ORDER BY user_id, created_at, id', [userId]);
  }

  private async removeAll(which: string, parameters: (string | number)[], stopping?: AbortSignal): Promise<void> {
    for (;;) {
      const [row] = await this.database.query<{ id: string }>(
        `SELECT id FROM favorite_bulk WHERE ${which} LIMIT 1`,
        parameters,
      );
      if (!row || stopping?.aborted) return;
      while (await this.removePage(row.id)) if (stopping?.aborted) return;
      await this.database.execute('DELETE FROM favorite_bulk WHERE id = ?', [row.id]);
    }
  }

  /** @returns whether there was anything */
  private async removePage(id: string): Promise<boolean> {
    const rows = await this.database.query<{ favorite_id: string }>(
      `SELECT favorite_id FROM favorite_bulk_item WHERE bulk_id = ? LIMIT ${PAGE}`,
      [id],
    );
    await this.remove(
      this.database,
      id,
      rows.map(({ favorite_id }) => favorite_id),
    );
    return rows.length > 0;
  }

  private listed(userId: string): ListStatement {
    const until = this.database.dialect.after('b.created_at', String(UNDO_SECONDS));
    return {
      select: `b.id, b.action, b.matched, b.changed, ${momentText('b.undone_at')} AS undone_at,
        ${momentText('b.created_at')} AS created_at, ${momentText(until)} AS undo_until`,
      from: 'favorite_bulk b',
      where: ['b.user_id = ?'],
      whereParameters: [userId],
    };
  }
}
