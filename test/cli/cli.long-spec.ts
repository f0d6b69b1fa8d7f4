import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import supertest from 'supertest';
import { closeAll, httpReceiver } from '../notification/providers/peers';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { createEmptyDatabase } from '../setup/database';
import { createStage, type Finished, type Stage, start, startScript } from '../setup/process';
import { newUser, track } from '../setup/tracking';

const line = (record: object) => `${JSON.stringify(record)}\n`;
const last = (stdout: string) => stdout.trimEnd().split('\n').at(-1)!;

describe('the command line', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await createStage();
  });

  const test = useApp(() => ({ DATABASE_URL: stage.env.DATABASE_URL! }));

  afterAll(() => stage.drop());

  describe('explains itself', () => {
    /** The commands that a help text lists. */
    const commandsIn = (help: string) =>
      [...(help.split(/^Commands:$/m)[1] ?? '').matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name!);

    it('after --help at every command, on stdout, without a configuration', async () => {
      const seen: string[] = [];
      const explain = async (command: string[]): Promise<void> => {
        const { code, stdout, stderr } = await start('cli', [...command, '--help'], {}).finished;
        expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' });
        expect(stdout).toMatch(new RegExp(`^Usage: ${['cli', ...command].join(' ')}`));
        const inner = commandsIn(stdout).filter((name) => name !== 'help');
        if (inner.length === 0) seen.push(command.join(' '));
        await Promise.all(inner.map((name) => explain([...command, name])));
      };
      await explain([]);
      const expected = [
        'migrate',
        'catalogue import',
        'catalogue refresh',
        'catalogue export',
        'software search',
        'token create',
        'token list',
        'token revoke',
        'sign-in',
        'check',
        'deliver',
      ];
      expect(seen).toEqual(expect.arrayContaining(expected));
    });

    it('and says its version', async () => {
      const { code, stdout } = await stage.cli(['--version']);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
    });
  });

  it('refuses wrong usage with exit code 2 and nothing on stdout', async () => {
    const cases: [string[], RegExp][] = [
      [[], /Usage: cli/],
      [['frobnicate'], /unknown command 'frobnicate'/],
      [['catalogue'], /Usage: cli catalogue/],
      [['catalogue', 'import'], /missing required argument 'file'/],
      [['catalogue', 'import', 'a', 'b'], /too many arguments/],
      [['catalogue', 'export', 'a', 'b'], /too many arguments/],
      [['catalogue', 'refresh', '--sha256', 'abc'], /not 64 hexadecimal digits/],
      [['token', 'create'], /--user <name>' not specified/],
      [['token', 'create', '--user'], /argument missing/],
      [['token', 'create', '--user', ' '], /Write 1 to 100 characters/],
      [['token', 'create', '--user', 'x'.repeat(101)], /Write 1 to 100 characters/],
      [['token', 'create', '--user', 'a', '--scopes', 'read,everything'], /Choose among read, write/],
      [['token', 'create', '--user', 'a', '--scopes', ''], /Choose among read, write/],
      [['token', 'create', '--user', 'a', '--expires', 'tomorrow'], /duration such as 12h, 90d/],
      [['token', 'create', '--user', 'a', '--expires', '0d'], /duration/],
      [
        ['token', 'create', '--user', 'a', '--email', 'bad'],
        /'--email <address>' argument 'bad' is not an e-mail address/,
      ],
      [['token', 'create', '--user', 'a', '--color'], /unknown option '--color'/],
      [['token', 'revoke'], /missing required argument 'id'/],
      [['check', 'now'], /too many arguments/],
      [['ordering', 'id', '--scheme', 'none'], /Allowed choices are/],
    ];
    const results = await Promise.all(cases.map(([command]) => stage.cli(command)));
    results.forEach(({ code, stdout, stderr }, index) => {
      const [command, message] = cases[index]!;
      expect({ command, code, stdout }).toEqual({ command, code: 2, stdout: '' });
      expect(stderr).toMatch(message);
    });
  });

  it('refuses a configuration that is not usable with exit code 2, and names each variable', async () => {
    const environment = { PORT: 'eighty', CHECK_EVERY: '1 fortnight' };
    const { code, stdout, stderr } = await stage.cli(['check'], undefined, environment);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/PORT[^]*CHECK_EVERY/);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it.each<[string[], Record<string, string>, RegExp]>([
    [['catalogue', 'import', 'no-such-file.ndjson'], {}, /no-such-file\.ndjson/],
    [['check'], { DATABASE_URL: 'mariadb://root@127.0.0.1:1/none' }, /ECONNREFUSED/],
    [['migrate'], { DATABASE_URL: 'mariadb://root@127.0.0.1:1/none' }, /ECONNREFUSED/],
  ])('says what failed, without a stack and with exit code 1: %j', async (command, environment, message) => {
    const { code, stdout, stderr } = await stage.cli(command, undefined, { LOG_LEVEL: 'fatal', ...environment });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  describe('migrate', () => {
    it('runs once when several processes start at the same time', async () => {
      const empty = await createStage({}, createEmptyDatabase());
      const results = await Promise.all(Array.from({ length: 3 }, () => empty.cli(['migrate'])));
      for (const { code, stderr } of results)
        expect({ code, stderr }).toEqual({
          code: 0,
          stderr: expect.stringMatching(/^(A new database is created at .+\n)?(Ran|The database is up to date)/),
        });
      const ran = results.flatMap(({ stdout }) => (JSON.parse(stdout) as { migrations: string[] }).migrations);
      expect(ran.length).toBeGreaterThan(0);
      expect(new Set(ran).size).toBe(ran.length);
      const again = await empty.cli(['migrate']);
      expect(again).toEqual({ code: 0, stdout: '{"migrations":[]}\n', stderr: 'The database is up to date.\n' });
      await empty.drop();
    });
  });

  describe('catalogue import', () => {
    const records = [product('Cli one', ['1.0', '1.1']), product('Cli two', ['2.0'])];
    const text = records.map(line).join('');
    const whole = { publishers: 2, software: 2, versions: 3, unchanged: 0, rejected: 0 };

    it('takes a file and prints one JSON object on stdout; the same again changes nothing and says so', async () => {
      const file = join(stage.env.DATA_DIR!, 'catalogue.ndjson.gz');
      writeFileSync(file, gzipSync(text));
      const first = await stage.cli(['catalogue', 'import', file]);
      expect({ code: first.code, summary: JSON.parse(first.stdout) as object }).toEqual({ code: 0, summary: whole });
      const again = await stage.cli(['catalogue', 'import', file]);
      const nothing = { publishers: 0, software: 0, versions: 0, unchanged: 2, rejected: 0 };
      expect({ code: again.code, summary: JSON.parse(again.stdout) as object }).toEqual({ code: 0, summary: nothing });
      expect(again.stderr).toMatch(/^Nothing changed/m);
    });

    it('takes standard input, plain and gzip', async () => {
      expect(await stage.json(['catalogue', 'import', '-'], text)).toMatchObject({ rejected: 0 });
      const packed = Readable.from([gzipSync(text)]);
      expect(await stage.json(['catalogue', 'import', '-'], packed)).toMatchObject({ unchanged: 2 });
    });

    it('says on stderr what fields are called now, once, and takes them; so does a refresh', async () => {
      const source = { type: 'endoflife', settings: { product: 'before' } };
      const { identity, ...rest } = product('Cli before', ['1.0']);
      const file = join(stage.env.DATA_DIR!, 'before.ndjson');
      writeFileSync(file, line({ ...rest, source: identity, feed: source }).repeat(2));
      const warnings = [
        'line 1: source is called identity now; the old name is read until 0.2',
        'line 1: feed is called source now; the old name is read until 0.2',
      ];
      for (const command of ['import', 'refresh']) {
        const { code, stdout, stderr } = await stage.cli(['catalogue', command, file]);
        expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({ code: 0, rejected: 0 });
        expect(stderr.split('\n').filter((text) => text.startsWith('line '))).toEqual(warnings);
      }
      const { stdout: exported } = await stage.cli(['catalogue', 'export']);
      const written = exported.split('\n').filter((text) => text.includes('"Cli before"'));
      expect(written.map((text) => JSON.parse(text) as object)).toMatchObject([{ identity, source }]);
    });

    it('reports bad lines on stderr, takes the good ones and ends with 1', async () => {
      const good = product('Cli good', ['1.0']);
      const { code, stdout, stderr } = await stage.cli(['catalogue', 'import', '-'], `{}\n${line(good)}no JSON\n`);
      expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({ code: 1, software: 1, rejected: 2 });
      expect(stderr).toMatch(/^line 1: publisher must be an object$/m);
      expect(stderr).toMatch(/^line 3: the line is not valid JSON$/m);
    });

    it('says that a gzip file breaks off, and that a folder is no file', async () => {
      const packed = gzipSync(text);
      const broken = Readable.from([packed.subarray(0, packed.length - 10)]);
      const [short, folder] = await Promise.all([
        stage.cli(['catalogue', 'import', '-'], broken),
        stage.cli(['catalogue', 'import', stage.env.DATA_DIR!]),
      ]);
      expect(short).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/unexpected end of file/) });
      expect(folder).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/EISDIR/) });
    });
  });

  describe('scripts/import-catalogue.mjs', () => {
    const payloads = (name: string) => join(__dirname, '..', 'source', 'catalogue', 'payloads', name);
    const imported = (format: string, location: string, input?: string) =>
      startScript('import-catalogue.mjs', ['--format', format, location], stage.env, input).finished;

    it.each([
      ['winget', 10],
      ['release-data', 2],
    ])('%s takes a folder, and changes nothing the second time', async (format, software) => {
      const first = await imported(format, payloads(format));
      expect({ ...first, ...(JSON.parse(first.stdout) as object) }).toMatchObject({ code: 0, software, rejected: 0 });
      const again = await imported(format, payloads(format));
      expect(JSON.parse(again.stdout)).toMatchObject({ software: 0, versions: 0, unchanged: software });
      expect(again.stderr).toMatch(new RegExp(`^Nothing changed; ${software} products unchanged, 0 rejected\\.$`, 'm'));
    });

    it('reports bad files on stderr by path and line, and ends with 1', async () => {
      const folder = join(stage.env.DATA_DIR!, 'releases');
      mkdirSync(folder);
      writeFileSync(join(folder, 'bad\u001b[31m.json'), '{\n"versions": x\n}');
      const { code, stdout, stderr } = await imported('release-data', folder);
      expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({ code: 1, rejected: 1 });
      expect(stderr).toMatch(/^bad\?\[31m\.json:2: is not valid JSON$/m);
    });

    it('takes an archive on standard input only when it is one', async () => {
      const { code, stdout } = await imported('winget', '-', 'no archive');
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    });
  });

  describe('catalogue refresh', () => {
    it('counts what a file would change, then changes it, and refuses another file', async () => {
      const record = product('Refreshed', ['1.0', '1.1']);
      const file = join(stage.env.DATA_DIR!, 'newer.ndjson.gz');
      writeFileSync(file, gzipSync(line(record)));
      const dry = await stage.cli(['catalogue', 'refresh', file, '--dry-run']);
      expect({ ...dry, stderr: '' }).toMatchObject({ code: 0 });
      expect(dry.stderr).toContain('Would add or change: 1 publishers, 1 products, 2 versions');
      const counts = { software: 1, versions: 2, rejected: 0, moved: 0, keptSources: 0, keptOrderings: 0 };
      expect(await stage.json(['catalogue', 'refresh', file])).toMatchObject(counts);
      expect(await stage.json(['catalogue', 'refresh', file])).toMatchObject({ versions: 0, unchanged: 1 });
      const { code, stderr } = await stage.cli(['catalogue', 'refresh', file, '--sha256', '0'.repeat(64)]);
      expect(code).toBe(1);
      expect(stderr).toContain('This is another file: its SHA-256 is ');
    });
  });

  describe('catalogue export', () => {
    it('writes the same to standard output, to a file and, packed, to a file that ends in .gz', async () => {
      await stage.json(['catalogue', 'import', '-'], line(product('Exported', ['1.0'])));
      const { code, stdout, stderr } = await stage.cli(['catalogue', 'export']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Exported \d+ publishers/) });
      expect(stdout).toContain('"name":"Exported"');
      const file = join(stage.env.DATA_DIR!, 'export.ndjson');
      const count = stdout.trimEnd().split('\n').length;
      expect(await stage.json(['catalogue', 'export', file])).toMatchObject({ software: count });
      await stage.json(['catalogue', 'export', `${file}.gz`]);
      expect(readFileSync(file, 'utf8')).toBe(stdout);
      expect(gunzipSync(readFileSync(`${file}.gz`)).toString()).toBe(stdout);
      expect(await stage.json(['catalogue', 'import', `${file}.gz`])).toMatchObject({ unchanged: count, rejected: 0 });
    });

    it('leaves out a source that does not open, names its product and ends with 1; source list goes on, too', async () => {
      const source = (name: string) => ({ type: 'github-releases', settings: { repository: `acme/${name}` } });
      const records = ['damaged', 'whole'].map((name) => ({ ...product(name, []), source: source(name) }));
      await stage.json(['catalogue', 'import', '-'], records.map(line).join(''));
      const [damaged] = await test.database.query<{ id: string }>(`SELECT id FROM software WHERE name_key = 'damaged'`);
      const where = `software_id = '${damaged!.id}'`;
      await test.database.execute(`UPDATE software_source SET settings = 'x' WHERE ${where}`);
      const exported = await stage.cli(['catalogue', 'export']);
      const listed = await stage.cli(['source', 'list']);
      await test.database.execute(`DELETE FROM software_source WHERE ${where}`);
      expect(exported.code).toBe(1);
      expect(exported.stderr).toContain(`The source of "damaged" (${damaged!.id}) is not in the export`);
      expect(exported.stdout).toContain('"name":"damaged"');
      expect(exported.stdout.match(/"repository":"[^"]+"/g)).toEqual(['"repository":"acme/whole"']);
      const sources = listed.stdout.trimEnd().split('\n');
      expect(sources.map((text) => (JSON.parse(text) as { settings: object }).settings)).toEqual(
        expect.arrayContaining([{}, expect.objectContaining({ repository: 'acme/whole' })]),
      );
      expect(listed.stderr).toContain(damaged!.id);
    });

    it('leaves nothing behind where it cannot write', async () => {
      const file = join(stage.env.DATA_DIR!, 'a-folder');
      mkdirSync(file);
      const { code, stdout } = await stage.cli(['catalogue', 'export', file]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(readdirSync(stage.env.DATA_DIR!).filter((name) => name.endsWith('.partial'))).toEqual([]);
    });
  });

  describe('token', () => {
    interface Listed {
      id: string;
      user: string;
      scopes: string[];
      name: string;
      expires_at: string;
    }

    const create = (...options: string[]) => stage.cli(['token', 'create', ...options]);
    const list = async () => {
      const { stdout } = await stage.cli(['token', 'list']);
      expect(stdout).not.toContain('sut_');
      return stdout
        .trimEnd()
        .split('\n')
        .map((text) => JSON.parse(text) as Listed);
    };
    const as = ({ stdout }: Finished) => supertest.agent(test.url).set('Authorization', `Bearer ${last(stdout)}`);

    it('create makes a user and prints a token that works as the last line of stdout', async () => {
      const created = await create('--user', 'carla', '--email', 'carla@example.org');
      expect(created.code).toBe(0);
      expect(last(created.stdout)).toMatch(/^sut_[\w-]{43}$/);
      const { body } = await as(created).get('/api/v1/profile').expect(200);
      expect(body.data).toMatchObject({ user: 'carla', email: 'carla@example.org' });
      await as(created).patch('/api/v1/profile').send({}).expect(200);
      await as(created).post('/api/v1/catalogue').set('Content-Type', 'application/x-ndjson').send('').expect(403);
    });

    it('create gives the same user another token, and several at once to a new one', async () => {
      const tokens = await Promise.all([1, 2, 3].map(() => create('--user', 'dora')));
      expect(tokens.map(({ code }) => code)).toEqual([0, 0, 0]);
      tokens.push(await create('--user', 'dora', '--scopes', 'read'));
      expect(new Set(tokens.map(({ stdout }) => last(stdout))).size).toBe(4);
      for (const token of tokens) await as(token).get('/api/v1/profile').expect(200);
      expect((await list()).filter(({ user }) => user === 'dora')).toHaveLength(4);
      await as(tokens[3]!).patch('/api/v1/profile').send({}).expect(403);
    });

    it('create takes scopes, a name and a time after which it is not valid', async () => {
      await create('--user', 'eva', '--scopes', 'catalogue:write, admin', '--name', 'import job', '--expires', '90d');
      const [token] = (await list()).filter(({ user }) => user === 'eva');
      expect(token).toMatchObject({ name: 'import job', scopes: ['catalogue:write', 'admin'] });
      const days = (Date.parse(token!.expires_at) - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(89.9);
      expect(days).toBeLessThan(90.1);
    });

    it('revoke makes one invalid, and says when there is none', async () => {
      const created = await create('--user', 'fred');
      const { id } = (await list()).find(({ user }) => user === 'fred')!;
      const revoked = await stage.cli(['token', 'revoke', id]);
      expect({ code: revoked.code, stdout: revoked.stdout }).toEqual({ code: 0, stdout: '' });
      await as(created).get('/api/v1/profile').expect(401);
      const again = await stage.cli(['token', 'revoke', id]);
      expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/no such token/)]);
    });
  });

  it('source fetch says on stderr when there is nothing, and fails when something is wrong', async () => {
    const receiver = await httpReceiver();
    const fetchWith = async (type: string, body: string, settings: object) => {
      receiver.respond = () => [200, {}, body];
      return stage.cli(['source', 'fetch', type, JSON.stringify({ url: receiver.url, ...settings })]);
    };
    const empty = await fetchWith('feed', '<rss><channel/></rss>', {});
    expect(empty).toMatchObject({ code: 0, stdout: '', stderr: 'The source has no releases.\n' });
    const wrong = await fetchWith('html', '<p>2.0</p>', { pattern: 'v([0-9.]+)' });
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toContain('The pattern matches nothing on the page');
    expect(wrong.stderr).not.toMatch(/^ +at /m);
    await closeAll();
  });

  it('software search prints what it finds, the best first, and says on stderr when that is nothing', async () => {
    await test.import(product('Dravenport pro', ['1.0', '2.0']), product('Dravenport', []));
    const { code, stdout, stderr } = await stage.cli(['software', 'search', 'dravenprot', '--limit', '5']);
    expect(stderr).toContain('Not in the catalogue; similar:');
    const found = stdout
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text) as object);
    expect({ code, found }).toEqual({
      code: 0,
      found: [
        {
          id: expect.any(String),
          name: 'Dravenport',
          publisher: 'Publisher of Dravenport',
          latest_version: null,
          freshness: expect.objectContaining({ state: 'no-source' }),
        },
        {
          id: expect.any(String),
          name: 'Dravenport pro',
          publisher: 'Publisher of Dravenport pro',
          latest_version: '2.0',
          freshness: expect.objectContaining({ state: 'no-source' }),
        },
      ],
    });
    const named = await stage.cli(['software', 'search', 'dra', 'venport', '--limit', '1']);
    expect(named.stdout).toContain('"Dravenport"');
    expect(named.stderr).not.toContain('similar');
    expect(await stage.cli(['software', 'search', 'qqq'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('Nothing was found.'),
    });
    expect(await stage.cli(['software', 'search', ' '])).toMatchObject({ code: 1, stdout: '' });
    expect((await stage.cli(['software', 'search', 'x', '--limit', '0'])).code).toBe(2);
  });

  it('check and deliver do one pass each and print what they did, apart from the log', async () => {
    const tracked = await track(test, await newUser(test), '1.0');
    await tracked.release('2.0');
    const { stdout, stderr } = await stage.cli(['check'], undefined, { LOG_LEVEL: 'trace' });
    expect(JSON.parse(stdout)).toMatchObject({ favorites: 1, flagged: 1, notified: 1 });
    expect(stderr).toContain('updates found');
    expect(await stage.json(['check'])).toEqual({ software: 0, favorites: 0, flagged: 0, notified: 0 });
    const delivered = await stage.cli(['deliver']);
    expect(JSON.parse(delivered.stdout)).toMatchObject({ sent: 1, failed: 0 });
    expect(await tracked.favorite()).toMatchObject({ notified_version: { version: '2.0' } });
  });
});
