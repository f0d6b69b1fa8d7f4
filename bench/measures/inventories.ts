import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import type * as Ids from '../../src/common/ids';
import type * as Tokens from '../../src/access/auth/token.service';
import type * as Importer from '../../src/source/catalogue/catalogue-importer';
import { startApplication } from '../lib/application';
import { built } from '../lib/built';
import { median } from '../lib/compare';
import { type Address, connect, createDatabase } from '../lib/database';
import { peakBytes, processorSeconds } from '../lib/processor-time';
import { environment, migrate, type Program, runCli, startService } from '../lib/programs';
import { type Settings, times } from '../settings';
import type { Measure, Result } from './measure';

const { newId } = built<typeof Ids>('common/ids');
const { TokenService } = built<typeof Tokens>('access/auth/token.service');
const { CatalogueImporter } = built<typeof Importer>('source/catalogue/catalogue-importer');

const MACHINES = 10_000;
/** Of one machine: as many packages as a small Debian has, of which so many are products of the catalogue. */
const PACKAGES = 819;
const KNOWN = 50;
const GROUPS = 20;
const HOUR = 3_600;
const MEGABYTE = 1024 * 1024;
const AIM = { core: 0.15, memory: 300, unchanged: 10, page: 1.5 };
const ROWS_AT_ONCE = 2_000;

/** Machines of one user, each of which sends each hour what it has. */
export const inventories: Measure = {
  name: 'inventories',
  title: 'Ten thousand machines',
  async run({ settings, address }) {
    const own = { ...address, database: `${address.database}_inventories` };
    const url = new URL(settings.databaseUrl);
    url.pathname = `/${own.database}`;
    await createDatabase(own);
    await migrate(url.href);
    if (!settings.check) await runCli(['catalogue', 'refresh'], environment(url.href));
    const tokens = await prepare(url.href);
    const limits = { INVENTORIES_PER_USER: '1000000', UPLOADS_PER_USER: '1000' };
    const fleet = new Fleet(tokens, own, settings);
    const results: Result[] = [];
    // What all machines cost together is that of a process that has done nothing else.
    for (const part of [apart, together]) {
      fleet.service = await startService(url.href, limits);
      try {
        results.push(...(await part(fleet)));
      } finally {
        await fleet.service.stop();
      }
    }
    return results;
  },
};

async function prepare(databaseUrl: string): Promise<[many: string, few: string]> {
  const app = await startApplication(databaseUrl);
  const lines = Array.from({ length: KNOWN }, (_, number) => {
    const identifiers = [{ type: 'purl', value: `pkg:npm/bench-${number}` }];
    const versions = [{ version: '1.0.0' }, { version: '1.1.0' }];
    const named = { publisher: { name: 'Bench' }, software: { name: `Bench ${number}` } };
    return `${JSON.stringify({ ...named, identifiers, versions })}\n`;
  });
  const { rejected } = await app.get(CatalogueImporter).import(Readable.from([Buffer.from(lines.join(''))]));
  if (rejected > 0) throw new Error(`${rejected} products were rejected`);
  const given = { name: 'bench', scopes: ['read' as const, 'inventory:write' as const], expiresAt: null };
  const tokenOf = async (name: string) =>
    (await app.get(TokenService).createForUser({ name, email: null }, given)).token;
  const tokens: [string, string] = [await tokenOf('many'), await tokenOf('few')];
  await app.close();
  return tokens;
}

const packages = Array.from({ length: PACKAGES }, (_, number) =>
  number < KNOWN ? `pkg:npm/bench-${number}@1.0.0` : `pkg:deb/debian/libbench${number}@1.${number}.0-1`,
);

class Fleet {
  readonly machines: number;
  /** Machines that really send; the rows of the others are copies. */
  readonly sending: number;

  service!: Program;

  constructor(
    private readonly tokens: [many: string, few: string],
    private readonly address: Address,
    readonly settings: Settings,
  ) {
    this.machines = settings.check ? 40 : MACHINES;
    this.sending = times(settings, 150);
  }

  get seconds(): number {
    return this.settings.check ? 1 : 60;
  }

