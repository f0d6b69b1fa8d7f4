import { Injectable } from '@nestjs/common';
import type { Links } from '../common/api/links';
import { newId } from '../common/ids';
import { type CursorColumns, type Page, toPage } from '../common/list/list-page';
import type { ListRequest } from '../common/list/list-request';
import { pageSql, totalSql } from '../common/list/list-sql';
import { Problem } from '../common/problem/problem';
import { Config } from '../config/config';
import { Database, type Parameter, type Sql } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { isDuplicateKey } from '../database/errors';
import type { Owner, UserActor } from '../user/actor';
import { audit } from '../user/audit/audit-log';
import { demandAtMost, holdUser } from '../user/limits/possessions';
import { auditedChanges } from './audited-changes';
import {
  favoriteColumns,
  favoriteTables,
  type FavoriteResponse,
  type FavoriteRow,
  toFavoriteResponse,
  toWrittenFavoriteResponse,
} from './dto/favorite.response';
import type { CreateFavoriteDto, UpdateFavoriteDto } from './dto/write-favorite.dto';
import { favoriteList } from './favorite.list';
import { FavoriteFlags, type Seen } from './favorite-flags';
import { theseFavorites } from './favorite-scope';
import { holdFavorites, isDue } from './held-favorites';
import { PolicyService } from './policy.service';
import { ReminderSchedule } from './reminder-schedule';
import { findVersion, holdSoftware } from './tracked-version';

interface HeldFavorite {
  software_id: string;
  version_id: string;
  available_version_id: string | null;
}

type Includes = ReadonlySet<string>;
const NOTHING: Includes = new Set();

/** The favorites of one user; another user's do not exist. */
@Injectable()
export class FavoriteService {
  constructor(
    private readonly database: Database,
    private readonly flags: FavoriteFlags,
    private readonly policies: PolicyService,
    private readonly reminders: ReminderSchedule,
    private readonly clock: DatabaseClock,
    private readonly config: Config,
  ) {}

  async list(caller: Owner, request: ListRequest, links: Links): Promise<Page<FavoriteResponse>> {
    const { includes } = request;
    const statement = {
      select: favoriteColumns(includes),
      from: favoriteTables(includes),
      where: ['f.user_id = ?'],
      whereParameters: [caller.userId],
    };
    const page = pageSql(favoriteList, request, statement);
    const rows = await this.database.page<FavoriteRow & CursorColumns>(page);
    const total = request.includeTotal ? await this.database.count(totalSql(request, statement)) : undefined;
    return toPage(request, rows, (row) => toFavoriteResponse(row, links, includes), total);
  }

  async get(caller: Owner, id: string, includes: Includes, links: Links): Promise<FavoriteResponse> {
    const row = await this.find(this.database, caller, 'f.id = ?', id, includes);
    if (!row) throw Problem.notFound('favorite');
    return toFavoriteResponse(row, links, includes);
  }

  async ofSoftware(caller: Owner, softwareId: string, includes: Includes, links: Links): Promise<FavoriteResponse> {
    const row = await this.find(this.database, caller, 'f.software_id = ?', softwareId, includes);
    if (!row) throw Problem.notFound('software, or it is not a favorite');
    return toFavoriteResponse(row, links, includes);
  }

