import { Injectable, Logger } from '@nestjs/common';
import { newId } from '../common/ids';
import { type CursorColumns, type Page, toPage } from '../common/list/list-page';
import type { ListRequest } from '../common/list/list-request';
import { pageSql, totalSql } from '../common/list/list-sql';
import { type Moment, toApiMoment } from '../common/moment';
import { Problem } from '../common/problem/problem';
import { SecretError } from '../common/secret-box';
import { Config } from '../config/config';
import { Database, type Sql } from '../database/database';
import { FavoriteFlags } from '../favorite/favorite-flags';
import { PolicyService } from '../favorite/policy.service';
import { audit } from '../user/audit/audit-log';
import { demandAtMost, holdUser } from '../user/limits/possessions';
import type { Principal } from '../user/principal';
import { beginsAnew, CLEAN_RECORD } from './channel-health';
import { accept, changesOf } from './channel-changes';
import { ChannelStore } from './channel-store';
import { channelList } from './channel.list';
import { Holding } from './digest/holding';
import { readDigest, readQuietHours, storeDigest, storeQuietHours } from './digest/stored-timing';
import { laneOf } from './lane';
import type { Channel } from './channels/channel';
import { settingsSchema } from '../common/settings/setting';
import { maskSettings } from '../common/settings/settings';
import { ConsentService } from './consent/consent.service';
import { NotificationWriter } from './notification.writer';
import type { ChannelResponse, ChannelTypeResponse, CreateChannelDto, UpdateChannelDto } from './dto/channel.dto';

export interface ChannelRow {
  id: string;
  type: string;
  name: string;
  enabled: number;
  is_default: number;
  digest: string | null;
  quiet_hours: string | null;
  settings: string;
  lane: string;
  state: string;
  state_reason: string | null;
  confirmed_at: Moment | null;
  created_at: Moment;
  updated_at: Moment;
}

const COLUMNS =
  'c.id, c.type, c.name, c.enabled, c.is_default, c.digest, c.quiet_hours, c.settings, c.lane, c.state, c.state_reason, c.confirmed_at, c.created_at, c.updated_at';

/** The channels that a user configured. */
@Injectable()
export class ChannelService {
  private readonly logger = new Logger(ChannelService.name);

  constructor(
    private readonly database: Database,
    private readonly store: ChannelStore,
    private readonly consent: ConsentService,
    private readonly holding: Holding,
    private readonly policies: PolicyService,
    private readonly flags: FavoriteFlags,
    private readonly notifications: NotificationWriter,
    private readonly config: Config,
  ) {}

  types(): ChannelTypeResponse[] {
    return this.store.types().map((channel) => ({
      type: channel.type,
      title: channel.title,
      settings: settingsSchema(channel.settingsClass),
      unavailable: channel.unavailableBecause?.() ?? null,
    }));
  }

  async list(caller: Principal, request: ListRequest): Promise<Page<ChannelResponse>> {
    const statement = {
      select: COLUMNS,
      from: 'channel c',
      where: ['c.user_id = ?'],
      whereParameters: [caller.userId],
    };
    const page = pageSql(channelList, request, statement);
    const rows = await this.database.page<ChannelRow & CursorColumns>(page);
    const total = request.includeTotal ? await this.database.count(totalSql(request, statement)) : undefined;
    return toPage(request, rows, (row) => this.toResponse(row), total);
  }

  async get(caller: Principal, id: string): Promise<ChannelResponse> {
    return this.toResponse(await this.find(this.database, caller, id));
  }

