import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserService } from '../../src/access/user/user.service';
import { UserRemoval } from '../../src/operations/upkeep/user-removal';
import { insertRows } from '../../src/database/rows';
import { newId } from '../../src/common/ids';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { createStage, type Finished, type Stage, start } from '../setup/process';
import { type Agent, count, newUser, softwareOf, track } from '../setup/tracking';

// Each test starts programs, which takes seconds each on a busy machine.

let stage: Stage;

beforeAll(async () => {
  stage = await createStage();
});

// Beside the command line, on one database.
const test = useApp(() => ({ DATABASE_URL: stage.env.DATABASE_URL! }));

afterAll(() => stage.drop());

/** Some pages. */
const FAVORITES = 300;
const records: ReturnType<typeof product>[] = [];

/** The ids of so many products on 1.0. */
async function products(number: number): Promise<string[]> {
  const missing = Array.from({ length: Math.max(0, number - records.length) }, (_, n) => product(`Many ${n}`, ['1.0']));
  records.push(...missing);
  if (missing.length > 0) expect((await test.import(...missing)).rejected).toBe(0);
  return Promise.all(records.slice(0, number).map((record) => softwareOf(test, record)));
}

const nameOf = async (agent: Agent) => (await agent.get('/api/v1/profile').expect(200)).body.data.user as string;
const idOf = async (name: string) => (await test.app.get(UserService).find(name))!.id;

/** A user with that many favorites, by SQL. */
async function collector(favorites: number): Promise<{ agent: Agent; name: string; id: string }> {
  const agent = await newUser(test);
  const name = await nameOf(agent);
  const id = await idOf(name);
  const created = '2026-01-01 00:00:00.000000';
  const ids = await products(favorites);
  const versions = await test.database.query<{ id: string; software_id: string }>(
    `SELECT id, software_id FROM version WHERE version = '1.0'`,
  );
  const versionOf = new Map(versions.map((version) => [version.software_id, version.id]));
  await insertRows(
    test.database,
    'favorite',
    ['id', 'user_id', 'software_id', 'version_id', 'created_at', 'updated_at'],
    ids.map((software) => [newId(), id, software, versionOf.get(software)!, created, created]),
  );
  return { agent, name, id };
}

/** A new version of all of them. */
let minor = 0;
const release = () => test.import(...records.map((record) => ({ ...record, versions: [{ version: `1.${++minor}` }] })));

/** Rows of a user, wherever one may be. */
async function rowsOf(id: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of ['access_token', 'favorite', 'channel', 'notification'])
    found[table] = await count(test, `${table} WHERE user_id = ?`, id);
  return { ...found, user: await count(test, 'user WHERE id = ?', id) };
}

/** Rows that lead to nothing. */
const orphans = () =>
  Promise.all(
    [
      'delivery WHERE notification_id NOT IN (SELECT id FROM notification)',
      'delivery_attempt WHERE delivery_id NOT IN (SELECT id FROM delivery)',
      'notification WHERE favorite_id NOT IN (SELECT id FROM favorite)',
      'favorite_policy WHERE favorite_id NOT IN (SELECT id FROM favorite)',
      'favorite_skip WHERE favorite_id NOT IN (SELECT id FROM favorite)',
      'favorite_channel WHERE favorite_id NOT IN (SELECT id FROM favorite)',
      'favorite WHERE user_id NOT IN (SELECT id FROM user)',
      'channel WHERE user_id NOT IN (SELECT id FROM user)',
    ].map((text) => count(test, text)),
  );

const GONE = { access_token: 0, favorite: 0, channel: 0, notification: 0, user: 0 };
const remove = (name: string) => stage.json<Record<string, number | string>>(['user', 'delete', name, '--yes']);

