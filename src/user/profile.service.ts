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

  async read(caller: Principal): Promise<ProfileResponse> {
    const [row] = await this.database.query<ProfileRow>(
      `SELECT name, email, notifications_enabled, notify_always, time_zone, created_at, updated_at
       FROM user WHERE id = ?`,
      [caller.userId],
    );
    return toProfileResponse(row!);
  }

  async update(caller: Principal, input: UpdateProfileDto): Promise<ProfileResponse> {
    const changes = Object.entries(input).filter((entry): entry is [string, Parameter] => entry[1] !== undefined);
    const assignments = [...changes.map(([column]) => `${column} = ?`), `updated_at = ${this.database.dialect.now}`];
    await this.database.transaction(async (sql) => {
      await sql.execute(`UPDATE user SET ${assignments.join(', ')} WHERE id = ?`, [
        ...changes.map(([, value]) => value),
        caller.userId,
      ]);
      await audit(sql, caller, 'profile.updated', caller.userId, { fields: changes.map(([field]) => field) });
      for (const listener of this.listeners) await listener(sql, caller.userId, input);
    });
    return this.read(caller);
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
