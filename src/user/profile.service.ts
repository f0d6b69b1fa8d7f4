import { Injectable } from '@nestjs/common';
import { type Moment, toApiMoment } from '../common/moment';
import { Database, type Parameter, type Sql } from '../database/database';
import { audit } from './audit/audit-log';
import type { UpdateProfileDto } from './dto/update-profile.dto';
import type { ProfileResponse } from './dto/profile.response';
import type { Principal } from './principal';

interface ProfileRow {
  name: string;
  email: string | null;
  notifications_enabled: number;
  notify_always: number | null;
  time_zone: string;
  created_at: Moment;
  updated_at: Moment;
}

type ProfileListener = (sql: Sql, userId: string, changed: UpdateProfileDto) => Promise<void>;

/** The caller's own settings, which favorites take as their defaults. */
@Injectable()
export class ProfileService {
  private readonly listeners: ProfileListener[] = [];

  constructor(private readonly database: Database) {}

  /** What follows from a profile in tables to the right of this folder is done by a listener, in the same transaction. */
  onChange(listener: ProfileListener): void {
    this.listeners.push(listener);
  }

  read(caller: Principal): Promise<ProfileResponse> {
    return this.find(this.database, caller);
  }

  /** What the input names and is so already is no change: nothing is written, and no listener called. */
  async update(caller: Principal, input: UpdateProfileDto): Promise<ProfileResponse> {
    return this.database.transaction(async (sql) => {
      const stored: object = await this.find(sql, caller, sql.dialect.forUpdate);
      const differs = (field: string, value: unknown) =>
        value !== undefined && value !== (stored as Record<string, unknown>)[field];
      const changes = Object.entries(input as Record<string, Parameter>).filter(([field, value]) =>
        differs(field, value),
      );
      if (changes.length > 0) await this.write(sql, caller, changes);
      return this.find(sql, caller);
    });
  }

  private async write(sql: Sql, caller: Principal, changes: [string, Parameter][]): Promise<void> {
    const assignments = [...changes.map(([column]) => `${column} = ?`), `updated_at = ${sql.dialect.now}`];
    await sql.execute(`UPDATE user SET ${assignments.join(', ')} WHERE id = ?`, [
      ...changes.map(([, value]) => value),
      caller.userId,
    ]);
    await audit(sql, caller, 'profile.updated', caller.userId, { fields: changes.map(([field]) => field) });
    const changed = Object.fromEntries(changes) as UpdateProfileDto;
    for (const listener of this.listeners) await listener(sql, caller.userId, changed);
  }

  private async find(sql: Sql, caller: Principal, ending = ''): Promise<ProfileResponse> {
    const [row] = await sql.query<ProfileRow>(
      `SELECT name, email, notifications_enabled, notify_always, time_zone, created_at, updated_at
       FROM user WHERE id = ? ${ending}`,
      [caller.userId],
    );
    return toProfileResponse(row!);
  }
}

function toProfileResponse(row: ProfileRow): ProfileResponse {
  return {
    user: row.name,
    email: row.email,
    notifications_enabled: Boolean(row.notifications_enabled),
    notify_always: row.notify_always === null ? null : Boolean(row.notify_always),
    time_zone: row.time_zone,
    created_at: toApiMoment(row.created_at),
    updated_at: toApiMoment(row.updated_at),
  };
}