describe('user delete', () => {
  it("takes all that a user owns, and nothing of anybody else's", async () => {
    const agent = await newUser(test);
    const other = await newUser(test);
    const tracked = await track(test, agent, '1.0');
    const kept = await track(test, other, '1.0');
    const channel = (await agent.get('/api/v1/channel').expect(200)).body.data[0].id as string;
    await agent
      .patch(`/api/v1/favorite/${tracked.id}/policy`)
      .send({ skip: ['9.9'], channels: [channel] })
      .expect(200);
    for (const one of [tracked, kept]) await one.release('2.0');
    await test.check();
    await test.deliver();
    const [name, id] = [await nameOf(agent), await idOf(await nameOf(agent))];
    expect(await rowsOf(id)).toEqual({ access_token: 1, favorite: 1, channel: 1, notification: 1, user: 1 });
    expect(await remove(name)).toEqual({ id, notifications: 1, favorites: 1, channels: 1, tokens: 1 });
    expect(await rowsOf(id)).toEqual(GONE);
    expect(await orphans()).toEqual(Array(8).fill(0));
    expect(await kept.notifications()).toMatchObject([{ state: 'sent' }]);
    expect(await count(test, 'version WHERE software_id = ?', tracked.software)).toBe(2);
    const admin = await test.as('admin', ['admin']);
    const { body } = await admin.get(`/api/v1/audit?resource=${id}&sort=created_at`).expect(200);
    expect(body.data).toMatchObject([
      { action: 'user.created' },
      { action: 'user.disabled' },
      { action: 'user.deleted', means: 'cli', details: { favorites: 1, channels: 1, notifications: 1, tokens: 1 } },
    ]);
    const mine = await admin.get(`/api/v1/audit?user=${id}`).expect(200);
    expect(mine.body.data[0]).toMatchObject({ user: { id, name: null } });
  });

  it.each(['notification', 'favorite'])('goes on where it was when it was killed at a %s', async (table) => {
    const { name, id } = await collector(FAVORITES);
    await release();
    await test.check();
    expect(await rowsOf(id)).toMatchObject({ favorite: FAVORITES, notification: FAVORITES });
    const killed = start('cli', ['user', 'delete', name, '--yes'], stage.env);
    await eventually(async () => (await rowsOf(id))[table]! < FAVORITES);
    killed.child.kill('SIGKILL');
    await killed.finished;
    expect((await rowsOf(id)).user).toBe(1);
    expect((await rowsOf(id))[table]).toBeGreaterThan(0);
    expect((await test.app.get(UserService).find(name))!.disabled_at).not.toBeNull();
    await test.app.get(UserRemoval).remove(id);
    expect(await rowsOf(id)).toEqual(GONE);
    expect(await orphans()).toEqual(Array(8).fill(0));
  });

  it('and checks and deliveries at the same time do not get in each other’s way', async () => {
    const { agent, name, id } = await collector(FAVORITES);
    const other = await collector(FAVORITES);
    await release();
    let ended: Finished | null = null;
    const removing = start('cli', ['user', 'delete', name, '--yes'], stage.env).finished;
    void removing.then((finished) => (ended = finished));
    while (ended === null) {
      await test.check();
      await test.deliver();
      await release();
    }
    expect(await removing).toMatchObject({ code: 0 });
    await test.check();
    expect(await rowsOf(id)).toEqual(GONE);
    expect(await orphans()).toEqual(Array(8).fill(0));
    // A token may be remembered for some seconds.
    await eventually(async () => (await agent.get('/api/v1/software')).status === 401);
    expect(await count(test, 'notification WHERE user_id = ?', other.id)).toBeGreaterThanOrEqual(FAVORITES);
    expect(await count(test, 'favorite WHERE user_id = ? AND update_available = 1', other.id)).toBe(FAVORITES);
  });

  it('goes in pages: no statement has much to remove, and the others have their turn between them', async () => {
    const { id } = await collector(FAVORITES);
    await release();
    await test.check();
    const execute = jest.spyOn(test.database, 'execute');
    const transaction = jest.spyOn(test.database, 'transaction');
    await test.app.get(UserRemoval).remove(id);
    const removed = await Promise.all(execute.mock.results.map(({ value }) => value as Promise<number>));
    expect(Math.max(...removed)).toBeLessThanOrEqual(100);
    expect(removed.length + transaction.mock.calls.length).toBeGreaterThan(FAVORITES / 50);
    jest.restoreAllMocks();
    expect(await rowsOf(id)).toEqual(GONE);
  });
});

