import { once } from 'node:events';
import { mkdirSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import supertest from 'supertest';
import { createEmptyDatabase } from '../setup/database';
import { createStage, logLines, type Stage, start } from '../setup/process';

const STACK = /^ +at /m;

describe('a start', () => {
  let stage: Stage;
  let folder: string;

  beforeEach(async () => {
    stage = await createStage({}, createEmptyDatabase());
    folder = stage.env.DATA_DIR!;
  });

  afterEach(() => stage.drop());

  /** Only the embedded database, at its usual place in this folder. */
  const embedded = (dataDir = folder) => ({ DATA_DIR: dataDir, PORT: '0', SEED_CATALOGUE: 'false', DEMO: 'false' });

  /** What it says when it does not come about: text without a stack, the same by the service and by the command line. */
  async function refusal(env: Record<string, string>): Promise<string> {
    const [service, cli] = await Promise.all([
      start('main', [], env).finished,
      start('cli', ['migrate'], env).finished,
    ]);
    expect([service.code, cli.code]).toEqual([1, expect.any(Number)]);
    expect(cli.code).toBeGreaterThan(0);
    expect(service.stderr).toBe(cli.stderr);
    expect(service.stderr).not.toMatch(STACK);
    return service.stderr;
  }

  describe('that cannot work says what is wrong and what to do', () => {
    it.each(['canary%', 'canary%zz', 'canary%ff'])('the password of DATABASE_URL is %s', async (password) => {
      const said = await refusal({ ...stage.env, DATABASE_URL: `mariadb://u:${password}@127.0.0.1/x` });
      expect(said).toContain('DATABASE_URL must be percent-encoded: its password has a % that begins no escape');
      expect(said).toContain('% as %25');
    });

    it('the file of the database is no database', async () => {
      const file = join(folder, 'tracker.sqlite');
      writeFileSync(file, 'not a database, but long enough to have been one'.repeat(100));
      const said = await refusal(embedded());
      expect(said).toContain(`The database file ${file} is damaged, or is not a SQLite database`);
      expect(said).toContain('docs/upgrade-and-backup.md');
    });

    it('the file of the database is damaged', async () => {
      const file = join(folder, 'tracker.sqlite');
      expect((await start('cli', ['migrate'], embedded()).finished).code).toBe(0);
      const opened = openSync(file, 'r+');
      for (let page = 1; page < statSync(file).size / 4_096; page++)
        writeSync(opened, Buffer.alloc(4_096, 0x5a), 0, 4_096, page * 4_096);
      expect(await refusal(embedded())).toContain(`The database file ${file} is damaged`);
    });

    it('the file of the database is a folder', async () => {
      mkdirSync(join(folder, 'tracker.sqlite'));
      expect(await refusal(embedded())).toContain(
        `The database file ${join(folder, 'tracker.sqlite')} cannot be written (unable to open database file)`,
      );
    });

    it('the folder cannot be made', async () => {
      writeFileSync(join(folder, 'file'), '');
      const inside = join(folder, 'file', 'data');
      expect(await refusal(embedded(inside))).toContain(`The folder ${inside} cannot be created: not a directory`);
    });

    it('the key file is empty', async () => {
      writeFileSync(join(folder, 'secret.key'), '');
      expect(await refusal(embedded())).toContain(`The key file ${join(folder, 'secret.key')} is empty`);
    });
  });

  it('is in a folder without a database: a command that only reads makes none, another says so', async () => {
    const file = join(folder, 'tracker.sqlite');
    for (const command of [['user', 'list'], ['check'], ['catalogue', 'export'], ['secrets', 'rotate']]) {
      const { code, stderr } = await start('cli', command, embedded()).finished;
      expect(code).toBeGreaterThan(0);
      expect(stderr).toContain(`There is no database at ${file}.`);
      expect(readdirSync(folder)).toEqual([]);
    }
    const made = await start('cli', ['token', 'create', '--user', 'ada'], embedded()).finished;
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining(`A new database is created at ${file}.`) });
    expect((await start('cli', ['user', 'list'], embedded()).finished).code).toBe(0);
  });

  it('says that its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const env = { ...embedded(), PORT: String(port), HOST: '127.0.0.1' };
    const { code, stderr } = await start('main', [], env).finished;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Port ${port} of 127.0.0.1 is taken. End the program that has it, or set PORT to another.\n`,
    });
    await once(taken.close(), 'close');
  });

  it('says that HOST is not of this machine', async () => {
    const { code, stderr } = await start('main', [], { ...embedded(), HOST: '203.0.113.5' }).finished;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^HOST=203.0.113.5 is not an address of this machine\./),
    });
  });

  it('names the key with which the secrets were sealed, where it is', async () => {
    const channel = JSON.stringify({
      identity: { kind: 'test', id: 'a' },
      publisher: { name: 'p' },
      software: { name: 'a' },
      source: { type: 'git-tags', settings: { url: 'https://git.example.org/a.git' } },
      versions: [{ version: '1.0' }],
    });
    expect((await start('cli', ['catalogue', 'import', '-'], embedded(), channel).finished).code).toBe(0);
    const own = { ...embedded(), SECRET_KEY: 'another-key-of-forty-characters-or-more-x' };
    const refused = await start('main', [], own).finished;
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /^The secret was sealed with key [0-9a-f]{8}, but SECRET_KEY gives key [0-9a-f]{8}\. That key is in /,
    );
    expect(refused.stderr).toContain(join(folder, 'secret.key'));
    expect(refused.stderr).not.toMatch(STACK);
    rmSync(join(folder, 'secret.key'));
    expect((await start('main', [], own).finished).stderr).toContain('Start with the former key');
  });

  it('makes what only its owner can read, and leaves files that are there as they are', async () => {
    const inside = join(folder, 'new', 'data');
    const server = await stage.serve({ DATABASE_URL: '', SECRET_KEY: '', DATA_DIR: inside });
    const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
    const modes = Object.fromEntries(readdirSync(inside).map((name) => [name, modeOf(join(inside, name))]));
    expect(modes).toEqual({
      'secret.key': '600',
      'tracker.sqlite': '600',
      'tracker.sqlite-lock': '600',
      'tracker.sqlite-shm': '600',
      'tracker.sqlite-wal': '600',
    });
    expect([modeOf(inside), modeOf(join(folder, 'new'))]).toEqual(['700', '700']);
    await server.stop();
    const older = join(folder, 'older');
    mkdirSync(older, { mode: 0o755 });
    writeFileSync(join(older, 'tracker.sqlite'), '', { mode: 0o644 });
    const again = await stage.serve({ DATABASE_URL: '', SECRET_KEY: '', DATA_DIR: older });
    expect([modeOf(older), modeOf(join(older, 'tracker.sqlite'))]).toEqual(['755', '644']);
    await again.stop();
  });

  it('is refused while another service has the file, but not after that one was killed', async () => {
    const first = await stage.serve({ DATABASE_URL: '' });
    const { code, stderr } = await start('main', [], { ...stage.env, DATABASE_URL: '' }).finished;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`Another service uses the database file ${join(folder, 'tracker.sqlite')}.`),
    });
    // The command line works beside it.
    const made = await start('cli', ['token', 'create', '--user', 'ada'], { ...stage.env, DATABASE_URL: '' }).finished;
    expect(made.code).toBe(0);
    await supertest(first.url).get('/api/v1/favorite').set('Authorization', `Bearer ${made.stdout.trim()}`).expect(200);
    first.child.kill('SIGKILL');
    await first.finished;
    const next = await stage.serve({ DATABASE_URL: '' });
    expect((await next.stop()).code).toBe(0);
  });

  it('names variables that are nearly called like ours, without their values', async () => {
    const odd = { PUBLIC_ULR: 'https://canary.example', RATELIMIT: '1/1m', TRACKER_PORT: 'tcp://10.0.0.1:80' };
    const server = await stage.serve(odd);
    const warned = logLines(server.output.stdout).filter(({ level }) => level === 40);
    expect(warned.map(({ variable, nearest }) => [variable, nearest])).toEqual([
      ['PUBLIC_ULR', 'PUBLIC_URL'],
      ['RATELIMIT', 'RATE_LIMIT'],
    ]);
    await server.stop();
  });
});
