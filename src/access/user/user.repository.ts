import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { invalidToken } from '../../api/identity/principal';
import { newId } from '../../common/ids';
import { Problem } from '../../api/problem/problem';
import { Database, type Sql, type Transaction } from '../../database/database';
import { flag, flagOrNull, moment, momentOrNull, view } from '../../database/view';
import type { ProfileResponse } from './dto/profile.dto';
import { User } from './user.entity';

/** A user as the command line shows it. */
export interface Account {
  id: string;
  name: string;
  email: string | null;
  /** Of OpenID Connect, with `subject`; null = made on the command line. */
  issuer: string | null;
  subject: string | null;
  /** null = enabled. */
  disabled_at: string | null;
  created_at: string;
}

const ACCOUNT = view<Account>({
  ...{ id: 'u.id', name: 'u.name', email: 'u.email', issuer: 'u.issuer', subject: 'u.subject' },
  disabled_at: momentOrNull('u.disabled_at'),
  created_at: moment('u.created_at'),
});

export type Profile = Omit<ProfileResponse, 'home_assistant_unavailable'>;

const PROFILE = view<Profile>({
  user: 'name',
  email: 'email',
  notifications_enabled: flag('notifications_enabled'),
  notify_always: flagOrNull('notify_always'),
  time_zone: 'time_zone',
  home_assistant: flag('home_assistant_at IS NOT NULL'),
  created_at: moment('created_at'),
  updated_at: moment('updated_at'),
});

export type NewUser = Pick<Account, 'name' | 'email' | 'issuer' | 'subject'>;

export interface ProfileChanges extends Partial<
  Pick<User, 'email' | 'notificationsEnabled' | 'notifyAlways' | 'timeZone'>
> {
  homeAssistant?: boolean;
}

@Injectable()
export class UserRepository {
  constructor(private readonly database: Database) {}

  async exists(id: string): Promise<boolean> {
    return (await this.database.query('SELECT id FROM user WHERE id = ?', [id])).length > 0;
  }

  async find(column: 'id' | 'name', value: string, sql: Sql = this.database): Promise<Account | null> {
    const [row] = await sql.query<object>(`SELECT ${ACCOUNT.select} FROM user u WHERE u.${column} = ?`, [value]);
    return row ? ACCOUNT.show(row) : null;
  }

  /** The user of an issuer, by the index `user_subject`. */
  async findPerson({ issuer, subject }: Person): Promise<Account | null> {
    const statement = `SELECT ${ACCOUNT.select} FROM user u WHERE u.issuer = ? AND u.subject = ?`;
    const [row] = await this.database.queryPrepared<object>(statement, [issuer, subject]);
    return row ? ACCOUNT.show(row) : null;
  }

  /** The next users by name, by the index `user_name`. */
  async after(name: string, limit: number): Promise<Account[]> {
    const statement = `SELECT ${ACCOUNT.select} FROM user u WHERE u.name > ? ORDER BY u.name LIMIT ${limit}`;
    return (await this.database.query<object>(statement, [name])).map(ACCOUNT.show);
  }

  /** @returns the new id; a name or subject that exists is a duplicate key */
  async insert({ manager, dialect }: Transaction, user: NewUser): Promise<string> {
    const id = newId();
    const now = () => dialect.now;
    await manager.insert(User, { id, ...user, createdAt: now, updatedAt: now });
    return id;
  }

  /** @returns whether it was another address */
  async changeEmail(sql: Sql, id: string, email: string): Promise<boolean> {
    const changed = await sql.execute(
      `UPDATE user SET email = ?, updated_at = ${sql.dialect.now} WHERE id = ? AND (email IS NULL OR email <> ?)`,
      [email, id, email],
    );
    return changed > 0;
  }

  /** @returns whether that changed anything */
  async setDisabled({ manager, dialect }: Transaction, id: string, disabled: boolean): Promise<boolean> {
    const other = { id, disabledAt: disabled ? IsNull() : Not(IsNull()) };
    return (await manager.update(User, other, { disabledAt: disabled ? () => dialect.now : null })).affected === 1;
  }

  /** @returns whether there was such a user */
  async delete({ manager }: Transaction, id: string): Promise<boolean> {
    return (await manager.delete(User, { id })).affected === 1;
  }

  /** @param ending locks the user's row */
  async findProfile(sql: Sql, id: string, ending = ''): Promise<Profile> {
    const [row] = await sql.query<object>(`SELECT ${PROFILE.select} FROM user WHERE id = ? ${ending}`, [id]);
    return PROFILE.show(row!);
  }

  async updateProfile({ manager, dialect }: Transaction, id: string, changes: ProfileChanges): Promise<void> {
    const { homeAssistant, ...columns } = changes;
    const now = () => dialect.now;
    const home = homeAssistant === undefined ? {} : { homeAssistantAt: homeAssistant ? now : null };
    await manager.update(User, { id }, { ...columns, ...home, updatedAt: now });
  }
}

/** Tables with a quota for each user; each has an index that begins with the user. */
const TABLES = {
  favorite: 'favorite',
  channel: 'channel',
  token: 'access_token',
  feed: 'feed',
  inventory: 'inventory',
  probe: 'probe',
  tag: 'tag',
} as const;

type Resource = keyof typeof TABLES;

/** Locks a user's row. @returns null when there is no such user */
export async function findAndLockUser(sql: Sql, userId: string): Promise<{ disabled: boolean } | null> {
  const [row] = await sql.query<{ disabled_at: string | null }>(
    `SELECT disabled_at FROM user WHERE id = ? ${sql.dialect.forUpdate}`,
    [userId],
  );
  return row ? { disabled: row.disabled_at !== null } : null;
}

/**
 * Locks the caller's row, so that concurrent requests that create something count each other's rows, on whichever replica.
 * @throws Problem unauthorized when the user was disabled or deleted since the token was looked up
 */
export async function lockUser(sql: Sql, userId: string): Promise<void> {
  const user = await findAndLockUser(sql, userId);
  if (!user || user.disabled) throw invalidToken();
}

/** Whether a user has more than `limit`; in a transaction that locked the user. */
export async function exceedsQuota(sql: Sql, resource: Resource, userId: string, limit: number): Promise<boolean> {
  const beyond = await sql.query(`SELECT id FROM ${TABLES[resource]} WHERE user_id = ? LIMIT 1 OFFSET ${limit}`, [
    userId,
  ]);
  return beyond.length > 0;
}

/**
 * Call it after inserting, in a transaction that locked the user.
 * @throws Problem limit-reached
 */
export async function assertQuota(sql: Sql, resource: Resource, userId: string, limit: number): Promise<void> {
  if (!(await exceedsQuota(sql, resource, userId, limit))) return;
  const plural = `${resource}s`.replace(/ys$/, 'ies');
  throw new Problem('limit-reached', `A user has at most ${limit} ${plural}.`, [], {}, { limit });
}

/** The subject of an OpenID Connect token. */
export interface Person {
  issuer: string;
  /** Identifies the user at the issuer; the pair is unique. */
  subject: string;
  /** The name for a new user, if it is not taken; 1 to 100 characters. */
  name: string;
  email: string | null;
}
