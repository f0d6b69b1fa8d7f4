import { isIP } from 'node:net';
import { Inject, Injectable, Logger, type OnModuleDestroy, Optional } from '@nestjs/common';
import type { Agent } from 'undici';
import { parseUrl } from 'small-parts';
import { Config } from '../../config/config';
import { within } from '../concurrency/within';
import { AddressGuard, hostOf, isForEverybody, isPrivateName, type Reach } from './address-guard';
import { excerptOf } from './excerpt';
import { Exchange, type Received } from './exchange';
import {
  type ByProxy,
  cappedResolver,
  guardedConnector,
  type Resolve,
  StaleSockets,
  systemResolve,
} from './guarded-connector';
import type { OutgoingAnswer, OutgoingRequest, Requester, UrlChecker } from './http-port';
import { Limit } from './limit';
import { LookupError, OutgoingError, toOutgoingError } from './outgoing-error';
import { authorizationFor, Proxies } from './proxies';
import { isListening } from './proxy-connector';

export type { OutgoingAnswer, OutgoingRequest } from './http-port';
export { OutgoingError, type OutgoingErrorKind } from './outgoing-error';

type Open = Exclude<Reach, 'closed'>;
type Policy = Open | 'trusted';

/** The checked target of a request. */
interface Target {
  url: URL;
  origin: string;
  path: string;
  /** Set for a URL that a proxy gets whole (http:): its credentials. */
  proxyHeaders: Record<string, string> | null;
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
/** Milliseconds: names inside are found at once, and a network with a proxy may have no DNS that answers. */
const PROXIED_LOOKUP = 1_000;
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
 * addresses may be dialled, how long and how much, no redirects, no decompression, no cookies. The operator's proxies are used, within the same limits.
 */
@Injectable()
export class OutgoingHttp implements OnModuleDestroy, Requester<OutgoingRequest>, UrlChecker {
  private readonly logger = new Logger(OutgoingHttp.name);
  private readonly guard: AddressGuard;
  private readonly resolve: Resolve;
  private readonly limits: OutgoingLimits;
  private readonly proxies: Proxies;
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
    this.proxies = new Proxies(config);
    this.resolve = cappedResolver(resolve ?? systemResolve, this.limits.lookupMs);
    const operatorHook = config.operatorChannelUrl?.kind === 'webhook' ? config.operatorChannelUrl.url : null;
    const knowledge = [config.lifecycleUrl, ...config.osvUrl, config.nvdOverridesUrl, config.kevUrl, config.epssUrl];
    const own = [config.appriseUrl, operatorHook, config.oidc?.issuer, ...knowledge];
    this.ours = own.flatMap((url) => (url ? [new URL(url).origin] : []));
  }

  /** Checks a URL before it is saved; `request` checks again. @returns the URL, or the mistake in words that follow the name of a field */
  checkUrl(text: string): URL | string {
    const url = this.guard.checkUrl(text);
    const own = this.config.publicUrl ? new URL(this.config.publicUrl).host : null;
    if (!(url instanceof URL)) return url;
    if (url.host === own) return 'must not be this service itself';
    const isInside = !this.guard.opensAny && this.proxies.for(url) !== null && isNameInside(url);
    return isInside ? 'must be an address that this service may call' : url;
  }

  /** Whether the name of a host has an address, or the proxy that leads there takes connections. Nothing is sent there. */
  async resolves(hostname: string): Promise<boolean> {
    const proxy = this.proxies.for(new URL(`https://${hostname}`));
    if (proxy) return isListening(proxy, this.limits.connectMs);
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
      if (status === 407 && target.proxyHeaders) throw new OutgoingError('proxy', '407');
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
    const target = { ...this.partsOf(url), reach: this.reachOfText(url) };
    if (this.targets.size >= TARGETS_AT_MOST) this.targets.clear();
    this.targets.set(text, target);
    return target;
  }

  /** The URL when it is the operator's; a mistake of ours cannot send a user's address past the guard. */
  private trustedTarget(text: string): Target | null {
    const url = parseUrl(text);
    return url && this.isOurs(url) ? { ...this.partsOf(url), reach: null } : null;
  }

  private partsOf(url: URL): Omit<Target, 'reach'> {
    const proxy = url.protocol === 'http:' ? this.proxies.for(url) : null;
    const path = proxy ? url.href : url.pathname + url.search;
    return { url, origin: url.origin, path, proxyHeaders: proxy && authorizationFor(proxy) };
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
    const reaches = this.proxies.for(url) ? [await this.reachByProxy(url)] : await this.reachesOf(url);
    if (reaches.includes('public')) return 'public';
    if (reaches.includes('opened')) return 'opened';
    throw new OutgoingError('blocked');
  }

  /** Of each address of its name. @throws OutgoingError when it has none */
  private async reachesOf(url: URL): Promise<Reach[]> {
    const host = hostOf(url);
    const found = isIP(host)
      ? [{ address: host }]
      : await this.resolve(host).catch((error: unknown) => Promise.reject(toOutgoingError(error, 'public')));
    return found.map(({ address }) => this.guard.reachFor(address, url));
  }

  /**
   * The proxy resolves the name once more and connects to any of its addresses, so none that is known here may be closed. Many networks
   * with a proxy resolve no public names: then the name decides.
   */
  private async reachByProxy(url: URL): Promise<Reach> {
    const late = () => new LookupError('timeout');
    const reaches = await within(PROXIED_LOOKUP, this.reachesOf(url), late).catch((): Reach[] => []);
    if (reaches.includes('closed')) return 'closed';
    if (reaches.includes('opened')) return 'opened';
    return isForEverybody(url) && !isNameInside(url) ? 'public' : 'closed';
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
    const proxyFor = (url: URL) => this.proxies.for(url);
    const dialling = { resolve, timeoutMs: limits.connectMs, onSocket, buildConnector };
    const agentFor = (reach: Open, guard: Pick<AddressGuard, 'reachFor'>, reachOf: ByProxy['reachOf']) =>
      new Agent({
        connect: guardedConnector({ ...dialling, guard, reach, byProxy: { proxyFor, reachOf } }),
        connections: SOCKETS_PER_ORIGIN,
        pipelining: 1,
        headersTimeout: limits.totalMs,
        bodyTimeout: limits.totalMs,
        maxHeaderSize: MAX_BODY,
        keepAliveMaxTimeout: 10_000,
      });
    const guarded = [this.guard, (url: URL) => this.reachByProxy(url)] as const;
    // Its sockets are for these origins only, whatever addresses they have.
    const reachOfOurs = (url: URL): Reach => (this.isOurs(url) ? 'opened' : 'closed');
    const ours = [
      { reachFor: (_address: string, url: URL) => reachOfOurs(url) },
      async (url: URL) => reachOfOurs(url),
    ] as const;
    return {
      public: agentFor('public', ...guarded),
      opened: agentFor('opened', ...guarded),
      trusted: agentFor('opened', ...ours),
    };
  }
}

const isNameInside = (url: URL): boolean => !isIP(hostOf(url)) && isPrivateName(hostOf(url));

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
    headers: headersOf({ ...request.headers, ...target.proxyHeaders }),
    body: request.body ?? null,
  });
}

/** Alternating names and values: merging objects takes longer than sending them. */
function headersOf(own: Record<string, string> = {}): string[] {
  const all = FIXED_LIST.slice();
  for (const name of Object.keys(own)) if (!(name.toLowerCase() in FIXED_HEADERS)) all.push(name, own[name]!);
  return all;
}
