import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql, Transaction } from '../../database/database';
import { ProfileService } from '../../access/user/profile.service';
import { FavoritePageRepository } from './favorite-page.repository';
import { duePolicies, favoritesById } from './favorite-scope';
import { FlagRepository } from './flag.repository';
import { NotifiedVersionRepository } from './notified-version.repository';
import { ScheduleRepository } from './schedule.repository';

/**
 * Whether an owner who writes a favorite acknowledges the available version, which then needs no notification. `unless-new`: not while a
 * check is pending that will notify of it. `unless-higher`: nor if it is higher than the version that the owner knows.
 */
export type Acknowledgement = 'always' | 'unless-new' | 'unless-higher' | 'never';

const PAGE = 500;

/** Evaluates favorites outside of the update check: when their owner writes them, their profile or their channels. */
@Injectable()
export class EvaluationService implements OnModuleInit {
  constructor(
    private readonly pages: FavoritePageRepository,
    private readonly flags: FlagRepository,
    private readonly notified: NotifiedVersionRepository,
    private readonly schedule: ScheduleRepository,
    private readonly profiles: ProfileService,
  ) {}

  onModuleInit(): void {
    this.profiles.onChange(async (sql, userId, changed) => {
      if (changed.notify_always === undefined) return;
      for await (const ids of this.pages.idsOfUser(sql, userId))
        await this.schedule.refreshReminders(sql, favoritesById(ids));
    });
  }

  /** @param wasDue whether its policy was due before it was written: the next check still has to notify then */
  evaluateWritten(
    sql: Transaction,
    favoriteId: string,
    acknowledgement: Acknowledgement,
    now: UtcTimestamp,
    wasDue = false,
  ): Promise<void> {
    return this.evaluateAllWritten(sql, [favoriteId], acknowledgement, now, wasDue ? [favoriteId] : []);
  }

  /** The same for favorites that their owner writes together. @param ids at least one */
  async evaluateAllWritten(
    sql: Sql,
    ids: string[],
    acknowledgement: Acknowledgement,
    now: UtcTimestamp,
    wereDue: string[] = [],
  ): Promise<void> {
    const locked = await this.pages.lock(sql, favoritesById(ids));
    await this.flags.flagOutdated(sql, locked, now, true);
    if (acknowledgement === 'always') await this.notified.acknowledge(sql, locked.scope);
    else await this.acknowledgeUnlessPending(sql, ids, acknowledgement, now, [...wereDue, ...duePolicies(locked, now)]);
    await this.schedule.refreshReminders(sql, locked.scope);
  }

  /** Makes the next check notify a user of outstanding updates that were not notified, as there may be a channel for them now. */
  async recheckUnnotified(sql: Sql, userId: string): Promise<void> {
    for await (const ids of this.pages.outstandingOfUser(sql, userId))
      await this.schedule.evaluateNext(sql, await this.notified.findUnnotified(sql, ids));
  }

  /** @param due the next check evaluates these, and notifies of what is new to their owner */
  private async acknowledgeUnlessPending(
    sql: Sql,
    ids: string[],
    acknowledgement: Acknowledgement,
    now: UtcTimestamp,
    due: string[],
  ): Promise<void> {
    const pending = new Set(due);
    const others = () => ids.filter((id) => !pending.has(id));
    if (acknowledgement !== 'never')
      for (const id of await this.notified.unnotifiedAmong(sql, others(), acknowledgement === 'unless-higher'))
        pending.add(id);
    await this.schedule.evaluateAt(sql, [...pending], now);
    if (acknowledgement !== 'never' && others().length > 0)
      await this.notified.acknowledgeIfChecked(sql, favoritesById(others()));
  }

  /** Flags the favorites of a product whose order changed, in pages. @returns how many flags changed */
  async flagOfSoftware(sql: Sql, softwareId: string, now: UtcTimestamp): Promise<number> {
    let flagged = 0;
    for (let after = ''; ;) {
      const locked = await this.pages.lockNext(sql, softwareId, { after }, PAGE);
      if (!locked) return flagged;
      flagged += await this.flags.flagOutdated(sql, locked, now);
      after = locked.favorites.at(-1)!.id;
    }
  }
}
