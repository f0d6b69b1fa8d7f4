import { Injectable } from '@nestjs/common';
import type { Owner } from '../../common/identity/actor';
import { sha256 } from '../../common/fingerprint';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Database } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { CHANNEL_STATES } from '../channel/dto/channel.dto';
import { REASONS } from '../../favorite/store/matters.list';
import type { MattersSummary, SummaryResponse } from './dto/summary.response';
import { type MattersCounts, type SourceAnswers, SummaryRepository } from './summary.repository';

interface Remembered {
  favorites: string;
  /** By the monotonic clock. */
  until: number;
  answers: SourceAnswers;
}

const REMEMBER_MS = 60_000;
const REMEMBERED_AT_MOST = 1_000;

/** Numbers about the favorites and channels of a user. The web application polls them, so they have to be cheap. */
@Injectable()
export class SummaryService {
  /** By user. Sources answer all the time, and there is one for each favorite. */
  private readonly remembered = new Map<string, Remembered>();

  constructor(
    private readonly database: Database,
    private readonly summaries: SummaryRepository,
    private readonly clock: DatabaseClock,
  ) {}

  async read({ userId }: Owner): Promise<SummaryResponse> {
    // Read the revision first: a change from here on is in the next one, even if the counts have it already.
    const favorites = await this.summaries.favoritesChanged(userId);
    const { oldest_available_at, ...counts } = await this.summaries.countFavorites(userId);
    const today = (await this.clock.now(this.database)).slice(0, 10);
    const { dated, ...support } = await this.summaries.countSupport(userId, today);
    const matters = await this.summaries.countMatters(userId, today);
    const channels = await this.summaries.countChannels(userId);
    const numbers = {
      ...counts,
      oldest_available_at: toApiTimestamp(oldest_available_at),
      support,
      matters: mattersOf(matters),
      channels: Object.fromEntries(CHANNEL_STATES.map((state) => [state, channels[state] ?? 0])),
      failed_notifications: await this.summaries.countFailedNotifications(userId),
    };
    const answers = await this.sourceAnswers(userId, `${favorites} ${counts.tracked}`);
    return {
      ...numbers,
      last_check_at: toApiTimestamp(answers.last_check_at),
      unasked: answers.unasked,
      // On another day, lists show another state of support.
      revision: sha256(JSON.stringify([favorites, numbers, dated > 0 ? today : null])).slice(0, 22),
    };
  }

  private async sourceAnswers(userId: string, favorites: string): Promise<SourceAnswers> {
    const known = this.remembered.get(userId);
    if (known?.favorites === favorites && known.until > performance.now()) return known.answers;
    const answers = await this.summaries.sourceAnswers(userId);
    this.remembered.delete(userId);
    if (this.remembered.size >= REMEMBERED_AT_MOST) this.remembered.delete(this.remembered.keys().next().value!);
    this.remembered.set(userId, { favorites, until: performance.now() + REMEMBER_MS, answers });
    return answers;
  }
}

const mattersOf = ({ by_group, assessed }: MattersCounts): MattersSummary => {
  // Nothing of `none` has an update.
  const { none: _none, ...groups } = by_group;
  return { today: REASONS.reduce((sum, reason) => sum + groups[reason], 0), by_group: groups, assessed };
};
