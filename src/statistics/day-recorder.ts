import { Injectable } from '@nestjs/common';
import { daysAfter } from '../favorite/store/support.list';
import { isSame, NOTHING, UserDayRepository } from './user-day.repository';

/** Users of whom a few statements read and write: on the embedded database nothing else runs meanwhile. */
const USERS = 100;
/** Days for which rows are kept. */
export const KEPT_DAYS = 731;
/** Days before, whose updates are counted again: changes are kept for 30, and may have been taken back. */
const COUNTED_DAYS = 29;

/**
 * Records once a day how far behind everybody's favorites are. Doing it again, or twice at the same time, changes nothing: a row is written
 * only where something differs from the user's last one, and that of the day is replaced.
 */
@Injectable()
export class DayRecorder {
  constructor(private readonly repository: UserDayRepository) {}

  /**
   * @param day `YYYY-MM-DD`, of the database's clock
   * @returns false when the process ended before all users were recorded
   */
  async record(day: string, stopping?: AbortSignal): Promise<boolean> {
    for (let after = ''; ;) {
      if (stopping?.aborted) return false;
      const ids = await this.repository.usersAfter(after, USERS);
      if (ids.length === 0) break;
      await this.recordUsers(day, ids);
      after = ids.at(-1)!;
    }
    for (let back = COUNTED_DAYS; back > 0; back--) {
      if (stopping?.aborted) return false;
      await this.repository.writeUpdates(daysAfter(day, -back), daysAfter(day, 1 - back));
    }
    await this.repository.removeBefore(daysAfter(day, -KEPT_DAYS), stopping);
    return true;
  }

  private async recordUsers(day: string, ids: string[]): Promise<void> {
    const now = await this.repository.countNow(ids);
    const last = await this.repository.lastRows(ids, day);
    const changed = ids.flatMap((id): Parameters<UserDayRepository['write']>[1] => {
      const before = last.get(id);
      const counts = now.get(id) ?? (before && NOTHING);
      return counts && !(before && isSame(before, counts)) ? [[id, counts]] : [];
    });
    await this.repository.write(day, changed);
  }
}