describe('user', () => {
  it('list shows every user by name, one JSON object a line', async () => {
    await (await test.as('Listed')).patch('/api/v1/profile').send({ email: 'listed@example.org' }).expect(200);
    const { code, stdout } = await stage.cli(['user', 'list']);
    expect(code).toBe(0);
    const users = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string });
    expect(users.find(({ name }) => name === 'Listed')).toEqual({
      id: await idOf('Listed'),
      name: 'Listed',
      email: 'listed@example.org',
      issuer: null,
      subject: null,
      disabled_at: null,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(users.map(({ name }) => name)).toEqual(users.map(({ name }) => name).toSorted());
  });

  it('disable and enable say what they did, and take an id as well', async () => {
    await test.token('switched');
    const id = await idOf('switched');
    const said = async (...args: string[]) => {
      const { code, stdout, stderr } = await stage.cli(['user', ...args]);
      return [code, stdout, stderr];
    };
    expect(await said('disable', 'switched')).toEqual([0, '', expect.stringMatching(/^Disabled switched: .*five s/)]);
    expect(await said('disable', id)).toEqual([0, '', 'switched is disabled already.\n']);
    expect(await said('enable', id.toUpperCase())).toEqual([0, '', expect.stringMatching(/^Enabled switched/)]);
    expect(await said('disable', 'nobody')).toEqual([1, '', 'There is no such user.\n']);
  });

  it('delete deletes nothing unasked where nobody can be asked', async () => {
    await test.token('careful');
    const { code, stderr } = await stage.cli(['user', 'delete', 'careful'], 'y\n');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('add --yes') });
    expect(await idOf('careful')).toBeTruthy();
  });

  // `script` gives a program a terminal; that of util-linux is on every Debian.
  (existsSync('/usr/bin/script') && process.platform === 'linux' ? it : it.skip)(
    'delete asks at a terminal',
    async () => {
      await test.token('asked');
      const answer = async (text: string) => {
        const { execFile } = await import('node:child_process');
        const program = join(__dirname, '..', '..', 'dist', 'cli.js');
        const command = `${process.execPath} ${program} user delete asked`;
        return new Promise<string>((resolve) => {
          const child = execFile('script', ['-qec', command, '/dev/null'], { env: { ...process.env, ...stage.env } });
          let shown = '';
          child.stdout!.on('data', (part: string) => {
            shown += part;
            if (part.includes('[y/N]')) child.stdin!.write(text);
          });
          child.on('close', () => resolve(shown));
        });
      };
      expect(await answer('\n')).toContain('Nothing was deleted.');
      expect(await idOf('asked')).toBeTruthy();
      expect(await answer('y\n')).toContain('Deleted asked.');
      expect(await test.app.get(UserService).find('asked')).toBeNull();
    },
  );
});

describe('token revoke', () => {
  it('tells of the tokens that were made with it, and revokes them with --offspring', async () => {
    const agent = await test.as('parent');
    const { body } = await agent
      .post('/api/v1/token')
      .send({ name: 'child', scopes: ['read'] })
      .expect(201);
    const { id, parent } = body.data as { id: string; parent: string };
    const revoked = await stage.cli(['token', 'revoke', parent]);
    expect(revoked.stderr).toMatch(/^Revoked;[^]*created with it and stay: 1\. .*--offspring/);
    const rest = await stage.cli(['token', 'revoke', parent, '--offspring']);
    expect(rest).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Revoked;/) });
    expect(await count(test, 'access_token WHERE id = ?', id)).toBe(0);
  });
});
