import { hash, randomUUID } from 'node:crypto';
import { constants, gzipSync } from 'node:zlib';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPool } from '../lib/database';
import { TokenCache } from './token-cache';
import { read } from './reads';
import { write } from './writes';

/**
 * The limit that the service is measured against: the same answers to the same requests, byte by byte, from the same tables, by
 * `node:http` and prepared statements and nothing between them. It knows the requests of the measures and no others, and checks little.
 */

/** What the service sends with each answer of the API. */
const HEADERS: [string, string][] = [
  [
    'Content-Security-Policy',
    "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline'",
  ],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Origin-Agent-Cluster', '?1'],
  ['Referrer-Policy', 'no-referrer'],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-DNS-Prefetch-Control', 'off'],
  ['X-Download-Options', 'noopen'],
  ['X-Frame-Options', 'SAMEORIGIN'],
  ['X-Permitted-Cross-Domain-Policies', 'none'],
  ['X-XSS-Protection', '0'],
  ['Cache-Control', 'private, no-store'],
];
const STATIC = HEADERS.flat();
/** Characters; as the service's (`src/api/server/compression.ts`). */
const COMPRESSED_FROM = 2_000;

export interface Answer {
  body: string;
  /** Of the `Link` header; null = none. */
  link: string | null;
}

const pool = createPool(process.env.DATABASE_URL!);
const tokens = new TokenCache(pool);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const userId = await tokens.userOf(request.headers.authorization?.slice('Bearer '.length) ?? '');
  if (userId === null) return void response.writeHead(401).end();
  const origin = `http://${request.headers.host}`;
  if (request.method === 'GET') {
    const { body, link } = await read(pool, userId, request.url!, origin);
    const tag = ['ETag', `W/"${hash('sha1', body, 'base64')}"`];
    const more = link === null ? tag : [...tag, 'Link', link];
    if (body.length <= COMPRESSED_FROM) return send(response, 200, body, more);
    more.push('Vary', 'Accept-Encoding');
    if (!request.headers['accept-encoding']?.includes('gzip')) return send(response, 200, body, more);
    const compressed = gzipSync(body, { level: constants.Z_BEST_SPEED });
    return send(response, 200, compressed, [...more, 'Content-Encoding', 'gzip']);
  }
  const given = await bodyOf(request);
  const { status, body, location } = await write(pool, userId, request.method!, request.url!, given, origin);
  send(response, status, body, location === null ? [] : ['Location', location]);
}

function send(response: ServerResponse, status: number, body: string | Buffer, more: string[]): void {
  const headers = [...STATIC, 'X-Request-Id', randomUUID(), ...more];
  headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(body)));
  response.writeHead(status, headers).end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const text of request.setEncoding('utf8')) body += text as string;
  return body;
}

const http = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    if (!request.complete) return; // the load has ended
    console.error(error);
    response.writeHead(500).end();
  });
});
// As the service's (`src/main.ts`).
http.keepAliveTimeout = 75_000;
http.listen(Number(process.env.PORT), process.env.HOST, () => {
  console.log(`Ready at http://${process.env.HOST}:${(http.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
