import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { TestApp } from '../setup/app';
import { eventually } from '../setup/eventually';
import { killAll, readyUrl, type Running, start } from '../setup/process';
import { Random } from '../setup/random';
import { Registry } from './registry';

const DAY = 86_400;
/** Seconds between two moves of the clock. */
const TICK = 2;
const FAVORITES = 10;
const CLIENTS = 3;
const SAMPLES = 24;

export interface Sample {
  used: number;
  rss: number;
  /** Handles that are open, without connections: these come and go with the clients. */
  handles: number;
  listeners: number;
}

/** A day of a service in a few minutes: polls, checks, deliveries, people who look and upload, and a replica that is killed again and again. */
export class Scene {
  readonly samples: Sample[] = [];
  /** What must not happen. */
  readonly problems: string[] = [];
  readonly counts = { kills: 0, requests: 0, uploads: 0, streams: 0, webhooks: 0, mails: 0 };
  private readonly random = new Random(1);
  readonly registry: Registry;
  /** `favorite version` of all that was accepted. */
  private readonly accepted = new Set<string>();
  private readonly tokens: string[] = [];
  private readonly hooks: Server;
  private readonly mail: SMTPServer;
  private env: Record<string, string> = {};
  private survivor!: Running;
  private victim!: Running;
  private isOver = false;

