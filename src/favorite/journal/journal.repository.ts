import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import type { UserActor } from '../../api/identity/actor';
import type { CursorColumns, Listed } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import type { ListStatement } from '../../api/list/list-sql';
import { momentText, type UtcTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { Database, type Sql } from '../../database/database';
import { insertRows, pagesOf, placeholders } from '../../database/rows';
import { journalList, type JournalAction } from './journal.list';
import type { FormerState, Kept } from './kept';

/** Seconds for which a change is kept, and can be undone. */
export const KEPT_SECONDS = 30 * 86_400;

/** Favorites that the entries of one user have changed; beyond it the oldest entries go, as beyond `HISTORY_PER_USER`. */
const CHANGED_AT_MOST = 50_000;

/** Products that an entry names. */
const NAMED = 3;

/** Rows deleted by one statement, so that locks are short. */
const PAGE = 500;
const ENTRY_PAGE = 200;

/** What a change has kept of a favorite. */
export interface JournalItem {
  favoriteId: string;
  before: Omit<Kept, 'state'> & { state: FormerState };
  /** If its owner knows another version by now, they were notified of it since. */
  after: { knownVersionId: string | null };
}

/** What was changed, as far as it is one thing: the label of a version, the end of a snooze, names of fields, the name of an inventory. */
export interface EntryDetails {
  from?: string;
  to?: string;
  until?: string;
  fields?: string[];
  tags?: string[];
  inventory?: string;
}

export interface NewEntry {
  id: string;
  action: JournalAction;
  /** Favorites, or products of an upload, that are meant. */
  matched: number;
  isSingle?: true;
  details?: EntryDetails;
  inventoryId?: string;
}

export interface JournalRow extends CursorColumns {
  id: string;
  action: JournalAction;
  matched: number;
  changed: number;
  /** Of what runs or ran in the background, the operation or else its undo; null = neither. */
  total: number | null;
  done: number;
  failed_total: number;
  runs: number;
  undone_at: UtcTimestamp | null;
  created_at: UtcTimestamp;
  undo_until: UtcTimestamp;
  /** That is over, by the database's clock. */
  expired: number;
}

const ITEM_COLUMNS = ['bulk_id', 'favorite_id', 'software_id', '`before`', 'after', 'notes'];

interface ItemRow {
  favorite_id: string;
  before: string;
  after: string;
  notes: string | null;
}

/** The journal of what users changed, for the history and the undo. */
@Injectable()
export class JournalRepository {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  async begin(sql: Sql, { userId, means, credential }: UserActor, entry: NewEntry): Promise<void> {
    const { id, action, matched, isSingle = null, details, inventoryId = null } = entry;
    const credentialId = means === 'token' || means === 'session' ? credential : null;
    await sql.execute(
      `INSERT INTO favorite_bulk (id, user_id, action, matched, changed, is_single, means, credential_id, details, inventory_id, created_at)
       VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ${sql.dialect.now})`,
      [
        ...[id, userId, action, matched, isSingle && 1, means, credentialId],
        ...[details ? JSON.stringify(details) : null, inventoryId],
      ],
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
  async lockToUndo(sql: Sql, id: string): Promise<true> {
    const set = `undone_at = COALESCE(undone_at, ${sql.dialect.now})`;
    await sql.execute(`UPDATE favorite_bulk SET ${set} WHERE id = ?`, [id]);
    return true;
  }

  /** Notes and skipped versions are too long for the row of the others. */
  async add(sql: Sql, id: string, items: JournalItem[]): Promise<void> {
    const rows = items.map(({ favoriteId, before: { notes, policy, ...before }, after }) => {
      const fields = policy?.skip ? { ...policy, skip: [] } : policy;
      const kept = JSON.stringify({ ...before, policy: fields, notes: notes !== undefined });
      return [id, favoriteId, before.state.softwareId, kept, JSON.stringify(after), notes ?? null];
    });
    const skips = items.flatMap(({ favoriteId, before }) =>
      (before.policy?.skip ?? []).map((label) => [id, favoriteId, label]),
    );
    await insertRows(sql, 'favorite_bulk_item', ITEM_COLUMNS, rows);
    await insertRows(sql, 'favorite_bulk_skip', ['bulk_id', 'favorite_id', 'version'], skips);
    const products = items.map(({ before }) => before.state.softwareId);
    await this.count(sql, id, products);
  }

  async describe(sql: Sql, id: string, details: EntryDetails): Promise<void> {
    await sql.execute('UPDATE favorite_bulk SET details = ? WHERE id = ?', [JSON.stringify(details), id]);
  }

  /** Adds to what an entry has changed. */
  async count(sql: Sql, id: string, softwareIds: string[]): Promise<void> {
    await sql.execute('UPDATE favorite_bulk SET changed = changed + ?, products = COALESCE(products, ?) WHERE id = ?', [
      ...[softwareIds.length, softwareIds.slice(0, NAMED).join(' '), id],
    ]);
  }

  /** Favorites that an entry can restore. Index: PRIMARY. */
  async kept(sql: Sql, id: string): Promise<string[]> {
    const text = 'SELECT favorite_id FROM favorite_bulk_item WHERE bulk_id = ? ORDER BY favorite_id';
    return (await sql.query<{ favorite_id: string }>(text, [id])).map(({ favorite_id: favoriteId }) => favoriteId);
  }

  /** Of these favorites. Index: PRIMARY. */
  async items(sql: Sql, id: string, favoriteIds: string[]): Promise<JournalItem[]> {
    const which = `bulk_id = ? AND favorite_id IN (${placeholders(favoriteIds.length)})`;
    const rows = await sql.query<ItemRow>(
      `SELECT favorite_id, \`before\`, after, notes FROM favorite_bulk_item WHERE ${which} ORDER BY favorite_id`,
      [id, ...favoriteIds],
    );
    const skips = await sql.query<{ favorite_id: string; version: string }>(
      `SELECT favorite_id, version FROM favorite_bulk_skip WHERE ${which} ORDER BY favorite_id, version`,
      [id, ...favoriteIds],
    );
    const byFavorite = groupBy(skips, ({ favorite_id }) => favorite_id);
    return rows.map((row) =>
      toItem(
        row,
        (byFavorite.get(row.favorite_id) ?? []).map(({ version }) => version),
      ),
    );
  }

  /** Deletes the items of restored favorites. */
  async remove(sql: Sql, id: string, favoriteIds: string[]): Promise<void> {
    if (favoriteIds.length === 0) return;
    await this.removeItems(
      sql,
      favoriteIds.map((favoriteId) => [id, favoriteId]),
    );
  }

  private async removeItems(sql: Sql, items: [bulkId: string, favoriteId: string][]): Promise<void> {
    const columns = { bulk_id: 'text', favorite_id: 'text' } as const;
    const given = JSON.stringify(items);
    await sql.execute(sql.dialect.deleteGiven('favorite_bulk_skip', columns), [given]);
    await sql.execute(sql.dialect.deleteGiven('favorite_bulk_item', columns), [given]);
  }

  /** Of favorites, also of a single one. */
  async find(userId: string, id: string): Promise<JournalRow | undefined> {
    const { select, from } = this.listed(userId);
    const [row] = await this.database.query<JournalRow>(
      `SELECT ${select} FROM ${from} WHERE b.id = ? AND b.user_id = ? AND b.action <> 'import'`,
      [id, userId],
    );
    return row;
  }

  list(userId: string, request: ListRequest): Promise<Listed<JournalRow>> {
    return this.database.list(journalList, request, this.listed(userId));
  }

  /** Deletes journals that can no longer be undone, oldest first, in pages. Replicas may run it at the same time. */
  removeOld(stopping?: AbortSignal): Promise<void> {
    const old = `created_at < ${this.database.dialect.nowPlus} ORDER BY created_at, id`;
    return this.removeAll(old, [-KEPT_SECONDS], stopping);
  }

  /** Deletes the oldest entries of users who have too many. */
  async removeBeyond(stopping?: AbortSignal): Promise<void> {
    const users = await this.database.query<{ user_id: string }>(
      'SELECT user_id FROM favorite_bulk GROUP BY user_id HAVING COUNT(*) > ? OR SUM(changed) > ?',
      [this.config.historyPerUser, CHANGED_AT_MOST],
    );
    for (const { user_id: userId } of users) {
      const newest = 'OVER (ORDER BY created_at DESC, id DESC)';
      // The newest one stays, however much it changed.
      const rows = await this.database.query<{ id: string }>(
        `SELECT id FROM (SELECT id, ROW_NUMBER() ${newest} AS place, SUM(changed) ${newest} AS total
           FROM favorite_bulk WHERE user_id = ?) e
         WHERE place > ? OR (place > 1 AND total > ?) ORDER BY place DESC`,
        [userId, this.config.historyPerUser, CHANGED_AT_MOST],
      );
      for (const page of pagesOf(rows, ENTRY_PAGE)) if (!(await this.removeEntries(page, stopping))) return;
    }
  }

  removeOfUser(userId: string): Promise<void> {
    return this.removeAll('user_id = ? ORDER BY user_id, created_at, id', [userId]);
  }

  private async removeAll(which: string, parameters: (string | number)[], stopping?: AbortSignal): Promise<void> {
    for (;;) {
      const entries = await this.database.query<{ id: string }>(
        `SELECT id FROM favorite_bulk WHERE ${which} LIMIT ${ENTRY_PAGE}`,
        parameters,
      );
      if (entries.length === 0 || !(await this.removeEntries(entries, stopping))) return;
    }
  }

  /** With their items, in pages. @returns false when it was stopped */
  private async removeEntries(entries: { id: string }[], stopping?: AbortSignal): Promise<boolean> {
    const ids = entries.map(({ id }) => id);
    const text = `SELECT bulk_id, favorite_id FROM favorite_bulk_item WHERE bulk_id IN (${placeholders(ids.length)}) LIMIT ${PAGE}`;
    for (;;) {
      if (stopping?.aborted) return false;
      const items = await this.database.query<{ bulk_id: string; favorite_id: string }>(text, ids);
      if (items.length === 0) break;
      await this.removeItems(
        this.database,
        items.map(({ bulk_id, favorite_id }) => [bulk_id, favorite_id]),
      );
    }
    await this.database.execute(this.database.dialect.deleteGiven('favorite_bulk', { id: 'text' }), [
      JSON.stringify(ids.map((id) => [id])),
    ]);
    return true;
  }

  private listed(userId: string): ListStatement {
    const until = this.database.dialect.after('b.created_at', String(KEPT_SECONDS));
    return {
      select: `b.id, b.action, b.matched, b.changed, r.total, r.done, r.failed_total, r.next_at IS NOT NULL AS runs, ${momentText('b.undone_at')} AS undone_at,
        ${momentText('b.created_at')} AS created_at, ${momentText(until)} AS undo_until, ${until} < ${this.database.dialect.now} AS expired`,
      from: 'favorite_bulk b LEFT JOIN favorite_bulk_run r ON r.bulk_id = b.id',
      where: ['b.user_id = ?', "b.action <> 'import'", 'b.is_single IS NULL'],
      whereParameters: [userId],
    };
  }
}

function toItem({ favorite_id: favoriteId, before, after, notes }: ItemRow, skip: string[]): JournalItem {
  type Stored = Omit<JournalItem['before'], 'notes'> & { notes?: boolean };
  const { notes: isKept = true, policy, ...kept } = JSON.parse(before) as Stored;
  return {
    favoriteId,
    before: {
      ...kept,
      ...(isKept && { notes }),
      ...(policy !== undefined && { policy: policy?.skip ? { ...policy, skip } : policy }),
    },
    after: JSON.parse(after) as JournalItem['after'],
  };
}
