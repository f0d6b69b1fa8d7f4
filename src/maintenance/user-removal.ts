import { Injectable } from '@nestjs/common';
import { SessionService } from '../access/auth/session/session.service';
import { SignInLinks } from '../access/auth/session/sign-in-links';
import { COMMAND_LINE } from '../common/identity/actor';
import { Database } from '../database/database';
import { EvaluationService } from '../favorite/store/evaluation.service';
import { findAndLockUser } from '../access/user/user.repository';
import { UserService } from '../access/user/user.service';
import { type Removed, UserData } from './user-data';

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