  async create(caller: UserActor, input: CreateFavoriteDto, links: Links): Promise<FavoriteResponse> {
    try {
      return await this.database.transaction(async (sql) => {
        await holdUser(sql, caller.userId);
        const created = await this.insert(sql, caller, input);
        await demandAtMost(sql, 'favorite', caller.userId, this.config.favoritesPerUser);
        return created;
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw await this.alreadyThere(caller, input.software.toLowerCase(), links);
    }
  }

  /** Changes what the input names and leaves the rest; `notes: null` clears. */
  async update(caller: UserActor, id: string, input: UpdateFavoriteDto, links: Links): Promise<FavoriteResponse> {
    try {
      return await this.database.transaction((sql) => this.change(sql, caller, id, input));
    } catch (error) {
      if (!isDuplicateKey(error) || input.software === undefined) throw error;
      throw await this.alreadyThere(caller, input.software.toLowerCase(), links);
    }
  }

  /**
   * Moves to what is offered: the software's latest version, or what the policy allows. With nothing on offer the version in use
   * stays, also one that is newer than the latest (a pre-release, say): a lower version is never an update.
   */
  async updateToLatest(caller: UserActor, id: string, links: Links): Promise<FavoriteResponse> {
    return this.database.transaction(async (sql) => {
      const current = await this.hold(sql, caller, id);
      await holdSoftware(sql, current.software_id);
      await this.evaluate(sql, id, 'never');
      const { available_version_id } = await this.hold(sql, caller, id);
      if (available_version_id !== null) await this.write(sql, caller, id, [['version_id', available_version_id]]);
      return toFavoriteResponse((await this.find(sql, caller, 'f.id = ?', id))!, links);
    });
  }

  /**
   * Moves to this version, unless the one in use is as new: who acts on an old message does not go back.
   * @returns whether it moved
   */
  async updateTo(caller: UserActor, id: string, versionId: string): Promise<boolean> {
    return this.database.transaction(async (sql) => {
      const current = await this.hold(sql, caller, id);
      await holdSoftware(sql, current.software_id);
      const newer = await sql.query(
        `SELECT v.id FROM version v JOIN version tv ON tv.id = ?
         WHERE v.id = ? AND v.software_id = ? AND v.version_key > tv.version_key`,
        [current.version_id, versionId, current.software_id],
      );
      if (newer.length > 0) await this.write(sql, caller, id, [['version_id', versionId]]);
      return newer.length > 0;
    });
  }

  async delete(caller: UserActor, id: string): Promise<void> {
    await this.database.transaction(async (sql) => {
      // The row is locked before its index entries, as updates do: the other way round they would deadlock.
      const { software_id } = await this.hold(sql, caller, id);
      // By name, so that each cascade goes over two tables at most: over three, MySQL from 9.6 on leaves rows of the third behind.
      await sql.execute('DELETE FROM notification WHERE favorite_id = ?', [id]);
      await sql.execute('DELETE FROM favorite WHERE id = ?', [id]);
      await audit(sql, caller, 'favorite.deleted', id, { software: software_id });
    });
  }

  private async insert(sql: Sql, caller: UserActor, input: CreateFavoriteDto): Promise<FavoriteResponse> {
    const softwareId = input.software.toLowerCase();
    if (!(await holdSoftware(sql, softwareId))) throw Problem.field('software', 'is not the id of any software');
    const versionId = await demandVersion(sql, softwareId, input.version);
    const id = newId();
    const { now } = sql.dialect;
    await sql.execute(
      `INSERT INTO favorite (id, user_id, software_id, version_id, notes, notifications_enabled,
         use_default_notification, notify_always, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ${now}, ${now})`,
      [
        id,
        caller.userId,
        softwareId,
        versionId,
        wellFormed(input.notes ?? null),
        input.notifications_enabled ?? true,
        input.use_default_notification ?? true,
        input.notify_always ?? false,
      ],
    );
    await audit(sql, caller, 'favorite.created', id, { software: softwareId, version: versionId });
    await this.evaluate(sql, id, 'always');
    return toWrittenFavoriteResponse((await this.find(sql, caller, 'f.id = ?', id))!);
  }

  private async change(sql: Sql, caller: UserActor, id: string, input: UpdateFavoriteDto): Promise<FavoriteResponse> {
    const current = await this.hold(sql, caller, id);
    const softwareId = input.software?.toLowerCase() ?? current.software_id;
    if (!(await holdSoftware(sql, softwareId))) throw Problem.field('software', 'is not the id of any software');
    const versionId = await this.versionAfter(sql, softwareId, current.version_id, input.version);
    const changes: [string, Parameter][] = [];
    if (softwareId !== current.software_id) changes.push(['software_id', softwareId]);
    if (versionId !== current.version_id) changes.push(['version_id', versionId]);
    if (input.notes !== undefined) changes.push(['notes', wellFormed(input.notes)]);
    for (const flag of ['notifications_enabled', 'use_default_notification', 'notify_always'] as const)
      if (input[flag] !== undefined) changes.push([flag, input[flag]]);
    await this.write(sql, caller, id, changes);
    return toWrittenFavoriteResponse((await this.find(sql, caller, 'f.id = ?', id))!);
  }

  private async versionAfter(sql: Sql, softwareId: string, current: string, input?: string): Promise<string> {
    if (input !== undefined) return demandVersion(sql, softwareId, input);
    if (await findVersion(sql, softwareId, current)) return current;
    throw Problem.field('version', 'is required with another software: the current version does not belong to it');
  }

  private async write(sql: Sql, caller: UserActor, id: string, changes: [string, Parameter][]): Promise<void> {
    const moved = changes.find(([column]) => column === 'software_id');
    const assignments = [...changes.map(([column]) => `${column} = ?`), `updated_at = ${sql.dialect.now}`];
    // A favorite that moved to other software was never notified of it.
    if (moved) assignments.push('notified_version_id = NULL');
    await sql.execute(`UPDATE favorite SET ${assignments.join(', ')} WHERE id = ?`, [
      ...changes.map(([, value]) => value),
      id,
    ]);
    await audit(sql, caller, 'favorite.updated', id, auditedChanges(changes));
    if (moved) await this.policies.moved(sql, id, moved[1] as string);
    // Who switches notifications on wants those to come. Notes decide nothing.
    const decides = changes.some(([column]) => column !== 'notes');
    await this.evaluate(sql, id, moved ? 'always' : decides ? 'unless-new' : 'never');
  }

  private async evaluate(sql: Sql, id: string, seen: Seen): Promise<void> {
    const now = await this.clock.now(sql);
    const held = await holdFavorites(sql, theseFavorites([id]));
    await this.flags.evaluateWritten(sql, held, now, seen, isDue(held, now));
    await this.reminders.ofFavorite(sql, id);
  }

  /** Holds the caller's favorite against changes until the transaction ends. */
  private async hold(sql: Sql, caller: Owner, id: string): Promise<HeldFavorite> {
    const [row] = await sql.query<HeldFavorite>(
      `SELECT software_id, version_id, available_version_id FROM favorite
       WHERE id = ? AND user_id = ? ${sql.dialect.forUpdate}`,
      [id, caller.userId],
    );
    if (!row) throw Problem.notFound('favorite');
    return row;
  }

  private async find(
    sql: Sql,
    caller: Owner,
    condition: string,
    id: string,
    includes: Includes = NOTHING,
  ): Promise<FavoriteRow | undefined> {
    const [row] = await sql.query<FavoriteRow>(
      `SELECT ${favoriteColumns(includes)} FROM ${favoriteTables(includes)} WHERE ${condition} AND f.user_id = ?`,
      [id, caller.userId],
    );
    return row;
  }

  private async alreadyThere(caller: Owner, softwareId: string, links: Links): Promise<Problem> {
    const row = await this.find(this.database, caller, 'f.software_id = ?', softwareId);
    const detail = 'This software is a favorite already; Location leads to it.';
    return new Problem('conflict', detail, [{ field: 'software', message: 'is a favorite already' }], {
      ...(row ? { Location: links.favorite(row.id) } : {}),
    });
  }
}

const wellFormed = (text: string | null) => text?.toWellFormed() ?? null;

async function demandVersion(sql: Sql, softwareId: string, version: string): Promise<string> {
  const found = await findVersion(sql, softwareId, version);
  if (!found) throw Problem.field('version', 'is neither the id nor the label of a version of this software');
  return found;
}
