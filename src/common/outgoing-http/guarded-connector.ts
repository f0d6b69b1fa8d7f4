import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { AddressGuard, Reach } from './address-guard';
import { hostOf } from './address-guard';
import { BlockedError } from './outgoing-error';
import type { Resolve } from './resolver';

export interface ConnectorOptions {
  guard: Pick<AddressGuard, 'reachFor'>;
  /** The one kind of address that this connector dials. */
  reach: Exclude<Reach, 'closed'>;
  resolve: Resolve;
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