  async put(machine: number, user = 0, more = ''): Promise<{ unchanged: boolean }> {
    const path = `/api/v1/inventory/machine-${machine}/content?labels=group=g${machine % GROUPS}${more}`;
    const answer = await fetch(this.service.url + path, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${this.tokens[user]}`, 'Content-Type': 'text/plain' },
      body: packages.join('\n'),
    });
    const body = (await answer.json()) as { data?: { unchanged: boolean } };
    if (!body.data) throw new Error(JSON.stringify(body));
    return body.data;
  }

  /** Milliseconds, the median of several. */
  async get(path: string, user = 0): Promise<number> {
    const all: number[] = [];
    for (let round = 0; round < times(this.settings, 40); round++) {
      const start = performance.now();
      const answer = await fetch(this.service.url + path, {
        headers: { Authorization: `Bearer ${this.tokens[user]}` },
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      all.push(performance.now() - start);
    }
    return median(all);
  }

  /** As if each machine had sent what the first one has. */
  async copy(): Promise<void> {
    const connection = await connect(this.address);
    const [[first]] = await connection.query<RowDataPacket[]>(
      "SELECT i.* FROM inventory i JOIN user u ON u.id = i.user_id WHERE u.name = 'many'",
    );
    const [deployments] = await connection.query<RowDataPacket[]>('SELECT * FROM deployment WHERE inventory_id = ?', [
      first!.id,
    ]);
    const ids = Array.from({ length: this.machines - 1 }, () => newId());
    const labels = ids.map((_, at) => `g${(at + 1) % GROUPS}`);
    const copies = ids.map((id, at) => ({ ...first, id, name: `machine-${at + 1}`, labels: `group=${labels[at]}` }));
    await insert(connection, 'inventory', copies);
    await insert(
      connection,
      'inventory_label',
      ids.map((id, at) => ({ inventory_id: id, name: 'group', value: labels[at] })),
    );
    for (let at = 0; at < ids.length; at += 100)
      await insert(
        connection,
        'deployment',
        ids.slice(at, at + 100).flatMap((id) => deployments.map((one) => ({ ...one, id: newId(), inventory_id: id }))),
      );
    await connection.query('ANALYZE TABLE inventory, deployment, inventory_label');
    await connection.end();
  }

  /** Milliseconds of the service's processor for each time. */
  async costOf(count: number, work: (at: number) => Promise<unknown>): Promise<number> {
    const before = processorSeconds(this.service.pid) ?? 0;
    for (let at = 0; at < count; at++) await work(at);
    return (((processorSeconds(this.service.pid) ?? 0) - before) * 1_000) / count;
  }
}

async function insert(connection: Connection, table: string, rows: object[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const page = rows.slice(at, at + ROWS_AT_ONCE).map((row) => Object.values(row) as unknown[]);
    await connection.query(`INSERT INTO ${table} (${Object.keys(rows[0]!).join(', ')}) VALUES ?`, [page]);
  }
}

async function apart(fleet: Fleet): Promise<Result[]> {
  await fleet.put(0);
  await fleet.copy();
  for (let machine = 0; machine < Math.min(10, fleet.machines); machine++) await fleet.put(machine, 1);
  const looked = await fleet.costOf(fleet.sending, (machine) => fleet.put(machine));
  const unchanged = await fleet.costOf(fleet.sending * 3, async (at) => {
    if (!(await fleet.put(at % fleet.sending)).unchanged) throw new Error('it was looked at');
  });
  const [many, few] = [
    await fleet.get('/api/v1/inventory?per_page=10'),
    await fleet.get('/api/v1/inventory?per_page=10', 1),
  ];
  const group = await fleet.get('/api/v1/inventory-group/product?labels=group=g1&per_page=50');
  const ms = (value: number) => `**${value.toFixed(1)} ms**`;
  const { machines } = fleet;
  return [
    line(`an upload of ${PACKAGES} packages that is looked at, processor`, '', ms(looked), null),
    line('the same again', `≤ ${AIM.unchanged} ms`, ms(unchanged), unchanged <= AIM.unchanged),
    line(
      `10 of ${machines} inventories, against 10 of 10`,
      `≤ ${AIM.page} times`,
      `**${(many / few).toFixed(2)}** (${many.toFixed(1)} ms, ${few.toFixed(1)} ms)`,
      many / few <= AIM.page,
    ),
    line(`${KNOWN} products of a group of ${Math.ceil(machines / GROUPS)}`, '', ms(group), null),
  ];
}

/** At the pace of all machines, which do not send at once. One in 24 is looked at, as each is once a day. */
async function together(fleet: Fleet): Promise<Result[]> {
  const pause = (HOUR / MACHINES) * 1_000;
  const start = performance.now();
  const before = processorSeconds(fleet.service.pid) ?? 0;
  for (let count = 0; performance.now() - start < fleet.seconds * 1_000; count++) {
    await fleet.put(count % fleet.sending, 0, count % 24 === 23 ? '&hints' : '');
    await sleep(Math.max(0, start + (count + 1) * pause - performance.now()));
  }
  const core = ((processorSeconds(fleet.service.pid) ?? 0) - before) / ((performance.now() - start) / 1_000);
  const peak = (peakBytes(fleet.service.pid) ?? 0) / MEGABYTE;
  return [
    line(`${MACHINES} machines, each hourly`, `≤ ${AIM.core} of a core`, `**${core.toFixed(3)}**`, core <= AIM.core),
    line('its memory at most', `≤ ${AIM.memory} MB`, `**${peak.toFixed(0)} MB**`, peak <= AIM.memory),
  ];
}

const line = (what: string, aim: string, measured: string, holds: boolean | null): Result => ({
  ...{ what, aim, measured, holds },
});
