import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SessionStrategy } from '../access/auth/caller.strategy';
import { credentialCookie } from '../access/auth/session/session-cookie';
import { SignInService } from '../access/auth/sign-in.service';
import { RateLimits } from '../access/rate-limit/rate-limits';
import type { Principal } from '../api/identity/principal';
import type { Page } from '../api/list/list-page';
import { readListRequest } from '../api/list/list-request';
import { grants } from '../config/scopes';
import type { FavoriteResponse } from '../favorite/dto/favorite.response';
import { FavoriteReader } from '../favorite/favorite-reader';
import { favoriteList } from '../favorite/store/favorite.list';
import type { PageData, Visitor } from '../api/web-app/page-data';
import { SummaryService } from '../notification/summary/summary.service';

/**
 * What the web application asks the API for first, for the page itself: who is signed in, the numbers of the menu, and the list of the address.
 * The same services answer, after the same checks of session, limit and scope.
 */
@Injectable()
export class FirstDataService implements PageData {
  constructor(
    private readonly sessions: SessionStrategy,
    private readonly limits: RateLimits,
    private readonly signIn: SignInService,
    private readonly summaries: SummaryService,
    private readonly favorites: FavoriteReader,
  ) {}

  async visitor(request: Request, response: Response): Promise<Visitor | null> {
    const cookie = credentialCookie(request);
    if (cookie === null) return null;
    const caller = await this.sessions.validate(request, cookie);
    if (!grants(caller.scopes, 'read')) return null;
    this.limits.useUser(caller.userId, response);
    return { read: (list) => this.read(caller, request, list) };
  }

  private async read(caller: Principal, { links }: Request, query: string | null) {
    const asked = query === null ? null : readListRequest(favoriteList, `?${query}`);
    const [session, summary, list] = await Promise.all([
      this.signIn.current(caller),
      this.summaries.read(caller),
      asked && this.favorites.list(caller, asked, links).then(envelope),
    ]);
    return { session, summary, list: list && { query, ...list } };
  }
}

const envelope = ({ data, meta }: Page<FavoriteResponse>) => ({ data, meta });
