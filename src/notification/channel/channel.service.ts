import { Injectable } from '@nestjs/common';
import { audit } from '../../access/audit/audit.repository';
import { withDefaults } from '../../api/endpoint/replacement';
import type { Links } from '../../api/endpoint/links';
import type { Principal } from '../../api/identity/principal';
import { newId } from '../../common/ids';
import { type Page, toPage } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { fromPlugin } from '../../common/plugin/plugins';
import { Problem } from '../../api/problem/problem';
import { settingsSchema } from '../../common/settings/setting';
import { Config } from '../../config/config';
import { Database, type Transaction } from '../../database/database';
import { assertQuota, lockUser } from '../../access/user/user.repository';
import { ChannelRepository, type ChannelRow } from '../channel-state/channel.repository';
import { ChannelSettingsService, destinationOf } from '../channel-state/channel-settings.service';
import { DeliveryStatisticsRepository } from '../delivery/delivery-statistics.repository';
import { storeDigest, storeQuietHours } from '../delivery/digest/timing';
import { ChannelRegistry } from '../providers/channel-registry';
import { accept, assertUsable, changesOf, usableType } from './channel-changes';
import { ChannelEffects } from './channel-effects';
import { ConsentService } from './consent.service';
import {
  type ChannelTypeResponse,
  type ChannelDayResponse,
  type ChannelResponse,
  type CreateChannelDto,
  toChannelResponse,
  type UpdateChannelDto,
} from './dto/channel.dto';

/** Of a new channel. */
const DEFAULTS = {
  enabled: true,
  is_default: true,
  digest: { every: 'instant' },
  quiet_hours: null,
  notes: 'short',
} as const;

