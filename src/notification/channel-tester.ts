import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids';
import { fromDate, toApiMoment } from '../common/moment';
import { Problem } from '../common/problem/problem';
import { Database } from '../database/database';
import type { Principal } from '../user/principal';
import { shownMs } from './attempt-values';
import { ChannelStore } from './channel-store';
import { ChannelService } from './channel.service';
import { testMessage } from './channels/message';
import type { ChannelTestResponse } from './dto/channel.dto';

/** A test message makes this service call an address of the user's choice: more of them would be a port scanner. */
const TESTS_A_MINUTE = 5;
const MINUTE = 60_000;
/**
 * Milliseconds after which a test that reached nothing is answered: longer than a name is looked up. Else the time would tell a name
 * that exists inside from one that does not.
 */
const NOTHING_REACHED_AFTER = 6_000;

/** Sends a test message through a channel, at once, and says what came of it. */
@Injectable()
export class ChannelTester {
  /** Start times of each user's tests in the last minute, on the monotonic clock. */
  private readonly recent = new Map<string, number[]>();

  constructor(
    private readonly database: Database,
    private readonly channels: ChannelService,
    private readonly store: ChannelStore,
  ) {}

  async test(caller: Principal, id: string): Promise<ChannelTestResponse> {
    const row = await this.channels.find(this.database, caller, id);
    const channel = this.store.type(row.type);
    if (!channel) throw Problem.notFound('channel type in this version');
    const opened = this.store.openBoth(channel, row.id, row.settings);
    if (channel.recipient && row.confirmed_at === null)
      throw new Problem(
        'conflict',
        'The owner of the address has not confirmed it yet. You can send a test afterwards.',
      );
    this.demandTurn(caller.userId);
    const start = performance.now();
    const message = testMessage(toApiMoment(fromDate(new Date())));
    const outcome = await channel.send({ id: newId(), attempt: 1, ...opened, message });
    const took = performance.now() - start;
    if (outcome.hidden) await sleep(Math.max(0, NOTHING_REACHED_AFTER - took));
    return {
      state: outcome.kind === 'ok' ? 'sent' : 'failed',
      code: outcome.code === undefined ? null : String(outcome.code),
      error: outcome.kind === 'ok' ? null : (outcome.reason ?? 'failed'),
      duration: Math.round(shownMs(outcome, took)),
    };
  }

  private demandTurn(userId: string): void {
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