  constructor(
    private readonly test: TestApp,
    private readonly seconds: number,
    packages: number,
    private readonly users: number,
  ) {
    this.registry = new Registry(packages, this.random);
    this.hooks = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        // Now and then one says no.
        if (this.random.chance(0.02)) return void response.writeHead(503).end();
        this.counts.webhooks++;
        this.note(JSON.parse(body) as Body);
        response.end();
      });
      request.on('error', () => undefined);
    });
    this.mail = new SMTPServer({
      ...{ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], logger: false, closeTimeout: 100 },
      onData: (stream, _session, done) => {
        this.counts.mails++;
        stream.on('end', () => done()).resume();
      },
    });
    this.mail.on('error', () => undefined);
  }

  async play(): Promise<void> {
    await this.setUp();
    this.survivor = await this.replica({ NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, 'sample.cjs'))}` });
    this.victim = await this.replica();
    const end = performance.now() + this.seconds * 1_000;
    const isOn = () => performance.now() < end;
    const time = this.moveClock();
    const clients = Array.from({ length: CLIENTS }, () => this.repeat(isOn, 30, () => this.visit()));
    const releases = this.repeat(isOn, 1_000, () => this.registry.release(Math.ceil(this.registry.packages / 200)));
    const kills = this.repeat(isOn, (this.seconds * 1_000) / 8, () => this.kill());
    await this.repeat(isOn, (this.seconds * 1_000) / SAMPLES, () => this.sample());
    await Promise.all([...clients, releases, kills]);
    await eventually(async () => (await this.lost()).length === 0, 240_000).catch(() => undefined);
    this.isOver = true;
    await time;
  }

  /** Favorites that were not told of the newest version of their product. */
  async lost(): Promise<string[]> {
    const rows = await this.test.database.query<FavoriteRow>(
      `SELECT f.id, s.name, u.name AS owner, v.version AS tracked, n.version AS notified FROM favorite f JOIN software s ON s.id = f.software_id
       JOIN user u ON u.id = f.user_id JOIN version v ON v.id = f.version_id LEFT JOIN version n ON n.id = f.notified_version_id`,
    );
    if (rows.length < this.users) throw new Error('nobody tracks anything');
    return rows.flatMap(({ id, name, owner, tracked, notified }) => {
      const latest = this.registry.latest(Number(name.split('-')[1]));
      if (latest === tracked) return [];
      const wasTold = notified === latest && (isByMail(owner) || this.accepted.has(`${id} ${latest}`));
      return wasTold ? [] : [`${id} of ${owner}: ${latest} of ${name}, has ${tracked}, was told of ${notified}`];
    });
  }

  async close(): Promise<void> {
    this.isOver = true;
    await killAll();
    this.hooks.closeAllConnections();
    await Promise.all([
      new Promise((resolve) => this.hooks.close(resolve)),
      new Promise<void>((resolve) => this.mail.close(() => resolve())),
      this.registry.close(),
    ]);
  }

  /** The survivor ends in order, and said nothing that it should not. */
  async end(): Promise<void> {
    this.survivor.child.kill('SIGTERM');
    const { code, stdout, stderr } = await this.survivor.finished;
    if (code !== 0) this.problems.push(`the survivor ended with ${code}`);
    const said = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('sample '));
    this.problems.push(...said, ...stdout.split('\n').filter((line) => line.includes('"level":50')));
  }

  private async setUp(): Promise<void> {
    const { config } = this.test;
    const registry = await this.registry.listen();
    await Promise.all(
      [this.hooks, this.mail].map(async (one) => once(one.listen(0, '127.0.0.1') as Server, 'listening')),
    );
    const mailPort = (this.mail.server.address() as AddressInfo).port;
    this.env = {
      ...{ DATABASE_URL: config.database.location, DATA_DIR: config.dataDir, SECRET_KEY: config.secretKey },
      ...{
        PORT: '0',
        LOG_LEVEL: 'error',
        SEED_CATALOGUE: 'false',
        OUTBOUND_ALLOW: '127.0.0.0/8',
        TRUST_EMAIL_ADDRESSES: 'true',
      },
      ...{
        SOURCES: 'all',
        SOURCE_HOST_DELAY_MS: '0',
        SOURCE_REQUESTS_PER_HOST: '8',
        NOTES: 'off',
      },
      ...{ CHECK_EVERY: '2s', DELIVERIES_PER_HOUR: 'off', DELIVERIES_PER_HOST: 'off', RATE_LIMIT: 'off' },
      ...{
        SMTP_URL: `smtp://127.0.0.1:${mailPort}?tls=no`,
        MAIL_FROM: 'tracker@example.org',
        PUBLIC_URL: 'https://tracker.example.org',
      },
    };
    const records = Array.from({ length: this.registry.packages }, (_, number) => recordOf(number, registry));
    const summary = await this.test.import(...records);
    if (summary.rejected > 0) throw new Error(JSON.stringify(summary));
    for (let user = 0; user < this.users; user++) await this.addUser(user);
  }

  private async addUser(number: number): Promise<void> {
    const name = nameOf(number);
    this.tokens.push(await this.test.token(name));
    const agent = await this.test.as(name);
    const url = `http://127.0.0.1:${(this.hooks.address() as AddressInfo).port}/hook/${number}`;
    const channel = isByMail(name)
      ? { type: 'email', settings: { address: `user-${number}@example.org` } }
      : { type: 'webhook', settings: { url }, ...(number % 4 === 1 && { digest: { every: 'hourly' } }) };
    await agent
      .post('/api/v1/channel')
      .send({ name: 'mine', ...channel })
      .expect(201);
    await agent
      .put('/api/v1/inventory/host/content')
      .set('Content-Type', 'text/plain')
      .send(this.inventory())
      .expect(200);
  }

  /** What a machine runs. */
  private inventory = () =>
    Array.from(
      { length: FAVORITES },
      () => `pkg:npm/package-${this.random.whole(0, this.registry.packages - 1)}@1.0.0\n`,
    ).join('');

  private async replica(more: Record<string, string> = {}): Promise<Running> {
    const running = start('main', [], { ...this.env, ...more });
    const isUp = () => readyUrl(running.output.stdout) !== undefined;
    await eventually(() => isUp() || running.child.exitCode !== null);
    if (!isUp()) throw new Error(`it ended: ${running.output.stdout}${running.output.stderr}`);
    return running;
  }

  private async repeat(isOn: () => boolean, everyMs: number, work: () => unknown): Promise<void> {
    while (isOn() && !this.isOver) {
      await work();
      await pause(everyMs);
    }
  }

  /** What is due comes nearer instead, for all alike. */
  private async moveClock(): Promise<void> {
    const { after } = this.test.database.dialect;
    const jump = -Math.round((DAY / this.seconds) * TICK);
    while (!this.isOver) {
      for (const [table, column, only] of DUE)
        await this.test.database
          .execute(`UPDATE ${table} SET ${column} = ${after(column, '?')} WHERE ${column} IS NOT NULL AND ${only}`, [
            jump,
          ])
          .catch(() => undefined); // in somebody's way for once
      await pause(TICK * 1_000);
    }
  }

  private async kill(): Promise<void> {
    this.counts.kills++;
    this.victim.child.kill('SIGKILL');
    await this.victim.finished;
    // Its leases end; so do some of the survivor, which has to bear that.
    for (const table of ['delivery', 'update_mark', 'system_message'])
      await this.test.database.execute(
        `UPDATE ${table} SET next_at = ${this.test.database.dialect.now} WHERE claim_id IS NOT NULL`,
      );
    await this.test.database.execute('UPDATE source_host SET held_until = NULL');
    this.victim = await this.replica();
  }

  private async visit(): Promise<void> {
    const user = this.random.whole(0, this.users - 1);
    const isSafe = this.random.chance(0.6);
    const origin = readyUrl((isSafe ? this.survivor : this.victim).output.stdout);
    if (origin === undefined) return;
    const authorization = `Bearer ${this.tokens[user]}`;
    const ask = async (path: string, more: RequestInit = {}) => {
      const response = await fetch(origin + path, { ...more, headers: { authorization, ...more.headers } });
      await response.arrayBuffer();
      this.counts.requests++;
      if (response.status >= 500) this.problems.push(`${path}: ${response.status}`);
    };
    const dice = this.random.next();
    try {
      if (dice < 0.05) await this.listen(origin, authorization);
      else if (dice < 0.1) {
        this.counts.uploads++;
        await ask('/api/v1/inventory/host/content', {
          method: 'PUT',
          headers: { 'content-type': 'text/plain' },
          body: this.inventory(),
        });
      } else await ask(this.random.one(PAGES));
    } catch (error) {
      // The victim was killed.
      if (isSafe) this.problems.push(`${(error as Error).message}: ${String((error as Error).cause)}`);
    }
  }

  /** For a while, and then it is gone without a word. */
  private async listen(origin: string, authorization: string): Promise<void> {
    this.counts.streams++;
    const end = new AbortController();
    const response = await fetch(`${origin}/api/v1/events`, { headers: { authorization }, signal: end.signal });
    setTimeout(() => end.abort(), this.random.whole(10, 5_000));
    void response.text().catch(() => undefined);
  }

  private async sample(): Promise<void> {
    const { child, output } = this.survivor;
    const before = samplesIn(output.stderr).length;
    child.kill('SIGUSR2');
    await eventually(() => samplesIn(output.stderr).length > before);
    this.samples.push(samplesIn(output.stderr).at(-1)!);
  }

  private note({ data }: Body): void {
    for (const { favorite, version } of data.updates ?? [data])
      if (favorite && version) this.accepted.add(`${favorite.id} ${version.version}`);
  }
}

