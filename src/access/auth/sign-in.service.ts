import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Links } from '../../api/endpoint/links';
import { invalidToken, type Principal } from '../../api/identity/principal';
import { Problem } from '../../api/problem/problem';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { VERSION } from '../../common/version';
import { Config } from '../../config/config';
import { RateLimits } from '../rate-limit/rate-limits';
import { UserRepository } from '../user/user.repository';
import { OidcSignIn } from './oidc/oidc-sign-in';
import type {
  CurrentSessionResponse,
  SessionResponse,
  SignInLinkResponse,
  SignInMethodsResponse,
  StartSessionDto,
} from './session/dto/session.dto';
import { assertKeepsCookie } from './session/session-cookie';
import { endedSession, SessionService, type SignIn } from './session/session.service';
import { linkProblem, SignInLinks } from './session/sign-in-links';
import { AuthFailureLimiter } from './auth-failure-limiter';
import { TokenService } from './token.service';

/** Signs people in: exchanges a token or the code of a link for a session. */
@Injectable()
export class SignInService {
  constructor(
    private readonly sessions: SessionService,
    private readonly tokens: TokenService,
    private readonly links: SignInLinks,
    private readonly users: UserRepository,
    private readonly failureLimiter: AuthFailureLimiter,
    private readonly limits: RateLimits,
    private readonly oidc: OidcSignIn,
    private readonly config: Config,
  ) {}

  methods({ origin }: Links): SignInMethodsResponse {
    const title = this.oidc.title;
    if (title === null) return { methods: ['token', 'link'], oidc: null, origin };
    return { methods: ['token', 'link', 'oidc'], oidc: { title }, origin };
  }

  /** @throws Problem unauthorized, which counts as failed authentication of the address */
  async start({ token, code }: StartSessionDto, request: Request, response: Response): Promise<CurrentSessionResponse> {
    assertKeepsCookie(request);
    if ((token === undefined) === (code === undefined)) throw Problem.field('token', 'give either token or code');
    try {
      const signIn = token !== undefined ? await this.byToken(token, request) : await this.byCode(code!, request);
      this.limits.useUser(signIn.userId, response);
      return await this.withUser(signIn.userId, await this.sessions.start(signIn, request, response));
    } catch (error) {
      if (error instanceof Problem && error.type === 'unauthorized') this.limits.noteFailure(request.ip);
      throw error;
    }
  }

  async current(caller: Principal): Promise<CurrentSessionResponse> {
    return this.withUser(caller.userId, await this.sessions.current(caller));
  }

  /** @throws Problem unauthorized, sign-in-again */
  async linkFor(caller: Principal, links: Links): Promise<SignInLinkResponse> {
    const { code, endsAt } = await this.links.createOwn(caller);
    return { url: links.signIn(code), ends_at: toApiTimestamp(endsAt) };
  }

  private async byToken(token: string, request: Request): Promise<SignIn> {
    const principal = await this.failureLimiter.lookUp(request, token, this.tokens);
    if (!principal) throw invalidToken();
    const { userId, tokenId, scopes, expiresAt } = principal;
    return {
      userId,
      means: 'token',
      credential: tokenId,
      accessTokenId: tokenId,
      scopes,
      endsBy: expiresAt,
      claim: (sql) => this.tokens.assertValid(sql, userId, tokenId),
    };
  }

  private async byCode(code: string, request: Request): Promise<SignIn> {
    const signIn = await this.failureLimiter.lookUp(request, code, this.links);
    if (!signIn) throw linkProblem('unknown');
    return signIn;
  }

  private async withUser(userId: string, session: SessionResponse): Promise<CurrentSessionResponse> {
    const user = await this.users.find('id', userId);
    if (!user) throw endedSession();
    const { smtpUrl, sources } = this.config;
    return {
      ...session,
      user: { id: user.id, name: user.name },
      features: { mail: smtpUrl !== null, sources },
      version: VERSION,
    };
  }
}
