import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { TlsOptions } from 'node:tls';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface OutgoingProxy {
  port: number;
  /** What went through: method, and the target or the whole URL as the proxy got it, with its credentials in clear. */
  passed: { method: string; target: string; host?: string; credentials: string | null }[];
  /** Where everything is led, as names that only the proxy can resolve. */
  leadsTo: number;
  /** null = it lets through; a number = what it answers instead; `silent` = it answers nothing. */
  refuses: number | 'silent' | null;
  close(): Promise<void>;
}

/** A small outgoing proxy on loopback, with tunnels (CONNECT) and whole URLs (RFC 9110, 3.7; RFC 9112, 3.2.2). */
export async function outgoingProxy(tls?: TlsOptions): Promise<OutgoingProxy> {
  const server: Server = tls ? createTlsServer(tls) : createServer();
  const sockets = new Set<Socket>();
  const proxy: OutgoingProxy = { port: 0, passed: [], leadsTo: 0, refuses: null, close: () => closed(server, sockets) };
  const note = ({ method = '', url = '', headers }: IncomingMessage) =>
    proxy.passed.push({ method, target: url, host: headers.host, credentials: credentialsOf(headers) });
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  server.on('connect', (asked: IncomingMessage, socket: Socket) => {
    note(asked);
    if (proxy.refuses === 'silent') return;
    if (proxy.refuses !== null) return void socket.end(`HTTP/1.1 ${proxy.refuses} No\r\ncontent-length: 0\r\n\r\n`);
    const target = connect(proxy.leadsTo, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    sockets.add(target.on('error', () => socket.destroy()));
  });
  server.on('request', (asked, response) => {
    note(asked);
    if (proxy.refuses === 'silent') return;
    if (proxy.refuses !== null) return void response.writeHead(proxy.refuses).end('page of the proxy');
    const { pathname, search } = new URL(asked.url!);
    const { 'proxy-authorization': _ours, ...headers } = asked.headers;
    const options = { port: proxy.leadsTo, host: '127.0.0.1', method: asked.method, path: pathname + search, headers };
    asked.pipe(
      httpRequest(options, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.port = (server.address() as AddressInfo).port;
  return proxy;
}

function credentialsOf({ 'proxy-authorization': header }: IncomingMessage['headers']): string | null {
  return header ? Buffer.from(header.replace(/^Basic /, ''), 'base64').toString() : null;
}

async function closed(server: Server, sockets: Set<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
}