interface Told {
  favorite?: { id: string };
  version?: { version: string };
}

interface Body {
  data: Told & { updates?: Told[] };
}

interface FavoriteRow {
  id: string;
  name: string;
  owner: string;
  tracked: string;
  notified: string | null;
}

const PAGES = [
  ...[
    '/api/v1/favorite?per_page=50&includeSoftware',
    '/api/v1/favorite?sort=matters',
    '/api/v1/notification',
    '/metrics',
  ],
  ...['/api/v1/software?q=package', '/api/v1/summary', '/api/v1/inventory', '/health/ready', '/'],
];

/** What is due by the clock, without what a process holds. */
const DUE: [string, string, string][] = [
  ['software_source', 'next_at', '1 = 1'],
  ['source_host', 'next_at', 'claim_id IS NULL'],
  ['source_host', 'rest_until', '1 = 1'],
  ['delivery', 'next_at', 'claim_id IS NULL'],
  ['delivery', 'collect_at', 'claim_id IS NULL'],
  ['channel', 'blocked_until', '1 = 1'],
  ['favorite', 'due_at', '1 = 1'],
  ['favorite', 'evaluate_at', '1 = 1'],
];

const nameOf = (number: number) => `${number % 10 === 3 ? 'mail' : 'hook'} user ${number}`;
const isByMail = (name: string) => name.startsWith('mail');

const recordOf = (number: number, server: string) => ({
  identity: { kind: 'npm', id: `package-${number}` },
  publisher: { name: `Publisher ${number % 500}` },
  software: { name: `package-${number}` },
  identifiers: [{ type: 'purl', value: `pkg:npm/package-${number}` }],
  ordering: { scheme: 'semver' },
  versions: [{ version: '1.0.0' }],
  source: { type: 'npm', settings: { package: `package-${number}`, server }, interval: '1h' },
});

interface Said {
  used: number;
  rss: number;
  handles: Record<string, number>;
  listeners: number;
}

const samplesIn = (stderr: string): Sample[] =>
  [...stderr.matchAll(/^sample (\{.*\})$/gm)].map(([, text]) => {
    const { handles, ...rest } = JSON.parse(text!) as Said;
    const lasting = Object.entries(handles).filter(
      ([kind]) => !/TCP|ConnectWrap|FSReq|GetAddrInfo|WriteWrap|Immediate/.test(kind),
    );
    return { ...rest, handles: lasting.reduce((sum, [, count]) => sum + count, 0) };
  });
