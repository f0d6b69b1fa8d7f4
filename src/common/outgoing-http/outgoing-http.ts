import { isIP } from 'node:net';
import { Inject, Injectable, Logger, type OnModuleDestroy, Optional } from '@nestjs/common';
import type { Agent } from 'undici';
import { Config } from '../../config/config';
import { parseUrl } from '../../config/url';
import { AddressGuard, hostOf, type Reach } from './address-guard';
import { excerptOf } from './excerpt';
import { Exchange, type Received } from './exchange';
import { cappedResolver, guardedConnector, type Resolve, StaleSockets, systemResolve } from './guarded-connector';
import type { OutgoingAnswer, OutgoingRequest, Requester, UrlChecker } from './http-port';
import { Limit } from './limit';
import { OutgoingError, toOutgoingError } from './outgoing-error';

export type { OutgoingAnswer, OutgoingRequest } from './http-port';
export { OutgoingError, type OutgoingErrorKind } from './outgoing-error';

type Open = Exclude<Reach, 'closed'>;
type Policy = Open | 'trusted';

/** The checked target of a request. */
interface Target {
  url: URL;
  origin: string;
  path: string;
  /** The policy of the target; null = it depends on what its name resolves to, each time. */
  reach: Open | null;
}

/** Injection tokens by which tests bring their own resolver and shorter limits. */
export const OUTGOING_RESOLVE = Symbol('OUTGOING_RESOLVE');
export const OUTGOING_LIMITS = Symbol('OUTGOING_LIMITS');

/** All in milliseconds. */
export interface OutgoingLimits {
  totalMs: number;
  lookupMs: number;
  connectMs: number;
}

const LIMITS: OutgoingLimits = { totalMs: 20_000, lookupMs: 5_000, connectMs: 8_000 };
const MAX_BODY = 16_384;
const SOCKETS_PER_ORIGIN = 8;
const TARGETS_AT_MOST = 10_000;
const FIXED_HEADERS: Record<string, string> = {
  'accept-encoding': 'identity',
  'user-agent': 'software-update-tracker',
};
const FIXED_LIST = Object.entries(FIXED_HEADERS).flat();

/**
 * Requests to addresses that users gave. Every limit against a hostile receiver is here, so a channel needs none: which
 * addresses may be dialled, how long and how much, no redirects, no decompression, no cookies, no proxy of the environment.
 */
@Injectable()
export class OutgoingHttp implements OnModuleDestroy, Requester<OutgoingRequest>, UrlChecker {
  private readonly logger = new Logger(OutgoingHttp.name);
  private readonly guard: AddressGuard;
  private readonly resolve: Resolve;
  private readonly limits: OutgoingLimits;
  private readonly stale = new StaleSockets();
  /**
   * One agent a policy: a kept-alive connection is not checked again, so one that was opened to a private address must
   * never serve a request that may only go to public ones. The agent also tells which answers may be shown.
   * Made with the first request, since undici takes long to load.
   */
  private agents: Promise<Record<Policy, Agent>> | null = null;
  /** Origins that the operator configured. */
  private readonly ours: string[];
  /** Cached by text: parsing a URL takes longer than all other work for a request, and the same ones come again and again. */
  private readonly targets = new Map<string, Target>();

  constructor(
    private readonly config: Config,
    @Optional() @Inject(OUTGOING_RESOLVE) resolve?: Resolve,
    @Optional() @Inject(OUTGOING_LIMITS) limits?: Partial<OutgoingLimits>,
  ) {
    this.limits = { ...LIMITS, ...limits };
    this.guard = new AddressGuard(config.outboundAllow);
    this.resolve = cappedResolver(resolve ?? systemResolve, this.limits.lookupMs);
    const operatorHook = config.operatorChannel?.kind === 'webhook' ? config.operatorChannel.url : null;
    const knowledge = [config.lifecycleUrl, ...config.osvUrls, config.nvdOverridesUrl, config.kevUrl, config.epssUrl];
    const own = [config.appriseUrl, operatorHook, config.oidc?.issuer, ...knowledge];
    this.ours = own.flatMap((url) => (url ? [new URL(url).origin] : []));
  }

  /** Checks a URL before it is saved; `request` checks again. @returns the URL, or the mistake in words that follow the name of a field */
  checkUrl(text: string): URL | string {
    const url = this.guard.checkUrl(text);
    const own = this.config.publicUrl ? new URL(this.config.publicUrl).host : null;
    return url instanceof URL && url.host === own ? 'must not be this service itself' : url;
  }

  /** Whether the name of a host has an address. Nothing is sent there. */
  async resolves(hostname: string): Promise<boolean> {
    return this.resolve(hostname).then(
      (addresses) => addresses.length > 0,
      () => false,
    );
  }

  /**
   * One exchange. Once the status is there it counts, even when the rest is cut, late or too long.
   * @throws OutgoingError when there is no status
   */
  async request(request: OutgoingRequest): Promise<OutgoingAnswer> {
    const target = request.trusted ? this.trustedTarget(request.url) : this.targetOf(request.url);
    if (!target) throw new OutgoingError('blocked');
    const limit = new Limit(request.timeoutMs ?? this.limits.totalMs, request.signal);
    try {
      return await this.exchange(target, request, limit);
    } catch (error) {
      // The reason, hidden from users, for the operator.
      if (error instanceof OutgoingError && error.hidden)
        this.logger.debug({
          msg: 'address not reached',
          host: target.url.host,
          kind: error.kind,
          detail: error.detail,
        });
      throw error;
    } finally {
      limit.close();
    }
  }

