import { Injectable } from '@nestjs/common';
import { audit } from '../audit/audit.repository';
import { withDefaults } from '../../api/endpoint/replacement';
import type { Principal } from '../../api/identity/principal';
import { Problem } from '../../api/problem/problem';
import { Config } from '../../config/config';
import { Database, type Sql, type Transaction } from '../../database/database';
import type { ProfileResponse, ReplaceProfileDto, UpdateProfileDto } from './dto/profile.dto';
import { type Profile, type ProfileChanges, UserRepository } from './user.repository';

type ProfileListener = (sql: Sql, userId: string, changed: UpdateProfileDto) => Promise<void>;

/** Of a new user. */
const DEFAULTS = {
  email: null,
  notifications_enabled: true,
  notify_always: null,
  time_zone: 'UTC',
  home_assistant: false,
} satisfies Required<ReplaceProfileDto>;

const NO_BROKER = 'needs an MQTT broker: the operator has set no MQTT_URL';

/** The caller's own settings, which favorites use as their defaults. */
@Injectable()
export class ProfileService {
  private readonly listeners: ProfileListener[] = [];

  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly config: Config,
  ) {}

  /** Features that depend on this one register here how a change affects their tables; it runs in the same transaction. */
  onChange(listener: ProfileListener): void {
    this.listeners.push(listener);
  }

  async read({ userId }: Principal): Promise<ProfileResponse> {
    return this.toResponse(await this.users.findProfile(this.database, userId));
  }

  /** Fields that already have the given value are no change: nothing is written, and no listener runs. */
  async update(caller: Principal, input: UpdateProfileDto): Promise<ProfileResponse> {
    if (input.home_assistant && this.config.mqttUrl === null) throw Problem.field('home_assistant', NO_BROKER);
    return this.database.transaction(async (sql) => {
      const stored = this.toResponse(await this.users.findProfile(sql, caller.userId, sql.dialect.forUpdate));
      const fields = (Object.keys(input) as (keyof UpdateProfileDto)[]).filter(
        (field) => input[field] !== undefined && input[field] !== stored[field],
      );
      if (fields.length === 0) return stored;
      await this.write(sql, caller, Object.fromEntries(fields.map((field) => [field, input[field]])));
      return this.toResponse(await this.users.findProfile(sql, caller.userId));
    });
  }

  /** As `update`, but fields that are left out get their defaults. */
  replace(caller: Principal, input: ReplaceProfileDto): Promise<ProfileResponse> {
    return this.update(caller, withDefaults(input, DEFAULTS));
  }

  private async write(sql: Transaction, caller: Principal, changed: UpdateProfileDto): Promise<void> {
    await this.users.updateProfile(sql, caller.userId, toColumns(changed));
    await audit(sql, caller, 'profile.updated', caller.userId, { fields: Object.keys(changed) });
    for (const listener of this.listeners) await listener(sql, caller.userId, changed);
  }

  private toResponse({ created_at, updated_at, ...settings }: Profile): ProfileResponse {
    const unavailable = this.config.mqttUrl === null ? NO_BROKER : null;
    return { ...settings, home_assistant_unavailable: unavailable, created_at, updated_at };
  }
}

const toColumns = (changed: UpdateProfileDto): ProfileChanges => ({
  email: changed.email,
  notificationsEnabled: changed.notifications_enabled,
  notifyAlways: changed.notify_always,
  timeZone: changed.time_zone,
  homeAssistant: changed.home_assistant,
});
