import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import { Agent } from 'undici';
import type * as Databases from '../../src/database/database';
import type * as Deliveries from '../../src/notification/delivery/delivery.service';
import type * as Importer from '../../src/source/catalogue/catalogue-importer';
import type * as Checker from '../../src/update-check/update-checker.service';
import { startApplication } from './application';
import { built } from './built';

const { Database } = built<typeof Databases>('database/database');
const { DeliveryService } = built<typeof Deliveries>('notification/delivery/delivery.service');
const { CatalogueImporter } = built<typeof Importer>('source/catalogue/catalogue-importer');
const { UpdateCheckerService } = built<typeof Checker>('update-check/update-checker.service');

/**
 * A replica of the built program that does what it is told to by POST, and answers with what came of it: `/import` a record (the
 * body), `/check`, `/deliver`, `/bare` (the body says what) the same requests as a delivery makes, and nothing else.
 */

/** What came of it, and how long it took. */
export interface Done {
  seconds: number;
  /** Milliseconds of the longest transaction: nothing is locked longer. */
  longest: number;
  summary: unknown;
}

export interface Bare {
  url: string;
  count: number;
  /** Under way at once. */
  atOnce: number;
  /** Characters. */
  body: number;
}

type Work = (app: INestApplicationContext, body: string) => Promise<unknown>;

const WORK: Record<string, Work> = {
  '/import': (app, body) => app.get(CatalogueImporter).import(Readable.from([Buffer.from(`${body}\n`)])),
  '/check': (app) => app.get(UpdateCheckerService).check(),
  '/deliver': (app) => app.get(DeliveryService).deliverDue(),
  '/bare': (_app, body) => bareLoop(JSON.parse(body) as Bare),
};

async function bareLoop({ url, count, atOnce, body }: Bare): Promise<void> {
  const { origin, pathname } = new URL(url);
  const agent = new Agent({ connections: atOnce, pipelining: 1 });
  const text = 'x'.repeat(body);
  let next = 0;
  const loop = async () => {
    while (next < count) {
      const headers = { 'content-type': 'application/json', 'webhook-id': String(next++) };
      const answer = await agent.request({ origin, path: pathname, method: 'POST', headers, body: text });
      if (answer.statusCode !== 204) throw new Error(`the receiver answered ${answer.statusCode}`);
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  await agent.close();
}

/**
 * From `BEGIN` to the end of `COMMIT`, each try by itself: while it waits for a connection, or rests after a deadlock, it has no locks.
 * @returns what tells how long the longest transaction took since it was asked last, in milliseconds
 */
function watchTransactions(app: INestApplicationContext): () => number {
  const database = app.get<Record<'once', (...given: unknown[]) => Promise<unknown>>>(Database);
  const once = database.once.bind(database);
  let longest = 0;
  database.once = async (...given) => {
    const start = performance.now();
    try {
      return await once(...given);
    } finally {
      longest = Math.max(longest, performance.now() - start);
    }
  };
  return () => {
    const found = longest;
    longest = 0;
    return found;
  };
}

async function main(): Promise<void> {
  const app = await startApplication(process.env.DATABASE_URL!);
  const longest = watchTransactions(app);
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      longest();
      const start = performance.now();
      WORK[request.url!]!(app, body).then(
        (summary) => {
          const done: Done = { seconds: (performance.now() - start) / 1_000, longest: longest(), summary };
          response.end(JSON.stringify(done));
        },
        (error: unknown) => {
          console.error(error);
          response.writeHead(500).end();
        },
      );
    });
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`Ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
  process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
}

void main();
