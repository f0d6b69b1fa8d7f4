import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { Problem } from '../../../api/problem/problem';
import { Config } from '../../../config/config';
import { RateLimits } from '../../rate-limit/rate-limits';
import { UserService } from '../../user/user.service';
import { WebApp } from '../../../api/web-app/web-app';
import { SessionService } from '../session/session.service';
import { personOf, scopesOf } from './claims';
import { type Flow, FlowCookie } from './flow-cookie';
import { OidcClient } from './oidc-client';
import { refusalOf, Refused } from './refusal';

export const OIDC_PATH = 'sign-in/oidc';

/** Seconds; after that the issuer's claims about a person may have changed. */
const SESSION_LASTS = 12 * 3_600;
const HOME = '/updates';
/** A longer address is not kept: cookies have at most 4 KB. */
const LONGEST_TARGET = 1_000;

/**
 * Signs people in at the OpenID Connect issuer (OpenID Connect Core 1.0, section 3.1): authorization code with PKCE, state and nonce. Who they
 * are and what they may do is in the ID token, read as that of an access token is.
 */
@Injectable()
export class OidcSignIn {
  private readonly logger = new Logger(OidcSignIn.name);

  constructor(
    private readonly config: Config,
    private readonly client: OidcClient,
    private readonly flows: FlowCookie,
    private readonly users: UserService,
    private readonly sessions: SessionService,
    private readonly limits: RateLimits,
    private readonly web: WebApp,
  ) {}

  /** Label of the button; null = this way to sign in is off. */
  get title(): string | null {
    return this.web.files && (this.config.oidc?.signIn?.title ?? null);
  }

  /** @returns where to send the browser: to the issuer, or to the page that says why not */
  begin(request: Request, response: Response, to: string): Promise<string> {
    const target = this.targetOf(to);
    return this.orWhyNot(target, () => this.beginFlow(request, response, target));
  }

  /** Finishes a sign-in when the browser returns. @returns where to send it: to its page, or to the page that says why not */
  async finish(request: Request, response: Response): Promise<string> {
    this.assertThere();
    const flow = await this.flows.take(request, response);
    return this.orWhyNot(flow?.to ?? HOME, async () => {
      if (!flow) throw new Refused('oidc-expired');
      await this.startSession(await this.claimsOf(flow, request), request, response);
      return flow.to;
    });
  }

  private async beginFlow(request: Request, response: Response, to: string): Promise<string> {
    const client = await this.client.configuration();
    const flow: Flow = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), to };
    await this.flows.set(request, response, flow);
    return buildAuthorizationUrl(client, {
      redirect_uri: callbackOf(request),
      scope: this.config.oidc!.signIn!.scope,
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
    }).href;
  }

  /** Of the ID token, whose signature, issuer, audience, nonce and times are right. */
  private async claimsOf({ state, nonce, verifier }: Flow, request: Request): Promise<IDToken> {
    const answer = new URL(callbackOf(request));
    answer.search = new URL(request.originalUrl, answer).search;
    // A second sign-in of the same browser has replaced this one.
    if (answer.searchParams.get('state') !== state) throw new Refused('oidc-expired');
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    return (await authorizationCodeGrant(await this.client.configuration(), answer, checks)).claims()!;
  }

  private async startSession(claims: IDToken, request: Request, response: Response): Promise<void> {
    const oidc = this.config.oidc!;
    const person = personOf(claims, oidc);
    if (!person) throw new Refused('oidc-no-user', `no claim ${oidc.userClaim}`);
    const scopes = scopesOf(claims, oidc);
    if (scopes.size === 0) throw new Refused('oidc-no-scope');
    const { id: userId, disabled_at } = await this.users.findOrCreatePerson(person);
    if (disabled_at !== null) throw new Refused('oidc-disabled');
    this.limits.useUser(userId, response);
    const credential = person.subject;
    const signIn = { userId, means: 'oidc', credential, accessTokenId: null, scopes, lasts: SESSION_LASTS } as const;
    await this.sessions.start(signIn, request, response).catch((error: unknown) => {
      // The user has just been disabled or deleted.
      throw error instanceof Problem && error.type === 'unauthorized' ? new Refused('oidc-disabled') : error;
    });
  }

  private async orWhyNot(target: string, work: () => Promise<string>): Promise<string> {
    this.assertThere();
    try {
      return await work();
    } catch (error) {
      const { problem, reason } = refusalOf(error);
      this.logger.log({ msg: 'sign-in with OpenID Connect failed', problem, reason });
      return `/sign-in?${new URLSearchParams({ problem, to: target }).toString()}`;
    }
  }

  private assertThere(): void {
    if (this.title === null) throw new Problem('not-found', 'Nobody can sign in with OpenID Connect here.');
  }

  private targetOf(to: string): string {
    return (to.length <= LONGEST_TARGET ? this.web.pageAt(to) : null) ?? HOME;
  }
}

const callbackOf = ({ links }: Request) => `${links.origin}/${OIDC_PATH}/callback`;
