import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { SessionService } from '../../access/auth/session/session.service';
import { SignInLinks } from '../../access/auth/session/sign-in-links';
import { TokenRepository } from '../../access/auth/token.repository';
import { exceedsQuota, findAndLockUser } from '../../access/user/user.repository';
import { UserService } from '../../access/user/user.service';
import { COMMAND_LINE } from '../../api/identity/actor';
import { Database, type Sql } from '../../database/database';
import { JournalRepository } from '../../favorite/journal/journal.repository';
import { EvaluationService } from '../../favorite/store/evaluation.service';
import { FavoriteWriter } from '../../favorite/store/favorite-writer';
import { ChannelRepository } from '../../notification/channel-state/channel.repository';
import { NotificationRemovalRepository } from '../../notification/delivery/notification-removal.repository';
import { SystemMessageRepository } from '../../notification/system-message/system-message.repository';

/** Numbers of removed rows of a user. */
export interface Removed {
  notifications: number;
  favorites: number;
  channels: number;
  tokens: number;
}

/** Rows of one statement. SQLite has one writer, and a service beside this program waits for its turn. */
const PAGE = { notifications: 50, deliveries: 100, favorites: 50, channels: 50, tokens: 100 };
const SHORTEST_PAUSE_MS = 10;

/** Removes everything that a user owns, in small pages. */
@Injectable()
export class UserData {
  constructor(
    private readonly database: Database,
    private readonly notifications: NotificationRemovalRepository,
    private readonly favorites: FavoriteWriter,
    private readonly channels: ChannelRepository,
    private readonly messages: SystemMessageRepository,
    private readonly tokens: TokenRepository,
    private readonly bulkOperations: JournalRepository,
  ) {}

  /** @param removed counts, to which this adds */
  async remove(userId: string, removed: Removed): Promise<void> {
    removed.notifications += await inPages(() => this.removeNotifications(userId));
    removed.favorites += await inPages(() =>
      this.database.transaction((sql) => this.favorites.deletePage(sql, userId, PAGE.favorites)),
    );
    await this.bulkOperations.removeOfUser(userId);
    removed.channels += await inPages(() => this.removeChannels(userId));
    removed.tokens += await inPages(() => this.tokens.deleteSome(userId, PAGE.tokens));
  }

  /** Whether the user owns nothing that would not be deleted with their row. */
  async isRemoved(sql: Sql, userId: string): Promise<boolean> {
    for (const resource of ['favorite', 'channel'] as const)
      if (await exceedsQuota(sql, resource, userId, 0)) return false;
    return true;
  }

  /** Deliveries first, in pages of their own: a notification may have one for every channel. */
  private async removeNotifications(userId: string): Promise<number> {
    const ids = await this.notifications.idsOfUser(userId, PAGE.notifications);
    if (ids.length > 0) await inPages(() => this.notifications.deleteDeliveries(ids, PAGE.deliveries));
    return this.notifications.deleteNotifications(ids);
  }

  private removeChannels(userId: string): Promise<number> {
    return this.database.transaction(async (sql) => {
      const ids = await this.channels.lockSome(sql, userId, PAGE.channels);
      if (ids.length === 0) return 0;
      await this.messages.forgetChannels(sql, ids);
      return this.channels.deleteAll(sql, ids);
    });
  }
}

/**
 * Disables, enables and deletes users. Deleting first disables the user, so that nothing new is added or sent, then removes all that they
 * own, and their row last. Interrupted anywhere, it leaves a disabled user and can be run again.
 * What the user added to the catalogue stays, and so does the audit log.
 */
@Injectable()
export class UserRemoval {
  constructor(
    private readonly database: Database,
    private readonly users: UserService,
    private readonly data: UserData,
    private readonly evaluation: EvaluationService,
    private readonly sessions: SessionService,
    private readonly links: SignInLinks,
  ) {}

  /** Sessions and sign-in links end, and do not come back with `enable`. @returns whether anything changed */
  disable(id: string): Promise<boolean> {
    return this.database.transaction(async (sql) => {
      await findAndLockUser(sql, id);
      const changed = await this.users.disable(sql, id);
      await this.sessions.endOfUser(sql, COMMAND_LINE, id);
      await this.links.removeOfUser(sql, id);
      return changed;
    });
  }

  /** The next check notifies of updates that came meanwhile and are still available. @returns whether anything changed */
  enable(id: string): Promise<boolean> {
    return this.database.transaction(async (sql) => {
      const changed = await this.users.enable(sql, id);
      if (changed) await this.evaluation.recheckUnnotified(sql, id);
      return changed;
    });
  }

  async remove(id: string): Promise<Removed> {
    const removed: Removed = { notifications: 0, favorites: 0, channels: 0, tokens: 0 };
    do {
      await this.disable(id);
      await this.data.remove(id, removed);
    } while (!(await this.removeRow(id, removed)));
    return removed;
  }

  /** @returns false when something was added meanwhile, such as by a replica of a version without disabled users */
  private removeRow(id: string, removed: Removed): Promise<boolean> {
    return this.database.transaction(async (sql) => {
      await findAndLockUser(sql, id);
      if (!(await this.data.isRemoved(sql, id))) return false;
      await this.users.delete(sql, id, { ...removed });
      return true;
    });
  }
}

/** Until nothing is left. Rests as long as each page took, so that others have their turn. @returns how many rows were removed */
async function inPages(removePage: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const start = performance.now();
    const removed = await removePage();
    if (removed === 0) return total;
    total += removed;
    await sleep(Math.max(SHORTEST_PAUSE_MS, performance.now() - start));
  }
}