  private async exchange(target: Target, request: OutgoingRequest, limit: Limit): Promise<OutgoingAnswer> {
    const reach = request.trusted ? 'trusted' : (target.reach ?? (await this.reachOf(target.url)));
    try {
      const { status, headers, bytes, cut, slow } = await this.sendTwiceIfStale(
        (await (this.agents ??= this.makeAgents()))[reach],
        target,
        request,
        limit,
      );
      if (request.raw) return { status, headers, body: '', bytes, cut, slow, excerpt: '' };
      const body = bytes.toString('utf8');
      const excerpt = reach === 'public' ? excerptOf(body.slice(0, MAX_BODY), target.url, request.headers ?? {}) : '';
      return { status, headers, body, cut, excerpt };
    } catch (error) {
      throw toOutgoingError(error, reach);
    }
  }

  private targetOf(text: string): Target | null {
    const known = this.targets.get(text);
    if (known) return known;
    const url = this.checkUrl(text);
    if (!(url instanceof URL)) return null;
    const target = { ...partsOf(url), reach: this.reachOfText(url) };
    if (this.targets.size >= TARGETS_AT_MOST) this.targets.clear();
    this.targets.set(text, target);
    return target;
  }

  /** The URL when it is the operator's; a mistake of ours cannot send a user's address past the guard. */
  private trustedTarget(text: string): Target | null {
    const url = parseUrl(text);
    return url && this.isOurs(url) ? { ...partsOf(url), reach: null } : null;
  }

  private isOurs(url: URL): boolean {
    return this.ours.includes(url.origin);
  }

  async onModuleDestroy(): Promise<void> {
    this.stale.close();
    await Promise.all(Object.values((await this.agents) ?? {}).map((agent) => agent.destroy()));
  }

  /** The policy of a URL, if no name has to be looked up for that. */
  private reachOfText(url: URL): Open | null {
    if (!this.guard.opensAny) return 'public';
    const host = hostOf(url);
    const reach = isIP(host) ? this.guard.reachFor(host, url) : 'closed';
    return reach === 'closed' ? null : reach;
  }

  /** The policy by the current addresses of the name; the agent checks again when it dials. A name with public and private addresses counts as public. */
  private async reachOf(url: URL): Promise<Open> {
    const reaches = (await this.addressesOf(hostOf(url))).map((address) => this.guard.reachFor(address, url));
    if (reaches.includes('public')) return 'public';
    if (reaches.includes('opened')) return 'opened';
    throw new OutgoingError('blocked');
  }

  private async addressesOf(host: string): Promise<string[]> {
    if (isIP(host)) return [host];
    try {
      return (await this.resolve(host)).map(({ address }) => address);
    } catch (error) {
      throw toOutgoingError(error, 'public');
    }
  }

  private async sendTwiceIfStale(
    agent: Agent,
    target: Target,
    request: OutgoingRequest,
    limit: Limit,
  ): Promise<Received> {
    try {
      return await send(agent, target, request, limit);
    } catch (error) {
      if (!this.stale.isStale(error)) throw error;
      return send(agent, target, request, limit);
    }
  }

  private async makeAgents(): Promise<Record<Policy, Agent>> {
    const { Agent, buildConnector } = await import('undici');
    const { resolve, limits } = this;
    const onSocket = this.stale.watch.bind(this.stale);
    const agentFor = (reach: Open, guard: Pick<AddressGuard, 'reachFor'> = this.guard) =>
      new Agent({
        connect: guardedConnector({ guard, reach, resolve, timeoutMs: limits.connectMs, onSocket, buildConnector }),
        connections: SOCKETS_PER_ORIGIN,
        pipelining: 1,
        headersTimeout: limits.totalMs,
        bodyTimeout: limits.totalMs,
        maxHeaderSize: MAX_BODY,
        keepAliveMaxTimeout: 10_000,
      });
    // Its sockets are for these origins only, whatever addresses they have.
    const ours = { reachFor: (_address: string, url: URL): Reach => (this.isOurs(url) ? 'opened' : 'closed') };
    return { public: agentFor('public'), opened: agentFor('opened'), trusted: agentFor('opened', ours) };
  }
}

const partsOf = (url: URL): Omit<Target, 'reach'> => ({ url, origin: url.origin, path: url.pathname + url.search });

function send(agent: Agent, target: Target, request: OutgoingRequest, limit: Limit): Promise<Received> {
  const exchange = new Exchange({
    max: request.maxBytes ?? MAX_BODY,
    onBytes: request.onBytes,
    sinkFor: request.sinkFor,
    slowest: request.slowest,
  });
  limit.holdFor(exchange);
  return exchange.run(agent, {
    origin: target.origin,
    path: target.path,
    method: request.method,
    headers: headersOf(request.headers),
    body: request.body ?? null,
  });
}

/** Alternating names and values: merging objects takes longer than sending them. */
function headersOf(own: Record<string, string> = {}): string[] {
  const all = FIXED_LIST.slice();
  for (const name of Object.keys(own)) if (!(name.toLowerCase() in FIXED_HEADERS)) all.push(name, own[name]!);
  return all;
}
