import { Injectable } from '@nestjs/common';
import type { Links } from '../common/api/links';
import { newId } from '../common/ids';
import { type CursorColumns, type Page, toPage } from '../common/list/list-page';
import type { ListRequest } from '../common/list/list-request';
import { pageSql, totalSql } from '../common/list/list-sql';
import { Problem } from '../common/problem/problem';
import { Database, type Parameter, type Sql } from '../database/database';
import { isDuplicateKey } from '../database/errors';
import type { Principal } from '../user/principal';
import {
  FAVORITE_COLUMNS,
  FAVORITE_TABLES,
  type FavoriteResponse,
  type FavoriteRow,
  toFavoriteResponse,
  toWrittenFavoriteResponse,
} from './dto/favorite.response';
import type { CreateFavoriteDto, UpdateFavoriteDto } from './dto/write-favorite.dto';
import { favoriteList } from './favorite.list';
import { ReminderSchedule } from './reminder-schedule';
import { findVersion, holdSoftware, type TrackedVersion } from './tracked-version';

/** The favorites of one user; another user's do not exist. */
@Injectable()
export class FavoriteService {
  constructor(
    private readonly database: Database,
    private readonly reminders: ReminderSchedule,
  ) {}

  async list(caller: Principal, request: ListRequest, links: Links): Promise<Page<FavoriteResponse>> {
    const statement = {
      select: FAVORITE_COLUMNS,
      from: FAVORITE_TABLES,
      where: ['f.user_id = ?'],
      whereParameters: [caller.userId],
    };
    const page = pageSql(favoriteList, request, statement);
    const rows = await this.database.query<FavoriteRow & CursorColumns>(page.text, page.parameters);
    const total = request.includeTotal ? await this.database.count(totalSql(request, statement)) : undefined;
    return toPage(request, rows, (row) => toFavoriteResponse(row, links), total);
  }

  async get(caller: Principal, id: string, links: Links): Promise<FavoriteResponse> {
    const row = await this.find(this.database, caller, 'f.id = ?', id);
    if (!row) throw Problem.notFound('favorite');
    return toFavoriteResponse(row, links);
  }

  async ofSoftware(caller: Principal, softwareId: string, links: Links): Promise<FavoriteResponse> {
    const row = await this.find(this.database, caller, 'f.software_id = ?', softwareId);
    if (!row) throw Problem.notFound('software, or it is not a favorite');
    return toFavoriteResponse(row, links);
  }

  async create(caller: Principal, input: CreateFavoriteDto, links: Links): Promise<FavoriteResponse> {
    try {
      return await this.database.transaction((sql) => this.insert(sql, caller, input));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw await this.alreadyThere(caller, input.software.toLowerCase(), links);
    }
  }

  /** Changes what the input names and leaves the rest; `notes: null` clears. */
  async update(caller: Principal, id: string, input: UpdateFavoriteDto, links: Links): Promise<FavoriteResponse> {
    try {
      return await this.database.transaction((sql) => this.change(sql, caller, id, input));
    } catch (error) {
      if (!isDuplicateKey(error) || input.software === undefined) throw error;
      throw await this.alreadyThere(caller, input.software.toLowerCase(), links);
    }
  }

  /**
   * Moves to the software's latest version. A version in use that is newer than that (a pre-release, say) stays:
   * a lower version is never an update.
   */
  async updateToLatest(caller: Principal, id: string, links: Links): Promise<FavoriteResponse> {
    return this.database.transaction(async (sql) => {
      const { software_id, version_id } = await this.hold(sql, caller, id);
      const latest = await holdSoftware(sql, software_id);
      const tracked = await findVersion(sql, software_id, version_id);
      if (latest && tracked && latest.id !== tracked.id && latest.version_key >= tracked.version_key)
        await this.write(sql, id, [['version_id', latest.id]], latest, latest);
      return toFavoriteResponse((await this.find(sql, caller, 'f.id = ?', id))!, links);
    });
  }

  async delete(caller: Principal, id: string): Promise<void> {
    const gone = await this.database.execute('DELETE FROM favorite WHERE id = ? AND user_id = ?', [id, caller.userId]);
    if (gone === 0) throw Problem.notFound('favorite');
  }

