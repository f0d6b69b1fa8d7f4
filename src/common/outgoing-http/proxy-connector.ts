import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { hostOf, portOf } from './address-guard';
import { ProxyError, TunnelError } from './outgoing-error';
import { authorizationFor } from './proxies';

interface Dialling {
  /** Milliseconds for each of: the proxy, its answer, TLS with the target. */
  timeoutMs: number;
  /** Of undici, which is loaded with the first request. */
  buildConnector: typeof buildConnector;
}

/** Connects by a proxy: to the proxy itself for http:, which gets whole URLs then, and through a tunnel (CONNECT) for https:. */
export function proxyConnector(
  { timeoutMs, buildConnector }: Dialling,
  proxy: URL,
  url: URL,
): buildConnector.connector {
  const dial = buildConnector({ timeout: timeoutMs, maxCachedSessions: 0, minVersion: 'TLSv1.2' });
  const { protocol, host, port } = proxy;
  return (target, callback) =>
    dial({ protocol, host, port, hostname: hostOf(proxy) }, (error, socket) => {
      if (error) return callback(new ProxyError((error as NodeJS.ErrnoException).code ?? 'failed'), null);
      if (url.protocol === 'http:') return callback(null, socket);
      openTunnel(socket, `${url.hostname}:${portOf(url)}`, proxy, timeoutMs).then(
        (tunnel) => dial({ ...target, httpSocket: tunnel }, callback),
        (reason: Error) => callback(reason, null),
      );
    });
}

/** @throws ProxyError, TunnelError */
function openTunnel(socket: Socket, authority: string, proxy: URL, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const headers = { host: authority, ...authorizationFor(proxy) };
    const asking = request({ method: 'CONNECT', path: authority, headers, createConnection: () => socket });
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(() => fail(new TunnelError('timeout')), timeoutMs);
    asking.on('error', () => fail(new TunnelError('closed')));
    asking.on('connect', ({ statusCode }, _socket, head: Buffer) => {
      // Nobody speaks before we do: TLS.
      if (statusCode !== 200 || head.length > 0) return fail(refusalOf(statusCode!));
      clearTimeout(timer);
      resolve(socket);
    });
    asking.end();
  });
}

const refusalOf = (status: number) => (status === 407 ? new ProxyError('407') : new TunnelError(String(status)));

/** Whether something takes connections there. */
export function isListening(proxy: URL, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostOf(proxy), port: portOf(proxy), timeout: timeoutMs });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => end(true));
    socket.on('timeout', () => end(false));
    socket.on('error', () => end(false));
  });
}
