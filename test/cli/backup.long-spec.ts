import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import supertest from 'supertest';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { killAll, serve, type Server, start } from '../setup/process';

/** Milliseconds. */
const WRITES_EVERY = 50;

describe('a copy of the embedded database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-backup-'));
  const at = (name: string) => ({
    DATA_DIR: join(folder, name),
    PORT: '0',
    SEED_CATALOGUE: 'false',
    DEMO: 'false',
    LOG_LEVEL: 'warn',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    CHECK_EVERY: '1s',
  });
  const cli = (name: string, args: string[], input = '') => start('cli', args, at(name), input).finished;
  const copy = join(folder, 'copy.sqlite');
  const tracked = product('Tracked', ['1.0', '2.0']);
  const told: string[] = [];
  const receiver = createServer((request, response) => {
    told.push(request.url!);
    response.end();
  });
  let token: string;
  let server: Server;
  let writing = true;
  let writes: Promise<number>;

  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    token = (await cli('live', ['token', 'create', '--user', 'ada', '--scopes', 'read,write'])).stdout.trim();
    const records = [
      tracked,
      ...Array.from({ length: 300 }, (_, number) => product(`Product ${number}`, ['1.0', '2.0'])),
    ];
    await cli('live', ['catalogue', 'import', '-'], records.map((record) => JSON.stringify(record)).join('\n'));
    server = await serve({ ...at('live'), WORKER: 'false' });
    writes = write();
  });

  afterAll(async () => {
    writing = false;
    await writes;
    await killAll();
    receiver.close();
    rmSync(folder, { recursive: true });
  });

  const api = (of: Server) => supertest.agent(of.url).set('Authorization', `Bearer ${token}`);

  /** Twenty times a second. @returns how many */
  async function write(): Promise<number> {
    const agent = api(server);
    let count = 0;
    for (; writing; count++) {
      await agent
        .patch('/api/v1/profile')
        .send({ time_zone: count % 2 ? 'Europe/Berlin' : 'UTC' })
        .expect(200);
      await sleep(WRITES_EVERY);
    }
    return count;
  }

  it('is made while the service writes, for its owner alone, and replaces nothing unasked', async () => {
    const made = await cli('live', ['backup', copy]);
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('Keep SECRET_KEY (or secret.key) as well') });
    expect((statSync(copy).mode & 0o777).toString(8)).toBe('600');
    const bytes = readFileSync(copy);
    const again = await cli('live', ['backup', copy]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('--overwrite') });
    expect(readFileSync(copy)).toEqual(bytes);
    expect((await cli('live', ['backup', copy, '--overwrite'])).code).toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual(['copy.sqlite']);
  });

  it('is there as a whole or not at all when the command is killed', async () => {
    for (let round = 0; round < 5; round++) {
      const file = join(folder, `killed-${round}.sqlite`);
      const running = start('cli', ['backup', file], at('live'));
      await eventually(() => readdirSync(folder).some((name) => name.startsWith(`killed-${round}`)));
      await sleep(round * 3);
      running.child.kill('SIGKILL');
      await running.finished;
      if (existsSync(file)) expect((await cli(`from-${round}`, ['restore', file])).code).toBe(0);
    }
  });

  it('makes no folder: a disk that is not mounted is not written on another one', async () => {
    const missing = join(folder, 'nas');
    const refused = await cli('live', ['backup', join(missing, 'nightly', 'copy.sqlite')]);
    expect(refused).toEqual({ code: 1, stdout: '', stderr: `There is no folder ${join(missing, 'nightly')}.\n` });
    expect(existsSync(missing)).toBe(false);
  });

  it('removes what killed ones left, journals too, and nothing that is written or another file', async () => {
    const file = join(folder, 'left.sqlite');
    const left = () => readdirSync(folder).filter((name) => name.startsWith('left.sqlite'));
    writeFileSync(`${file}.part-0123abcd`, 'half');
    writeFileSync(`${file}.part-0123abcd-journal`, 'half');
    writeFileSync(`${file}.part-89abcdef-journal`, 'half');
    writeFileSync(`${file}.part-of-mine`, 'mine');
    copyFileSync(copy, `${file}.part-44444444`);
    const other = new Database(`${file}.part-44444444`);
    other.exec('BEGIN IMMEDIATE');
    try {
      expect((await cli('live', ['backup', file])).code).toBe(0);
      expect(left().filter((name) => !name.endsWith('-journal'))).toEqual([
        'left.sqlite',
        'left.sqlite.part-44444444',
        'left.sqlite.part-of-mine',
      ]);
    } finally {
      other.close();
    }
    expect((await cli('live', ['backup', file, '--overwrite'])).code).toBe(0);
    expect(left()).toEqual(['left.sqlite', 'left.sqlite.part-of-mine']);
  });

  it('leaves the old database or the whole new one when a restore is killed', async () => {
    expect((await cli('killed', ['token', 'create', '--user', 'grace'])).code).toBe(0);
    const seen = new Set<string>();
    for (let round = 0; round < 8; round++) {
      const running = start('cli', ['restore', copy], at('killed'));
      if (round < 7) {
        await eventually(() => readdirSync(join(folder, 'killed')).some((name) => name.includes('.part-')));
        await sleep(round * 6);
        running.child.kill('SIGKILL');
      }
      await running.finished;
      // Opens what is there, journal included, and reads it.
      const { code, stdout } = await cli('killed', ['user', 'list']);
      expect(code).toBe(0);
      const users = [...stdout.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name).join();
      expect(['ada', 'grace']).toContain(users);
      seen.add(users);
      for (const part of readdirSync(join(folder, 'killed')).filter((name) => name.includes('.part-')))
        rmSync(join(folder, 'killed', part));
    }
    expect(seen).toContain('ada');
    // Whatever was replaced is still there as well.
    const kept = readdirSync(join(folder, 'killed')).filter((name) => /\.sqlite\.\d{17}$/.test(name));
    expect(kept.length).toBeGreaterThan(0);
  });

  it('is refused when it is damaged or none of ours, and while a service runs', async () => {
    const bad = join(folder, 'bad.sqlite');
    const refused = async (said: string | RegExp, name = 'other') =>
      expect(await cli(name, ['restore', bad])).toMatchObject({ code: 1, stderr: expect.stringMatching(said) });
    await refused(/^There is no file /);
    writeFileSync(bad, 'something else');
    await refused('is damaged, or is not a SQLite database');
    const bytes = readFileSync(copy);
    writeFileSync(bad, Buffer.concat([bytes.subarray(0, 8_192), Buffer.alloc(40_960, 0x5a), bytes.subarray(49_152)]));
    await refused('is damaged');
    copyFileSync(copy, bad);
    await refused('Another service uses the database file', 'live');
    expect(readdirSync(join(folder, 'live')).some((name) => name.includes('.part'))).toBe(false);
  });

  it('is put in the place of a database, which stays beside it', async () => {
    await cli('other', ['token', 'create', '--user', 'grace']);
    const { code, stdout } = await cli('other', ['restore', copy]);
    expect(code).toBe(0);
    const { before } = JSON.parse(stdout) as { before: string };
    expect((await cli('other', ['user', 'list'])).stdout).toContain('"ada"');
    expect((await cli('other', ['restore', before])).code).toBe(0);
    expect((await cli('other', ['user', 'list'])).stdout).toContain('"grace"');
  });

  it('sends nothing with WORKER=false, and what is due otherwise', async () => {
    const agent = api(server);
    const { port } = receiver.address() as AddressInfo;
    const settings = { url: `http://127.0.0.1:${port}/due` };
    await agent.post('/api/v1/channel').send({ name: 'a', type: 'webhook', settings }).expect(201);
    const [software] = (await agent.get('/api/v1/software?name=Tracked').expect(200)).body.data;
    await agent.post('/api/v1/favorite').send({ software: software.id, version: '2.0' }).expect(201);
    await cli('live', ['catalogue', 'import', '-'], JSON.stringify({ ...tracked, versions: [{ version: '3.0' }] }));
    expect((await cli('live', ['backup', copy, '--overwrite'])).code).toBe(0);
    expect((await cli('try', ['restore', copy])).code).toBe(0);
    const key = { SECRET_KEY_FILE: join(folder, 'live', 'secret.key') };
    const quiet = await serve({ ...at('try'), ...key, WORKER: 'false' });
    expect((await api(quiet).get('/api/v1/favorite').expect(200)).body.data).toHaveLength(1);
    await sleep(3_000);
    expect(told).toEqual([]);
    await quiet.stop();
    const loud = await serve({ ...at('try'), ...key });
    await eventually(() => told.length > 0);
    expect(told).toEqual(['/due']);
    await loud.stop();
  });

  it('held nobody up', async () => {
    writing = false;
    expect(await writes).toBeGreaterThan(20);
  });
});
