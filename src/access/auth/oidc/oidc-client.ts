import { Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  customFetch,
  type CustomFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client';
import { parseUrl } from 'small-parts';
import { type OutgoingError, OutgoingHttp, type OutgoingRequest } from '../../../common/outgoing-http/outgoing-http';
import { Config } from '../../../config/config';
import { isSafeIssuerUrl } from '../../../config/oidc';
import { IssuerAwayError } from './issuer-keys';
import { reasonOf } from './refusal';

/** For how long the issuer's metadata are used, and a failure to read them. */
const FRESH_MS = 600_000;
const REST_MS = 5_000;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 262_144;
/** Seconds by which the issuer's clock may differ. */
const LEEWAY = 10;

/** This service as a client of the OpenID Connect issuer. */
@Injectable()
export class OidcClient {
  private known: Promise<Configuration> | null = null;
  /** Milliseconds of the monotonic clock. */
  private knownUntil = -Infinity;

  constructor(
    private readonly http: OutgoingHttp,
    private readonly config: Config,
  ) {}

  /**
   * The addresses of the issuer, by OpenID Connect Discovery 1.0. Concurrent sign-ins share one request.
   * @throws IssuerAwayError
   */
  configuration(): Promise<Configuration> {
    if (this.known && performance.now() < this.knownUntil) return this.known;
    this.knownUntil = performance.now() + FRESH_MS;
    this.known = this.discover().catch((error: unknown) => {
      this.knownUntil = performance.now() + REST_MS;
      throw error instanceof IssuerAwayError ? error : new IssuerAwayError(reasonOf(error));
    });
    return this.known;
  }

  private async discover(): Promise<Configuration> {
    const { issuer, signIn } = this.config.oidc!;
    const found = await discovery(
      new URL(issuer),
      signIn!.clientId,
      { [clockTolerance]: LEEWAY },
      authOf(signIn!.clientSecret),
      {
        [customFetch]: this.fetch,
        // `assertSafe` decides instead of the library.
        execute: [allowInsecureRequests, enableNonRepudiationChecks],
      },
    );
    const { issuer: named, authorization_endpoint: endpoint } = found.serverMetadata();
    if (named !== issuer) throw new IssuerAwayError('the issuer calls itself something else than OIDC_ISSUER');
    this.assertSafe(endpoint ?? '');
    return found;
  }

  /** Some of its addresses may be on another host than the issuer, which is then subject to OUTBOUND_ALLOW like any other. */
  private readonly fetch: CustomFetch = async (url, { method, headers, body, signal }) => {
    const target = this.assertSafe(url);
    const request: OutgoingRequest = {
      method: method as OutgoingRequest['method'],
      url,
      headers,
      ...(body == null ? {} : { body: String(body as string | URLSearchParams) }),
      ...(signal ? { signal } : {}),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      trusted: target.origin === new URL(this.config.oidc!.issuer).origin,
    };
    const answer = await this.http.request(request).catch((error: OutgoingError) => {
      throw new IssuerAwayError(`${target.host}: ${error.detail}`);
    });
    if (answer.status >= 500 || answer.cut)
      throw new IssuerAwayError(`${target.host} answered ${answer.status}${answer.cut ? ', cut off' : ''}`);
    const type = answer.headers['content-type'];
    return new Response(answer.status === 204 ? null : answer.body, {
      status: answer.status,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
    });
  };

  private assertSafe(text: string): URL {
    const url = parseUrl(text);
    if (url && isSafeIssuerUrl(url, this.config.oidc!.allowHttp)) return url;
    throw new IssuerAwayError('the issuer has an address that is neither https nor on loopback');
  }
}

/** `client_secret_basic` is what issuers expect that do not say (Discovery 1.0, section 3). */
function authOf(secret: string | null): ClientAuth {
  if (secret === null) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const isBasic = methods === undefined || methods.includes('client_secret_basic');
    return (isBasic ? basic : post)(server, ...rest);
  };
}
