import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Agent } from 'undici';
import type * as App from '../../src/app.module';
import type * as Settings from '../../src/config/config';
import type * as Databases from '../../src/database/database';
import type * as Importer from '../../src/source/catalogue/catalogue-importer';
import type * as Poller from '../../src/source/polling/source-poller';
import type * as Checker from '../../src/update-check/update-checker.service';
import { bareLine, type Barely, CONNECTIONS, postponeBarely, storeBarely } from '../lib/bare-writes';
import { built } from '../lib/built';
import { median } from '../lib/compare';
import { type Address, createDatabase, settled } from '../lib/database';
import { environment, migrate, type Program, startFeedServer } from '../lib/programs';
import { times } from '../settings';
import type { Measure, Result } from './measure';

const { AppModule } = built<typeof App>('app.module');
const { loadConfig } = built<typeof Settings>('config/config');
const { Database } = built<typeof Databases>('database/database');
const { CatalogueImporter } = built<typeof Importer>('source/catalogue/catalogue-importer');
const { SourcePoller } = built<typeof Poller>('source/polling/source-poller');
const { UpdateCheckerService } = built<typeof Checker>('update-check/update-checker.service');

const UNCHANGED_AT_LEAST = 0.4;
const NEW_AT_LEAST = 0.15;
/** As many as one host may be asked at once. */
const AT_ONCE = 8;
/** One in so many products is somebody's favorite. Of the others there is nothing to mark and to evaluate. */
const TRACKED = 10;
const POLLS_FOR_MEMORY = 100_000;
/** Megabytes by which the process may grow in them: what it has asked the system for differs by that from one moment to another. */
const GROWTH_AT_MOST = 40;

/** One host with many feeds, asked by the poller and by a bare loop of undici, in turn and as many at once. */
export const sources: Measure = {
  name: 'sources',
  title: 'Polling sources, against a bare loop',
  async run({ settings, address }) {
    const feeds = Math.max(200, Math.round(settings.sizes.software / 50));
    const own = { ...address, database: `${address.database}_sources` };
    const url = new URL(settings.databaseUrl);
    url.pathname = `/${own.database}`;
    await createDatabase(own);
    await migrate(url.href);
    const host = await startFeedServer();
    const app = await startPoller(url.href);
    try {
      const scene = new Scene(app, host, feeds, own);
      await scene.fill();
      // First, so that what is compared afterwards is a process that has been polling for a while.
      const memory = await scene.memory(times(settings, Math.ceil(POLLS_FOR_MEMORY / feeds)));
      const unchanged = await scene.compare(settings.rounds, postponeBarely, () => scene.poll());
      const fresh = await scene.compare(
        settings.rounds,
        storeBarely,
        () => scene.pollAndCheck(),
        () => scene.release(),
      );
      return [
        line(`${feeds} feeds, all answer 304`, UNCHANGED_AT_LEAST, unchanged),
        bareLine('of their due times by bare statements, and nothing asked', unchanged.poller, unchanged.written),
        line(
          `${feeds} feeds, each with a new version: stored, marked, evaluated; ${scene.tracked} are tracked`,
          NEW_AT_LEAST,
          fresh,
        ),
        bareLine('of the same rows by bare statements, and nothing asked', fresh.poller, fresh.written),
        memory,
      ];
    } finally {
      await app.close();
      await host.stop();
    }
  },
};

function startPoller(databaseUrl: string): Promise<INestApplicationContext> {
  const config = loadConfig({
    ...environment(databaseUrl),
    SOURCES: 'all',
    SOURCE_HOST_DELAY_MS: '0',
    SOURCE_REQUESTS_PER_HOST: String(AT_ONCE),
  });
  return NestFactory.createApplicationContext(AppModule.for(config), { logger: ['error'] });
}

/** Feeds a second, one for each round. */
interface Rates {
  poller: number[];
  bare: number[];
  /** By bare statements, for each of `CONNECTIONS`. */
  written: number[][];
}

