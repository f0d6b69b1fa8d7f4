import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes webhooks: 204 to each POST, after `LATENCY` milliseconds. `GET` tells what came since the last one: requests, and different ids. */
const latency = Number(process.env.LATENCY);
let ids = new Set<string>();
let requests = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ requests, different: ids.size }));
    ids = new Set();
    requests = 0;
    return;
  }
  requests++;
  ids.add(String(request.headers['webhook-id']));
  const answer = () => void response.writeHead(204).end();
  request.resume().on('end', latency > 0 ? () => void setTimeout(answer, latency) : answer);
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1', () => {
  process.stdout.write(`Ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