  /** The answer shows the secrets that the service made, this once. */
  async create(caller: Principal, input: CreateChannelDto): Promise<ChannelResponse> {
    const channel = this.store.type(input.type);
    if (!channel)
      throw Problem.field(
        'type',
        `must be one of ${this.types()
          .map(({ type }) => type)
          .join(', ')}`,
      );
    const unavailable = channel.unavailableBecause?.();
    if (unavailable) throw Problem.field('type', unavailable);
    const { settings, shownOnce } = accept(channel, input.settings);
    const id = newId();
    const after = channel.recipient?.(settings) ?? null;
    return this.database.transaction(async (sql) => {
      await holdUser(sql, caller.userId);
      await this.insert(sql, caller, id, input, {
        sealed: this.store.seal(id, settings),
        lane: laneOf(channel, settings),
      });
      await demandAtMost(sql, 'channel', caller.userId, this.config.channelsPerUser);
      await this.consent.settle(sql, {
        id,
        userId: caller.userId,
        before: null,
        after,
        state: 'ok',
        confirmed: false,
        enabling: true,
      });
      await audit(sql, caller, 'channel.created', id, { type: input.type });
      const row = await this.find(sql, caller, id);
      // No favorite names it yet.
      if (row.is_default) await this.announceThrough(sql, caller, row);
      return this.toResponse(row, shownOnce);
    });
  }

  async update(caller: Principal, id: string, input: UpdateChannelDto): Promise<ChannelResponse> {
    return this.database.transaction(async (sql) => {
      // Before the channel, as in `create`: the mails that ask for consent are counted by user.
      if (input.settings || input.enabled) await holdUser(sql, caller.userId);
      const row = await this.find(sql, caller, id, sql.dialect.forUpdate);
      const { columns: changes, shownOnce } = changesOf(this.store, row, input);
      if (changes.length === 0) return this.toResponse(row);
      const isChanged = (...names: string[]) => changes.some(([column]) => names.includes(column));
      const isElsewhere = changes.some(([column, value]) => column === 'lane' && value !== row.lane);
      const anew = beginsAnew(row.state, input.enabled === true, isElsewhere);
      const assignments = [
        ...changes.map(([column]) => `${column} = ?`),
        `updated_at = ${sql.dialect.now}`,
        ...(anew ? [CLEAN_RECORD] : isChanged('settings') ? ['refusals = 0'] : []),
      ];
      await sql.execute(`UPDATE channel SET ${assignments.join(', ')} WHERE id = ?`, [
        ...changes.map(([, value]) => value),
        id,
      ]);
      await audit(sql, caller, 'channel.updated', id, {
        fields: changes.map(([column]) => column).filter((column) => column !== 'lane'),
      });
      await this.settle(sql, caller.userId, [row, await this.find(sql, caller, id)], input.enabled === true);
      if (anew || isChanged('digest', 'quiet_hours')) await this.holding.channelChanged(sql, id);
      if (input.enabled === false) await this.store.cancelQueued(sql, id, 'the channel was switched off');
      const after = await this.find(sql, caller, id);
      const isAdded = (['enabled', 'is_default'] as const).some((flag) => input[flag] === true && isChanged(flag));
      if (isAdded) await this.announceThrough(sql, caller, after);
      return this.toResponse(after, shownOnce);
    });
  }

  /** Makes a new secret, shown this once; for a day what is sent is signed with both. */
  async rotateSecret(caller: Principal, id: string): Promise<ChannelResponse> {
    return this.database.transaction(async (sql) => {
      const row = await this.find(sql, caller, id, sql.dialect.forUpdate);
      const channel = this.store.type(row.type);
      if (!channel?.rotate) throw new Problem('conflict', 'This type of channel has no secret that the service makes.');
      const before = this.store.open(channel, id, row.settings);
      const { settings, shownOnce } = channel.rotate(before);
      await sql.execute(`UPDATE channel SET settings = ?, updated_at = ${sql.dialect.now} WHERE id = ?`, [
        this.store.seal(id, settings, before),
        id,
      ]);
      await audit(sql, caller, 'channel.secret-rotated', id);
      return this.toResponse(await this.find(sql, caller, id), shownOnce);
    });
  }

  /** Sends the mail with the link once more. */
  async confirmAgain(caller: Principal, id: string): Promise<ChannelResponse> {
    return this.database.transaction(async (sql) => {
      await holdUser(sql, caller.userId);
      const row = await this.find(sql, caller, id, sql.dialect.forUpdate);
      const address = row.state === 'unconfirmed' ? this.store.recipientOf(row) : null;
      if (address === null) throw new Problem('conflict', 'This channel has nothing to confirm.');
      await this.consent.ask(sql, { userId: caller.userId, channelId: id, address });
      await audit(sql, caller, 'channel.confirmation-requested', id);
      return this.toResponse(await this.find(sql, caller, id));
    });
  }

