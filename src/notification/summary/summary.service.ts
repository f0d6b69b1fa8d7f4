import { Injectable } from '@nestjs/common';
import type { Owner } from '../../api/identity/actor';
import { sha256 } from '../../common/fingerprint';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Database } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { NetworkWatch } from '../../source/polling/network-watch';
import { CHANNEL_STATES } from '../channel/dto/channel.dto';
import { REASONS } from '../../favorite/store/matters.sql';
import type { MattersSummary, SummaryResponse } from './dto/summary.response';
import { type MattersCounts, type SourceAnswers, SummaryRepository } from './summary.repository';

const MINUTE = 60_000;

/** Numbers about the favorites and channels of a user. The web application polls them, so they have to be cheap. */
@Injectable()
export class SummaryService {
  /** Sources answer all the time, and there is one for each favorite. */
  private readonly answers = new Remembered<SourceAnswers>(MINUTE);
  /** A change to any favorite is another key. */
  private readonly matters = new Remembered<MattersCounts>(10 * MINUTE);

  constructor(
    private readonly database: Database,
    private readonly summaries: SummaryRepository,
    private readonly clock: DatabaseClock,
    private readonly network: NetworkWatch,
  ) {}

  async read({ userId }: Owner): Promise<SummaryResponse> {
    // Read the revision first: a change from here on is in the next one, even if the counts have it already.
    const favorites = await this.summaries.favoritesChanged(userId);
    const { oldest_available_at, ...counts } = await this.summaries.countFavorites(userId);
    const today = await this.clock.today(this.database);
    const { dated, ...support } = await this.summaries.countSupport(userId, today);
    const matters = await this.matters.read(userId, JSON.stringify([favorites, counts, dated, support, today]), () =>
      this.summaries.countMatters(userId, today),
    );
    const channels = await this.summaries.countChannels(userId);
    const numbers = {
      ...counts,
      oldest_available_at: toApiTimestamp(oldest_available_at),
      support,
      matters: mattersOf(matters),
      channels: Object.fromEntries(CHANNEL_STATES.map((state) => [state, channels[state] ?? 0])),
      failed_notifications: await this.summaries.countFailedNotifications(userId),
    };
    const answers = await this.answers.read(userId, `${favorites} ${counts.tracked}`, () =>
      this.summaries.sourceAnswers(userId),
    );
    return {
      ...numbers,
      ...answers,
      last_check_at: toApiTimestamp(answers.last_check_at),
      sources_unreachable_since: toApiTimestamp(this.network.missingSince),
      // On another day, lists show another state of support.
      revision: sha256(JSON.stringify([favorites, numbers, dated > 0 ? today : null])).slice(0, 22),
    };
  }
}

const mattersOf = ({ by_group, assessed }: MattersCounts): MattersSummary => {
  // Nothing of `none` has an update.
  const { none: _none, ...groups } = by_group;
  return { today: REASONS.reduce((sum, reason) => sum + groups[reason]!, 0), by_group: groups, assessed };
};

const USERS_AT_MOST = 1_000;

/** What was read for users last, as long as it is asked for with the same key, and for so many milliseconds of the monotonic clock. */
export class Remembered<T> {
  private readonly byUser = new Map<string, { key: string; until: number; value: T }>();

  constructor(private readonly milliseconds: number) {}

  async read(userId: string, key: string, read: () => Promise<T>): Promise<T> {
    const known = this.byUser.get(userId);
    if (known?.key === key && known.until > performance.now()) return known.value;
    const value = await read();
    this.byUser.delete(userId);
    if (this.byUser.size >= USERS_AT_MOST) this.byUser.delete(this.byUser.keys().next().value!);
    this.byUser.set(userId, { key, until: performance.now() + this.milliseconds, value });
    return value;
  }
}
