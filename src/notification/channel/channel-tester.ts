import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { newId } from '../../common/ids';
import { fromPlugin } from '../../common/plugin/plugins';
import { fromDate, toApiTimestamp } from '../../common/time/utc-timestamp';
import { Problem } from '../../api/problem/problem';
import { Database } from '../../database/database';
import type { Principal } from '../../api/identity/principal';
import { ChannelRepository } from '../channel-state/channel.repository';
import { ChannelSettingsService } from '../channel-state/channel-settings.service';
import { testMessage } from '../rendering/message';
import { INTERNAL_ERROR, type Outcome, shownMs, type Channel, type Delivery } from '../providers/channel';
import { ChannelRegistry } from '../providers/channel-registry';
import { accept, assertUsable, usableType } from './channel-changes';
import type { ChannelTestResponse, TestChannelDto } from './dto/channel.dto';

/** A test calls an address of the user's choice: without a limit it would be a port scanner. */
const TESTS_A_MINUTE = 5;
const MINUTE = 60_000;
/**
 * Milliseconds after which a test that reached nothing is answered: longer than a name lookup, so that the time does not reveal which
 * internal names exist.
 */
const NOTHING_REACHED_AFTER = 6_000;

/** Sends a test message through a channel at once and reports the outcome. */
@Injectable()
export class ChannelTester {
  private readonly logger = new Logger(ChannelTester.name);
  /** When each user started tests in the last minute, by `performance.now()`. */
  private readonly recent = new Map<string, number[]>();

  constructor(
    private readonly database: Database,
    private readonly channels: ChannelRepository,
    private readonly settings: ChannelSettingsService,
    private readonly registry: ChannelRegistry,
  ) {}

  async test(caller: Principal, id: string): Promise<ChannelTestResponse> {
    const row = await this.channels.find(this.database, caller.userId, id);
    if (!row) throw Problem.notFound('channel');
    const channel = this.registry.get(row.type);
    if (!channel) throw Problem.notFound('channel type in this version');
    assertUsable(channel);
    const opened = this.settings.openBoth(channel, row.id, row.settings);
    if (channel.recipient && row.confirmed_at === null)
      throw new Problem(
        'conflict',
        'The owner of the address has not confirmed it yet. You can send a test afterwards.',
      );
    return this.send(caller, channel, opened);
  }

  /** The same before the channel is saved. Nothing is stored. */
  async testUnsaved(caller: Principal, input: TestChannelDto, page: string): Promise<ChannelTestResponse> {
    const channel = usableType(this.registry, input.type);
    const { settings } = accept(channel, input.settings, page);
    if (channel.recipient)
      throw new Problem(
        'conflict',
        'The owner of the address has to confirm it first: create the channel, and send a test afterwards.',
      );
    return this.send(caller, channel, { settings });
  }

  private async outcomeOf(channel: Channel, delivery: Delivery): Promise<Outcome> {
    try {
      return await channel.send(delivery);
    } catch (error) {
      this.logger.error({ msg: 'test of a channel failed', type: channel.type, ...fromPlugin(channel), err: error });
      return INTERNAL_ERROR;
    }
  }

  private async send(
    caller: Principal,
    channel: Channel,
    opened: { settings: object; previous?: object },
  ): Promise<ChannelTestResponse> {
    this.assertTurn(caller.userId);
    const start = performance.now();
    const message = testMessage(toApiTimestamp(fromDate(new Date())));
    const outcome = await this.outcomeOf(channel, { id: newId(), attempt: 1, ...opened, message });
    const took = performance.now() - start;
    if (outcome.hidden) await sleep(Math.max(0, NOTHING_REACHED_AFTER - took));
    return {
      state: outcome.kind === 'ok' ? 'sent' : 'failed',
      code: outcome.code === undefined ? null : String(outcome.code),
      error: outcome.kind === 'ok' ? null : (outcome.reason ?? 'failed'),
      duration: Math.round(shownMs(outcome, took)),
    };
  }

  private assertTurn(userId: string): void {
    const now = performance.now();
    for (const [user, starts] of this.recent)
      if (starts.every((start) => now - start > MINUTE)) this.recent.delete(user);
    const starts = (this.recent.get(userId) ?? []).filter((start) => now - start <= MINUTE);
    if (starts.length >= TESTS_A_MINUTE) {
      const wait = Math.ceil((MINUTE - (now - starts[0]!)) / 1000);
      throw new Problem('too-many-requests', `At most ${TESTS_A_MINUTE} test messages a minute.`, [], {
        'Retry-After': String(wait),
      });
    }
    this.recent.set(userId, [...starts, now]);
  }
}