/** The channels that a user configured. */
@Injectable()
export class ChannelService {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelRepository,
    private readonly settings: ChannelSettingsService,
    private readonly registry: ChannelRegistry,
    private readonly consent: ConsentService,
    private readonly effects: ChannelEffects,
    private readonly deliveryStatistics: DeliveryStatisticsRepository,
    private readonly config: Config,
  ) {}

  types(links: Links): ChannelTypeResponse[] {
    return this.registry.all().map((channel) => ({
      type: channel.type,
      title: channel.title,
      category: channel.category,
      description: channel.description,
      docs: channel.docs ?? links.channelGuide(channel.type),
      plugin: channel.plugin,
      settings: settingsSchema(channel.settingsClass),
      unavailable: channel.unavailableBecause?.() ?? null,
      application_server_point: channel.applicationServerPoint?.() ?? null,
    }));
  }

  async list(caller: Principal, request: ListRequest): Promise<Page<ChannelResponse>> {
    return toPage(request, await this.channels.list(caller.userId, request), (row) => this.toResponse(row));
  }

  async get(caller: Principal, id: string): Promise<ChannelResponse> {
    return this.toResponse(found(await this.channels.find(this.database, caller.userId, id)));
  }

  /** The outcomes of its deliveries, for each of the last days. */
  async statistics(caller: Principal, id: string, days: number): Promise<ChannelDayResponse[]> {
    found(await this.channels.find(this.database, caller.userId, id));
    return this.deliveryStatistics.ofChannel(id, days);
  }

  /** The response is the only one that shows secrets that the service made. */
  async create(caller: Principal, input: CreateChannelDto, page: string): Promise<ChannelResponse> {
    const channel = usableType(this.registry, input.type);
    const { settings, shownOnce } = accept(channel, input.settings, page);
    const { userId } = caller;
    const id = newId();
    return this.database.transaction(async (sql) => {
      await lockUser(sql, userId);
      await this.channels.insert(sql, {
        id,
        userId,
        type: input.type,
        name: input.name.trim(),
        enabled: input.enabled ?? DEFAULTS.enabled,
        isDefault: input.is_default ?? DEFAULTS.is_default,
        digest: storeDigest(input.digest ?? DEFAULTS.digest),
        quietHours: storeQuietHours(input.quiet_hours ?? DEFAULTS.quiet_hours),
        notes: input.notes ?? DEFAULTS.notes,
        settings: this.settings.seal(id, settings),
        destination: destinationOf(channel, settings),
      });
      await assertQuota(sql, 'channel', userId, this.config.channelsPerUser);
      const after = channel.recipient?.(settings) ?? null;
      const change = { id, userId, before: null, after, state: 'ok', confirmed: false, enabling: true };
      await this.consent.requestIfNeeded(sql, change);
      await audit(sql, caller, 'channel.created', id, { type: input.type, ...fromPlugin(channel) });
      const row = found(await this.channels.find(sql, userId, id));
      // No favorite names it yet.
      if (row.is_default && isUsable(row)) await this.effects.added(sql, userId);
      return this.toResponse(row, shownOnce);
    });
  }

  async update(
    caller: Principal,
    id: string,
    input: UpdateChannelDto & { type?: string },
    page: string,
  ): Promise<ChannelResponse> {
    const { userId } = caller;
    return this.database.transaction(async (sql) => {
      // Before the channel, as in `create`: confirmation mails are counted by user.
      if (input.settings || input.enabled) await lockUser(sql, userId);
      const before = found(await this.channels.lock(sql, userId, id));
      if (input.type !== undefined && input.type !== before.type)
        throw Problem.field('type', `is ${before.type}, and a channel keeps its type: make another channel`);
      const channel = this.registry.get(before.type);
      const { values, fields, shownOnce } = changesOf(this.settings, channel, before, input, page);
      if (fields.length === 0) return this.toResponse(found(await this.channels.find(sql, userId, id)));
      const isChanged = (...names: string[]) => fields.some((field) => names.includes(field));
      const isElsewhere = values.destination !== undefined && values.destination !== before.destination;
      const startsAnew = clearsFailures(before.state, input.enabled === true, isElsewhere);
      const forget = startsAnew ? 'failures' : isChanged('settings') ? 'refusals' : 'nothing';
      await this.channels.update(sql, id, values, forget);
      await audit(sql, caller, 'channel.updated', id, { fields });
      await this.settleConsent(sql, userId, before, input.enabled === true);
      if (startsAnew || isChanged('digest', 'quiet_hours')) await this.effects.timingChanged(sql, id);
      if (input.enabled === false) await this.effects.switchedOff(sql, id);
      const after = found(await this.channels.find(sql, userId, id));
      const isAdded = (['enabled', 'is_default'] as const).some((flag) => input[flag] === true && isChanged(flag));
      if (isAdded && isUsable(after)) await this.effects.added(sql, userId);
      return this.toResponse(after, shownOnce);
    });
  }

  /** As `update`, but fields that are left out get the defaults of a new channel. */
  replace(caller: Principal, id: string, input: CreateChannelDto, page: string): Promise<ChannelResponse> {
    return this.update(caller, id, withDefaults(input, DEFAULTS), page);
  }

  /** Makes a new secret. For 24 hours messages are signed with the previous one too. */
  async rotateSecret(caller: Principal, id: string): Promise<ChannelResponse> {
    return this.database.transaction(async (sql) => {
      const row = found(await this.channels.lock(sql, caller.userId, id));
      const channel = this.registry.get(row.type);
      if (!channel?.rotate) throw new Problem('conflict', 'This type of channel has no secret that the service makes.');
      const before = this.settings.open(channel, id, row.settings);
      const { settings, shownOnce } = channel.rotate(before);
      await this.channels.update(sql, id, { settings: this.settings.seal(id, settings, before) });
      await audit(sql, caller, 'channel.secret-rotated', id);
      return this.toResponse(found(await this.channels.find(sql, caller.userId, id)), shownOnce);
    });
  }

  /** Sends another confirmation mail. */
  async confirmAgain(caller: Principal, id: string): Promise<ChannelResponse> {
    const { userId } = caller;
    return this.database.transaction(async (sql) => {
      await lockUser(sql, userId);
      const row = found(await this.channels.lock(sql, userId, id));
      const address = row.state === 'unconfirmed' ? this.settings.recipientOf(row) : null;
      if (address === null) throw new Problem('conflict', 'This channel has nothing to confirm.');
      assertUsable(this.registry.get(row.type));
      await this.consent.request(sql, { userId, channelId: id, address });
      await audit(sql, caller, 'channel.confirmation-requested', id);
      return this.toResponse(found(await this.channels.find(sql, userId, id)));
    });
  }

  async delete(caller: Principal, id: string): Promise<void> {
    await this.database.transaction(async (sql) => {
      const { type } = found(await this.channels.lock(sql, caller.userId, id));
      await this.effects.deleted(sql, caller.userId, id);
      await this.channels.delete(sql, id);
      await audit(sql, caller, 'channel.deleted', id, { type });
    });
    await this.effects.afterDeletion(id);
  }

  private async settleConsent(sql: Transaction, userId: string, before: ChannelRow, enabling: boolean): Promise<void> {
    const { id, state } = before;
    const confirmed = before.confirmed_at !== null;
    const after = found(await this.channels.find(sql, userId, id));
    if (before.settings === after.settings && (!enabling || confirmed)) return;
    await this.consent.requestIfNeeded(sql, {
      id,
      userId,
      // An address that cannot be read counts as another one: the owner of the new one has to consent.
      before: this.settings.isReadable(id, before.settings) ? this.settings.recipientOf(before) : null,
      after: this.settings.recipientOf(after),
      state,
      confirmed,
      enabling,
    });
  }

  private toResponse(row: ChannelRow, shownOnce: Record<string, unknown> = {}): ChannelResponse {
    const unavailable = this.registry.get(row.type)?.unavailableBecause?.() ?? null;
    return toChannelResponse(row, { ...this.settings.masked(row), ...shownOnce }, unavailable);
  }
}

/** @throws Problem 404 */
function found(row: ChannelRow | null): ChannelRow {
  if (!row) throw Problem.notFound('channel');
  return row;
}

const isUsable = ({ enabled, state }: ChannelRow): boolean => Boolean(enabled) && state !== 'unconfirmed';

/** Whether the past failures of a channel no longer count: it is switched on, be it once more, or its settings name another host. */
const clearsFailures = (state: string, enabling: boolean, isElsewhere: boolean): boolean =>
  state !== 'unconfirmed' && (enabling || (state === 'failing' && isElsewhere));