  private async insert(sql: Sql, caller: Principal, input: CreateFavoriteDto): Promise<FavoriteResponse> {
    const softwareId = input.software.toLowerCase();
    const latest = await holdSoftware(sql, softwareId);
    if (latest === undefined) throw Problem.field('software', 'is not the id of any software');
    const tracked = await demandVersion(sql, softwareId, input.version);
    const id = newId();
    const { now } = sql.dialect;
    await sql.execute(
      `INSERT INTO favorite (id, user_id, software_id, version_id, notes, update_available, notifications_enabled,
         use_default_notification, notify_always, tracked_since, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ${now}, ${now}, ${now})`,
      [
        id,
        caller.userId,
        softwareId,
        tracked.id,
        wellFormed(input.notes ?? null),
        isUpdate(latest, tracked),
        input.notifications_enabled ?? true,
        input.use_default_notification ?? true,
        input.notify_always ?? false,
      ],
    );
    await this.reminders.ofFavorite(sql, id);
    return toWrittenFavoriteResponse((await this.find(sql, caller, 'f.id = ?', id))!);
  }

  private async change(sql: Sql, caller: Principal, id: string, input: UpdateFavoriteDto): Promise<FavoriteResponse> {
    const current = await this.hold(sql, caller, id);
    const softwareId = input.software?.toLowerCase() ?? current.software_id;
    const latest = await holdSoftware(sql, softwareId);
    if (latest === undefined) throw Problem.field('software', 'is not the id of any software');
    const tracked =
      input.version === undefined
        ? await findVersion(sql, softwareId, current.version_id)
        : await demandVersion(sql, softwareId, input.version);
    if (!tracked)
      throw Problem.field('version', 'is required with another software: the current version does not belong to it');
    const changes: [string, Parameter][] = [];
    if (softwareId !== current.software_id) changes.push(['software_id', softwareId]);
    if (tracked.id !== current.version_id) changes.push(['version_id', tracked.id]);
    if (input.notes !== undefined) changes.push(['notes', wellFormed(input.notes)]);
    for (const flag of ['notifications_enabled', 'use_default_notification', 'notify_always'] as const)
      if (input[flag] !== undefined) changes.push([flag, input[flag]]);
    await this.write(sql, id, changes, latest, tracked);
    return toWrittenFavoriteResponse((await this.find(sql, caller, 'f.id = ?', id))!);
  }

  /** Another version in use is tracked from now on. */
  private async write(
    sql: Sql,
    id: string,
    changes: [string, Parameter][],
    latest: TrackedVersion | null,
    tracked: TrackedVersion,
  ): Promise<void> {
    const { now } = sql.dialect;
    const moved = changes.some(([column]) => column === 'version_id');
    const assignments = [...changes.map(([column]) => `${column} = ?`), 'update_available = ?', `updated_at = ${now}`];
    if (moved) assignments.push(`tracked_since = ${now}`);
    // A favorite that moved to other software was never notified of it.
    if (changes.some(([column]) => column === 'software_id')) assignments.push('notified_version_id = NULL');
    await sql.execute(`UPDATE favorite SET ${assignments.join(', ')} WHERE id = ?`, [
      ...changes.map(([, value]) => value),
      isUpdate(latest, tracked),
      id,
    ]);
    await this.reminders.ofFavorite(sql, id);
  }

  /** Holds the caller's favorite against changes until the transaction ends. */
  private async hold(sql: Sql, caller: Principal, id: string): Promise<{ software_id: string; version_id: string }> {
    const [row] = await sql.query<{ software_id: string; version_id: string }>(
      `SELECT software_id, version_id FROM favorite WHERE id = ? AND user_id = ? ${sql.dialect.forUpdate}`,
      [id, caller.userId],
    );
    if (!row) throw Problem.notFound('favorite');
    return row;
  }

  private async find(sql: Sql, caller: Principal, condition: string, id: string): Promise<FavoriteRow | undefined> {
    const [row] = await sql.query<FavoriteRow>(
      `SELECT ${FAVORITE_COLUMNS} FROM ${FAVORITE_TABLES} WHERE ${condition} AND f.user_id = ?`,
      [id, caller.userId],
    );
    return row;
  }

  private async alreadyThere(caller: Principal, softwareId: string, links: Links): Promise<Problem> {
    const row = await this.find(this.database, caller, 'f.software_id = ?', softwareId);
    const detail = 'This software is a favorite already; Location leads to it.';
    return new Problem('conflict', detail, [{ field: 'software', message: 'is a favorite already' }], {
      ...(row ? { Location: links.favorite(row.id) } : {}),
    });
  }
}

/** Equal or lower is never an update. */
const isUpdate = (latest: TrackedVersion | null, tracked: TrackedVersion) =>
  latest !== null && latest.version_key > tracked.version_key;

const wellFormed = (text: string | null) => text?.toWellFormed() ?? null;

async function demandVersion(sql: Sql, softwareId: string, version: string): Promise<TrackedVersion> {
  const found = await findVersion(sql, softwareId, version);
  if (!found) throw Problem.field('version', 'is neither the id nor the label of a version of this software');
  return found;
}