  async delete(caller: Principal, id: string): Promise<void> {
    await this.database.transaction(async (sql) => {
      const { type } = await this.find(sql, caller, id, sql.dialect.forUpdate);
      await this.store.cancelQueued(sql, id, 'the channel was deleted');
      await this.policies.forgetChannel(sql, caller, id);
      await sql.execute('DELETE FROM channel WHERE id = ?', [id]);
      await audit(sql, caller, 'channel.deleted', id, { type });
    });
  }

  /** The caller's channel. */
  async find(sql: Sql, caller: Principal, id: string, ending = ''): Promise<ChannelRow> {
    const [row] = await sql.query<ChannelRow>(
      `SELECT ${COLUMNS} FROM channel c WHERE c.id = ? AND c.user_id = ? ${ending}`,
      [id, caller.userId],
    );
    if (!row) throw Problem.notFound('channel');
    return row;
  }

  /** What came while there was no channel to tell of it is told through this one. */
  private async announceThrough(sql: Sql, caller: Principal, { enabled, state }: ChannelRow): Promise<void> {
    if (!enabled || state === 'unconfirmed') return;
    await this.notifications.forgetFailures(sql, caller.userId);
    await this.flags.announceOutstanding(sql, caller.userId);
  }

  private async settle(
    sql: Sql,
    userId: string,
    [before, after]: [ChannelRow, ChannelRow],
    enabling: boolean,
  ): Promise<void> {
    const { id, state, confirmed_at } = before;
    if (before.settings === after.settings && (!enabling || confirmed_at !== null)) return;
    await this.consent.settle(sql, {
      id,
      userId,
      // Whatever the address was before: if it cannot be read, the owner of this one has to be asked.
      before: this.store.isReadable(id, before.settings) ? this.store.recipientOf(before) : null,
      after: this.store.recipientOf(after),
      state,
      confirmed: confirmed_at !== null,
      enabling,
    });
  }

  private async insert(
    sql: Sql,
    caller: Principal,
    id: string,
    input: CreateChannelDto,
    { sealed, lane }: { sealed: string; lane: string },
  ): Promise<void> {
    const { now } = sql.dialect;
    await sql.execute(
      `INSERT INTO channel (id, user_id, type, name, enabled, is_default, digest, quiet_hours, settings, lane, created_at,
         updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${now}, ${now})`,
      [
        ...[id, caller.userId, input.type, input.name.trim(), input.enabled ?? true, input.is_default ?? true],
        ...[
          storeDigest(input.digest ?? { every: 'instant' }),
          storeQuietHours(input.quiet_hours ?? null),
          sealed,
          lane,
        ],
      ],
    );
  }

  /** One channel whose settings do not open (damaged, or sealed with another key) does not hide the others. */
  private masked(channel: Channel, row: ChannelRow): Record<string, unknown> {
    try {
      return maskSettings(channel.settingsClass, this.store.open(channel, row.id, row.settings));
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      this.logger.error({ msg: 'settings of a channel cannot be opened', channel: row.id, reason: error.reason });
      return {};
    }
  }

  /** @param shownOnce secrets that the service has just made: shown in this answer only */
  private toResponse(row: ChannelRow, shownOnce: Record<string, unknown> = {}): ChannelResponse {
    const channel = this.store.type(row.type);
    return {
      id: row.id,
      type: row.type,
      name: row.name,
      enabled: Boolean(row.enabled),
      is_default: Boolean(row.is_default),
      digest: readDigest(row.digest),
      quiet_hours: readQuietHours(row.quiet_hours),
      settings: channel ? { ...this.masked(channel, row), ...shownOnce } : {},
      state: row.state,
      state_reason: row.state_reason,
      created_at: toApiMoment(row.created_at),
      updated_at: toApiMoment(row.updated_at),
    };
  }
}
