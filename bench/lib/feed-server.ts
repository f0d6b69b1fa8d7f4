import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A host of any number of feeds, `/<name>.json`, each with the versions 1.0.0 to 1.20.0 and one more for each `POST /release`. One
 * ETag for all: a request that has it gets 304.
 */
let released = 0;

const feed = () =>
  JSON.stringify(
    Array.from({ length: 21 + released }, (_, minor) => ({
      version: `1.${minor}.0`,
      date: `2025-01-${10 + (minor % 20)}`,
    })),
  );
let body = feed();

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    released++;
    body = feed();
    return void response.end();
  }
  const etag = `"${released}"`;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  response.writeHead(200, { etag, 'content-type': 'application/json' }).end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
