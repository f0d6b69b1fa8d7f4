import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { within } from '../concurrency/within';
import { type AddressGuard, hostOf, type Reach } from './address-guard';
import { BlockedError, LookupError } from './outgoing-error';
import { proxyConnector } from './proxy-connector';

export interface ByProxy {
  /** null = directly. */
  proxyFor: (url: URL) => URL | null;
  /** What a URL that goes through a proxy may be used for. */
  reachOf: (url: URL) => Promise<Reach>;
}

interface ConnectorOptions {
  guard: Pick<AddressGuard, 'reachFor'>;
  /** The one kind of address that this connector dials. */
  reach: Exclude<Reach, 'closed'>;
  resolve: Resolve;
  /** Without it, everything is dialled directly. */
  byProxy?: ByProxy;
  /** Milliseconds for name, TCP and TLS together. */
  timeoutMs: number;
  /** Called with each opened socket that passed all checks. */
  onSocket: (socket: Socket) => void;
  /** Of undici, which is loaded with the first request. */
  buildConnector: typeof buildConnector;
}

/**
 * Dials only what the guard allows. The address that is checked is the one that is dialled, so a name that changes
 * between check and dial (DNS rebinding) gains nothing: a literal address never reaches the look-up and is checked
 * first, the look-up hands on good addresses only, and the peer is checked before a byte of the request is written.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  return (target, callback) => {
    const url = new URL(`${target.protocol}//${target.host ?? target.hostname}`);
    const proxy = options.byProxy?.proxyFor(url);
    if (proxy) return dialByProxy(options, url, proxyConnector(options, proxy, url), target, callback);
    const allowed = (address: string) => options.guard.reachFor(address, url) === options.reach;
    if (isIP(hostOf(url)) && !allowed(hostOf(url))) return callback(new BlockedError('literal'), null);
    const dial = connectorFor(options, allowed);
    dial(target, (error, socket) => {
      if (error) return callback(error, null);
      if (!allowed(socket.remoteAddress ?? '')) {
        socket.destroy();
        return callback(new BlockedError('peer'), null);
      }
      options.onSocket(socket);
      callback(null, socket);
    });
  };
}

/** The proxy resolves the name itself, so no address can be checked once the connection is there. */
function dialByProxy(
  { byProxy, reach, onSocket }: ConnectorOptions,
  url: URL,
  dial: buildConnector.connector,
  target: buildConnector.Options,
  callback: buildConnector.Callback,
): void {
  void byProxy!.reachOf(url).then((found) => {
    if (found !== reach) return callback(new BlockedError('proxied'), null);
    dial(target, (error, socket) => {
      if (error) return callback(error, null);
      onSocket(socket);
      callback(null, socket);
    });
  });
}

/** One base connector a dial, since its look-up knows the URL; the price is that TLS sessions are not resumed. */
function connectorFor(options: ConnectorOptions, allowed: (address: string) => boolean): buildConnector.connector {
  const lookup: LookupFunction = (hostname, lookupOptions, done) => {
    options.resolve(hostname).then(
      (found) => {
        const good = found.filter(({ address }) => allowed(address));
        if (good.length === 0) return done(new BlockedError('lookup'), []);
        answer(good, lookupOptions.all === true, done);
      },
      (error: Error) => done(error, []),
    );
  };
  return options.buildConnector({ lookup, timeout: options.timeoutMs, maxCachedSessions: 0, minVersion: 'TLSv1.2' });
}

function answer(found: LookupAddress[], all: boolean, done: Parameters<LookupFunction>[2]): void {
  if (all) return done(null, found);
  done(null, found[0]!.address, found[0]!.family);
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** The system's own resolver: it knows /etc/hosts and the search domains of the network. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * Adds a time limit, and one look-up at a time for each name: `getaddrinfo` holds a thread of the few that Node has, and
 * five hundred channels on one dead zone must not hold them all.
 */
export function cappedResolver(resolve: Resolve, capMs: number): Resolve {
  const running = new Map<string, Promise<LookupAddress[]>>();
  return async (hostname) => {
    const found = running.get(hostname) ?? resolve(hostname).finally(() => running.delete(hostname));
    running.set(hostname, found);
    return withCap(found, capMs);
  };
}

async function withCap(found: Promise<LookupAddress[]>, capMs: number): Promise<LookupAddress[]> {
  try {
    return await within(capMs, found, () => new LookupError('timeout'));
  } catch (error) {
    throw error instanceof LookupError ? error : new LookupError((error as NodeJS.ErrnoException).code ?? 'failed');
  }
}

const CHANNEL = 'undici:client:sendHeaders';

interface Use {
  requests: number;
  /** `bytesRead` of the socket when the present request went out. */
  readBefore: number;
}

/**
 * Tells a stale keep-alive connection from a failed request: the peer closed a connection that had served before, and
 * not one byte of an answer to this request came. Only then is it right to send the same request once more at once.
 * undici names the socket of a request on its documented diagnostics channel only.
 */
export class StaleSockets {
  private readonly uses = new WeakMap<Socket, Use>();
  private readonly failed = new WeakMap<object, boolean>();
  private readonly onSend = (message: unknown) => this.note((message as { socket: Socket }).socket);

  constructor() {
    subscribe(CHANNEL, this.onSend);
  }

  /** Watch a new socket. */
  watch(socket: Socket): void {
    const use: Use = { requests: 0, readBefore: 0 };
    this.uses.set(socket, use);
    // undici fails the request with the very error object of the socket.
    socket.on('error', (error) => this.failed.set(error, use.requests > 1 && socket.bytesRead === use.readBefore));
  }

  /** Whether this error of a request is the end of a stale connection. */
  isStale(error: unknown): boolean {
    return typeof error === 'object' && error !== null && this.failed.get(error) === true;
  }

  close(): void {
    unsubscribe(CHANNEL, this.onSend);
  }

  private note(socket: Socket): void {
    const use = this.uses.get(socket);
    if (!use) return;
    use.requests += 1;
    use.readBefore = socket.bytesRead;
  }
}