class Scene {
  private readonly database: Databases.Database;
  private releases = 0;
  /** Favorites, of as many products. */
  tracked = 0;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly host: Program,
    private readonly feeds: number,
    private readonly address: Address,
  ) {
    this.database = app.get(Database);
  }

  async fill(): Promise<void> {
    const lines = Array.from({ length: this.feeds }, (_, number) => {
      const settings = { url: `${this.host.url}/${number}.json`, version: '$.version', date: '$.date' };
      const record = {
        publisher: { name: `Publisher ${number % 500}` },
        software: { name: `Software ${number}` },
        source: { type: 'json', settings },
      };
      return `${JSON.stringify(record)}\n`;
    });
    await this.app.get(CatalogueImporter).import(Readable.from([Buffer.from(lines.join(''))]));
    await this.pollAndCheck();
    await this.track();
  }

  private async track(): Promise<void> {
    const { now, uuid } = this.database.dialect;
    const user = randomUUID();
    await this.database.execute(
      `INSERT INTO user (id, name, created_at, updated_at) VALUES (?, 'bench', ${now}, ${now})`,
      [user],
    );
    this.tracked = await this.database.execute(
      `INSERT INTO favorite (id, user_id, software_id, version_id, created_at, updated_at)
       SELECT ${uuid}, ?, id, latest_version_id, ${now}, ${now} FROM (
         SELECT id, latest_version_id, ROW_NUMBER() OVER (ORDER BY id) AS place FROM software) s WHERE place % ${TRACKED} = 0`,
      [user],
    );
  }

  async release(): Promise<void> {
    this.releases++;
    await fetch(this.host.url, { method: 'POST' });
  }

  /** @returns seconds */
  async poll(): Promise<number> {
    const { now } = this.database.dialect;
    await this.database.execute(`UPDATE software_source SET next_at = ${now}`);
    await this.database.execute(`UPDATE source_host SET next_at = ${now}`);
    await settled(this.address);
    const start = performance.now();
    const summary = await this.app.get(SourcePoller).pollDue();
    if (summary.failed > 0 || summary.new + summary.unchanged !== this.feeds)
      throw new Error(`not all were polled: ${JSON.stringify(summary)}`);
    return seconds(start);
  }

  async pollAndCheck(): Promise<number> {
    const polled = await this.poll();
    const start = performance.now();
    const { favorites } = await this.app.get(UpdateCheckerService).check();
    if (favorites !== this.tracked) throw new Error(`${favorites} favorites were evaluated`);
    return polled + seconds(start);
  }

  /** In turn; `before` each round, and the bare loop gets what the poller gets: 304 where nothing is released. */
  async compare(
    rounds: number,
    write: Barely,
    poll: () => Promise<number>,
    before?: () => Promise<void>,
  ): Promise<Rates> {
    const rates: Rates = { poller: [], bare: [], written: CONNECTIONS.map(() => []) };
    for (let round = 0; round <= rounds; round++) {
      await before?.();
      const bare = this.feeds / (await this.bare(before === undefined));
      const poller = this.feeds / (await poll());
      const written: number[] = [];
      for (const connections of CONNECTIONS) written.push(await write(this.address, connections));
      // The first round warms up.
      if (round === 0) continue;
      rates.bare.push(bare);
      rates.poller.push(poller);
      rates.written.forEach((of, place) => of.push(written[place]!));
    }
    return rates;
  }

  async memory(passes: number): Promise<Result> {
    await this.poll();
    const first = megabytes();
    for (let pass = 0; pass < passes; pass++) await this.poll();
    const last = megabytes();
    return {
      what: `memory over ${(passes * this.feeds).toLocaleString('en')} polls`,
      aim: 'flat',
      measured: `${first.toFixed(0)} MB before, ${last.toFixed(0)} MB after`,
      holds: last - first <= GROWTH_AT_MOST,
    };
  }

  private async bare(conditional: boolean): Promise<number> {
    const agent = new Agent({ connections: AT_ONCE, pipelining: 1 });
    const headers = conditional ? { 'if-none-match': `"${this.releases}"` } : {};
    let next = 0;
    const start = performance.now();
    const worker = async () => {
      while (next < this.feeds) {
        const path = `/${next++}.json`;
        const { body } = await agent.request({ origin: this.host.url, path, method: 'GET', headers });
        await body.text();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const took = seconds(start);
    await agent.close();
    return took;
  }
}

const seconds = (start: number) => (performance.now() - start) / 1_000;
/** What is not in use any more may lie about for a while, and the measures before this one have left something: it is collected first. */
function megabytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().rss / 2 ** 20;
}

function line(what: string, aim: number, { poller, bare }: Rates): Result {
  const ratio = median(poller.map((rate, round) => rate / bare[round]!));
  return {
    what,
    aim: `≥ ${aim} of the bare loop`,
    measured: `**${ratio.toFixed(2)}** (${median(poller).toFixed(0)} of ${median(bare).toFixed(0)} feeds/s)`,
    holds: ratio >= aim,
  };
}
