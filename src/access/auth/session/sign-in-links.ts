import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { audit } from '../../audit/audit.repository';
import { type Actor, COMMAND_LINE } from '../../../api/identity/actor';
import { type Principal, readScopes, scopeText } from '../../../api/identity/principal';
import { newId } from '../../../common/ids';
import { Problem } from '../../../api/problem/problem';
import { sha256 } from '../../../common/fingerprint';
import { type UtcTimestamp, toApiTimestamp } from '../../../common/time/utc-timestamp';
import type { Scope } from '../../../config/scopes';
import { Database, type Sql, type Transaction } from '../../../database/database';
import { DatabaseClock } from '../../../database/database-clock';
import { lockUser } from '../../user/user.repository';
import { SessionService, type SignIn } from './session.service';
import { type LinkRow, SignInLinkRepository } from './sign-in-link.repository';

export interface NewLink {
  scopes: readonly Scope[];
  /** Seconds. */
  lasts: number;
}

export interface MadeLink {
  /** Shown once. */
  code: string;
  endsAt: UtcTimestamp;
}

/** Seconds in which a link for another device has to be used, and one for somebody who is invited. */
const OWN_LASTS = 600;
const INVITATION_LASTS = 7 * 86_400;
/** Prefix of the code, by which scanners of logs and repositories know it. */
const PREFIX = 'suc_';
const CODE = new RegExp(`^${PREFIX}[\\w-]{43}$`);
/** Seconds for which an ended link is kept, so that its holder learns why it does not work. */
const REMEMBERED = 7 * 86_400;

/** Links that sign somebody in, once: a code of 256 random bits, stored only as its SHA-256. */
@Injectable()
export class SignInLinks {
  constructor(
    private readonly database: Database,
    private readonly links: SignInLinkRepository,
    private readonly sessions: SessionService,
    private readonly clock: DatabaseClock,
  ) {}

  /** @returns the code, which is shown once */
  async create(userId: string, link: NewLink, actor: Actor = COMMAND_LINE): Promise<string> {
    return (await this.database.transaction((sql) => this.insert(sql, userId, link, actor))).code;
  }

  /**
   * A link for another device of the caller, of whose own links only the newest works. The session that it starts may do what the caller's
   * may, ends with it at the latest, and ends with the same token.
   * @throws Problem unauthorized, sign-in-again
   */
  async createOwn(caller: Principal): Promise<MadeLink> {
    return this.database.transaction(async (sql) => {
      await lockUser(sql, caller.userId);
      await this.sessions.assertFresh(sql, caller);
      await this.links.deleteUnusedOf(sql, caller.userId, 'user');
      return this.insert(sql, caller.userId, { scopes: [...caller.scopes], lasts: OWN_LASTS }, caller, caller.tokenId);
    });
  }

  /** A link for a user whom an operator invites, in a transaction of the operator. Of an operator's links only the newest works. */
  async invite(sql: Transaction, operator: Actor, userId: string, scopes: readonly Scope[]): Promise<MadeLink> {
    await this.links.deleteUnusedOf(sql, userId, 'operator');
    return this.insert(sql, userId, { scopes, lasts: INVITATION_LASTS }, operator);
  }

  /** The links that operators have made for a user work no more. @throws Problem not-found where there is none */
  async takeBack(operator: Actor, userId: string): Promise<void> {
    await this.database.transaction(async (sql) => {
      const removed = await this.links.deleteUnusedOf(sql, userId, 'operator');
      if (removed === 0) throw Problem.notFound('sign-in link');
      await audit(sql, operator, 'session.link-removed', userId);
    });
  }

  private async insert(
    sql: Transaction,
    userId: string,
    { scopes, lasts }: NewLink,
    actor: Actor,
    sessionId: string | null = null,
  ): Promise<MadeLink> {
    const code = PREFIX + randomBytes(32).toString('base64url');
    const [id, granted] = [newId(), scopeText(scopes)];
    const endsAt = await this.clock.later(sql, lasts);
    await this.links.insert(sql, { id, hash: sha256(code), userId, scopes: granted, endsAt, sessionId });
    const details = { user: userId, scopes: granted, ends_at: toApiTimestamp(endsAt) };
    await audit(sql, actor, 'session.link-created', id, details);
    return { code, endsAt };
  }

  /**
   * The sign-in that a code stands for; starting the session uses it up.
   * @returns null when there is no such link, or its user is disabled
   */
  async authenticate(code: string): Promise<SignIn | null> {
    const link = CODE.test(code) ? await this.links.find(sha256(code)) : null;
    if (!link) return null;
    const maker = link.session_id === null ? null : await this.links.makerOf(this.database, link.session_id);
    if (link.session_id !== null && !maker) throw linkProblem('expired');
    return {
      userId: link.user_id,
      // What a session may make, and for how long, follows from how its rights came about.
      means: maker?.means ?? 'link',
      credential: link.id,
      accessTokenId: maker?.access_token_id ?? null,
      scopes: readScopes(link.scopes),
      endsBy: maker?.ends_at ?? null,
      claim: (sql) => this.use(sql, link),
    };
  }

  isKnown(): boolean {
    return false; // it works once
  }

  /** For a user who is disabled. */
  removeOfUser(sql: Sql, userId: string): Promise<void> {
    return this.links.deleteOf(sql, userId);
  }

  /** Removes those that ended some days ago, and sessions that have ended. @returns how many */
  async removeOld(stopping?: AbortSignal): Promise<Record<'sessions' | 'sign_in_links', number>> {
    const sessions = await this.sessions.removeEnded(stopping);
    return { sessions, sign_in_links: await this.links.deleteOlderThan(REMEMBERED, stopping) };
  }

  /** Only a holder of the code learns this. */
  private async use(sql: Sql, { id, session_id: maker }: LinkRow): Promise<void> {
    // It may have ended since then.
    if (maker !== null && !(await this.links.makerOf(sql, maker))) throw linkProblem('expired');
    if (await this.links.use(sql, id)) return;
    const usedAt: UtcTimestamp | null = await this.links.usedAt(sql, id);
    throw usedAt === null ? linkProblem('expired') : linkProblem('used');
  }
}

const WHY = {
  unknown: 'There is no such sign-in link.',
  used: 'This sign-in link has been used: it works once.',
  expired: 'This sign-in link is too old.',
};

/** Why a link does not sign anybody in, also for programs. */
export const linkProblem = (reason: keyof typeof WHY) =>
  new Problem('unauthorized', WHY[reason], [], { 'WWW-Authenticate': 'Bearer realm="api"' }, { reason });
