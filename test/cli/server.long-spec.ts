import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import supertest from 'supertest';
import { eventually } from '../setup/eventually';
import { createEmptyDatabase } from '../setup/database';
import {
  createStage,
  logLines,
  onServerDatabase,
  type Server,
  serve,
  type Stage,
  start,
  startOnTerminal,
} from '../setup/process';
import { outside } from '../setup/receivers';
import { startApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { expectWithin } from '../setup/timing';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const TOKEN = /\bsut_[\w-]{43}\b/g;
const as = (server: Server, token: string) => supertest.agent(server.url).set('Authorization', `Bearer ${token}`);

describe('the server', () => {
  const world = outside();
  let stage: Stage;

  beforeEach(async () => {
    stage = await createStage({}, createEmptyDatabase());
  });

  afterEach(() => stage.drop());

  const tokenFor = async (user: string, scopes = 'read,write,catalogue:write') =>
    (await stage.cli(['token', 'create', '--user', user, '--scopes', scopes])).stdout.trim().split('\n').at(-1)!;

  describe('on its first start', () => {
    /** Nothing but a folder: the embedded database and everything by default. */
    const newcomer = () => ({ DATA_DIR: stage.env.DATA_DIR!, PORT: '0' });

    /** What it shows a newcomer works as it stands. */
    async function commandsWork(text: string, count: number): Promise<void> {
      const commands = text.split(/\r?\n/).filter((line) => line.trim().startsWith('curl '));
      expect(commands).toHaveLength(count);
      for (const command of commands) {
        const [, origin, path] = /"(http:\/\/[^"/]+)([^"]*)"$/.exec(command)!;
        const agent = supertest.agent(origin!).set('Authorization', `Bearer ${/Bearer (\S+)"/.exec(command)![1]}`);
        const answer = command.includes('-X POST') ? agent.post(path!) : agent.get(path!);
        expect((await answer.expect(200)).body.data).toBeTruthy();
      }
    }

    it('shows text and commands to try on a terminal, and ends at Ctrl-C', async () => {
      const env = { ...newcomer(), SEED_CATALOGUE: 'false', DEMO: 'true', TERM: 'dumb' };
      const { child, output, finished } = startOnTerminal(`${process.execPath} dist/main.js`, env);
      await eventually(() => output.stdout.includes('Stop with Ctrl-C'));
      expect(output.stdout).toMatch(/^Ready at http:\S+ \(documentation: \S+\/docs\)\r?$/m);
      expect(output.stdout).not.toMatch(/^\{/m);
      // Without the catalogue there is no favorite to show and to move.
      await commandsWork(output.stdout, 2);
      child.stdin!.write('\x03');
      expect((await finished).code).toBe(0);
    });

    it('writes nothing but JSON elsewhere: first what runs, last that it is ready, with the token between them', async () => {
      const server = await serve({ ...newcomer(), SEED_CATALOGUE: 'false', DEMO: 'true', LOG_LEVEL: 'error' });
      await as(server, server.output.stdout.match(TOKEN)![0]).get('/api/v1/favorite').expect(200);
      const { stdout, stderr } = await server.stop();
      const { version } = jest.requireActual<{ version: string }>('../../package.json');
      expect({ lines: logLines(stdout), stderr }).toEqual({
        lines: [
          expect.objectContaining({
            level: 30,
            msg: 'starting',
            version,
            commit: null,
            database: 'sqlite',
            node: process.version,
          }),
          expect.objectContaining({ user: 'demo', token: expect.stringMatching(TOKEN), favorites: 0 }),
          expect.objectContaining({ msg: 'ready', url: server.url }),
        ],
        stderr: '',
      });
    });

    it('imports the catalogue and makes a user with favorites and a token, and none of it again on the second', async () => {
      const first = await serve({ ...newcomer(), DEMO: 'true' });
      const imported = { msg: 'bundled catalogue imported', publishers: 5_827, software: 6_944, versions: 115_346 };
      expect(logLines(first.output.stdout)).toContainEqual(expect.objectContaining(imported));
      expect(first.output.stderr).toBe('');
      const tokens = first.output.stdout.match(TOKEN)!;
      expect(new Set(tokens).size).toBe(1);
      const ada = as(first, tokens[0]!);
      const { body } = await ada.get('/api/v1/favorite?update_available=true&includeTotal').expect(200);
      expect(body.meta.total).toBe(5);
      const ended = await ada.get('/api/v1/favorite?support=ended').expect(200);
      expect(ended.body.data.map(({ software }: { software: string }) => software)).toContain('Keycloak');
      const total = await ada.get('/api/v1/software?per_page=1&includeTotal').expect(200);
      expect(total.body.meta.total).toBe(6_944);
      await supertest(first.url).get('/health/ready').expect(200);
      const [token] = (await ada.get('/api/v1/token').expect(200)).body.data as {
        scopes: string[];
        expires_at: string;
      }[];
      expect(token!.scopes).toEqual(['read', 'write']);
      expect((Date.parse(token!.expires_at) - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
      expect((await first.stop('SIGINT')).code).toBe(0);

      const second = await serve(newcomer());
      expect(second.output.stdout).not.toMatch(TOKEN);
      expect(second.output.stdout).not.toContain('imported');
      const again = as(second, tokens[0]!);
      expect((await again.get('/api/v1/favorite').expect(200)).body.data).toHaveLength(5);
      expect((await second.stop()).code).toBe(0);
    });

    it('makes no user and no token when nobody asked for one, and says how to make one', async () => {
      const unasked = { ...newcomer(), DATABASE_URL: '', DEMO: '', SEED_CATALOGUE: 'false' };
      const first = await serve(unasked);
      expect(first.output.stdout).not.toMatch(TOKEN);
      expect(first.output.stdout).toContain('node dist/cli.js token create --user <name>');
      await first.stop();
      expect(await stage.cli(['user', 'list'], undefined, unasked)).toMatchObject({ code: 0, stdout: '' });
      await stage.cli(['token', 'create', '--user', 'ada'], undefined, unasked);
      const second = await serve(unasked);
      expect(second.output.stdout).not.toContain('token create');
      await second.stop();
    });

    it('makes a demo user when npm start is run at a terminal, and only then', async () => {
      const program = join(__dirname, '..', '..', 'scripts', 'start.mjs');
      const env = { ...newcomer(), SEED_CATALOGUE: 'false', TERM: 'dumb', PATH: process.env.PATH! };
      const logged = spawn(process.execPath, [program], { env });
      let log = '';
      logged.stdout.on('data', (part: Buffer) => (log += part.toString()));
      await eventually(() => log.includes('"msg":"ready"'));
      logged.kill();
      await once(logged, 'close');
      expect(log).not.toMatch(TOKEN);
      const { child, output, finished } = startOnTerminal(`${process.execPath} ${program}`, env);
      await eventually(() => output.stdout.includes('Stop with Ctrl-C'));
      expect(output.stdout).toMatch(TOKEN);
      const [, origin, code] = /^Open this link[^\n]* (http:\S+)\/sign-in#k=(\S+)\r$/m.exec(output.stdout)!;
      // Above everything else that is for people to do.
      expect(output.stdout.indexOf(code!)).toBeLessThan(output.stdout.indexOf('Ready at'));
      const signIn = () => supertest(origin!).post('/api/v1/session').set('Origin', origin!).send({ code });
      const { body } = await signIn().expect(201);
      expect(body.data).toMatchObject({
        user: { name: 'demo' },
        scopes: ['read', 'write', 'catalogue:write', 'inventory:write', 'admin'],
      });
      expect((await signIn().expect(401)).body).toMatchObject({ reason: 'used' });
      child.stdin!.write('\x03');
      await finished;
      const second = startOnTerminal(`${process.execPath} ${program}`, env);
      await eventually(() => second.output.stdout.includes('Ready at'));
      expect(second.output.stdout).toContain('npm run cli -- sign-in --user <name>');
      expect(second.output.stdout).not.toContain('#k=');
      second.child.stdin!.write('\x03');
      await second.finished;
    });

    it('goes on where it was when it was killed in the middle of the import', async () => {
      const env = { ...stage.env, SEED_CATALOGUE: 'true' };
      // An app in the test's own process looks on: it sees the very beginning of the import.
      await stage.json(['migrate']);
      const onlooker = await startApp({ DATABASE_URL: stage.env.DATABASE_URL! });
      const products = () =>
        onlooker.database.count({ text: 'SELECT COUNT(*) AS total FROM software', parameters: [] });
      const killed = start('main', [], env);
      await eventually(async () => (await products()) > 0);
      killed.child.kill('SIGKILL');
      await killed.finished;
      const left = await products();
      const next = await serve(env);
      expect({ left: left < 6_944, products: await products() }).toEqual({ left: true, products: 6_944 });
      await next.stop();
      await onlooker.close();
    });

    it('says that its address is taken before it makes a token that nobody would see', async () => {
      const taken = createServer();
      taken.listen(0, '127.0.0.1');
      await once(taken, 'listening');
      const { port } = taken.address() as { port: number };
      const env = { ...newcomer(), SEED_CATALOGUE: 'false', DEMO: 'true' };
      const { code, stdout, stderr } = await start('main', [], { ...env, PORT: String(port) }).finished;
      taken.close();
      expect({ code, tokens: stdout.match(TOKEN) }).toEqual({ code: 1, tokens: null });
      expect(stderr).toContain(`Port ${port} of 127.0.0.1 is taken.`);
      const next = await serve(env);
      expect(next.output.stdout).toMatch(TOKEN);
      await next.stop();
    });
  });

  describe('refuses to start with exit code 1 and the name of the variable', () => {
    it.each<[string, Record<string, string>, RegExp]>([
      ['a bad port', { PORT: '99999' }, /PORT must be a whole number/],
      [
        'no secret for a server database',
        { DATABASE_URL: 'mariadb://localhost/x', SECRET_KEY: '' },
        /SECRET_KEY is required/,
      ],
      ['several mistakes', { LOG_LEVEL: 'loud', SECRET_KEY: 'short' }, /LOG_LEVEL[^]*SECRET_KEY/],
    ])('%s', async (_what, environment, message) => {
      const { code, stdout, stderr } = await start('main', [], { ...stage.env, ...environment }).finished;
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(message);
      expect(stderr).not.toMatch(/^ +at /m);
      expect(stderr).not.toContain('short');
    });
  });

  describe('ends', () => {
    it.each(['SIGTERM', 'SIGINT'] as const)('quickly and with 0 after %s, whoever is connected', async (signal) => {
      const server = await serve(stage.env);
      const { port } = new URL(server.url);
      // One that says nothing, and one that is kept alive after an answer.
      const silent = createConnection(Number(port), '127.0.0.1');
      const kept = createConnection(Number(port), '127.0.0.1');
      for (const socket of [silent, kept]) socket.on('error', () => undefined);
      kept.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
      await Promise.all([once(silent, 'connect'), once(kept, 'data')]);
      const begin = performance.now();
      const { code, stderr } = await server.stop(signal);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expectWithin(performance.now() - begin, 3_000);
      silent.destroy();
      kept.destroy();
    });

    it('after what it is sending has arrived and is written down, so that nothing comes twice', async () => {
      const hook = await world.http();
      const server = await serve({ ...stage.env, CHECK_EVERY: '1s' });
      const token = await tokenFor('ada');
      const ada = as(server, token);
      const channel = { type: 'webhook', name: 'hook', settings: { url: hook.url, secret: SECRET } };
      await ada.post('/api/v1/channel').send(channel).expect(201);
      const products = Array.from({ length: 6 }, (_, index) => product(`Ends well ${index}`, ['1.0']));
      const upload = (list: object[]) =>
        ada
          .post('/api/v1/catalogue')
          .set('Content-Type', 'application/x-ndjson')
          .send(list.map((record) => `${JSON.stringify(record)}\n`).join(''))
          .expect(200);
      await upload(products);
      const { body } = await ada.get('/api/v1/software?per_page=100').expect(200);
      for (const { id } of body.data as { id: string }[])
        await ada.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
      let stopped: ReturnType<Server['stop']> | undefined;
      // The signal comes while the first messages are on their way: they are answered half a second later.
      const slowly = (response: { writeHead(status: number): { end(): void } }) => {
        stopped ??= server.stop();
        setTimeout(() => response.writeHead(200).end(), 500);
      };
      hook.will(...products.map(() => slowly as never));
      await upload(products.map((record) => ({ ...record, versions: [{ version: '2.0' }] })));
      await eventually(() => stopped !== undefined);
      expect((await stopped!).code).toBe(0);
      const before = hook.requests.length;
      expect(before).toBeGreaterThan(0);
      const delivered = await stage.json<{ sent: number }>(['deliver']);
      expect(delivered.sent).toBe(6 - before);
      expect(new Set(hook.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(6);
    });
  });

  it('notices by itself what another process imports, within CHECK_EVERY', async () => {
    const hook = await world.http();
    const server = await serve({ ...stage.env, CHECK_EVERY: '1s' });
    const ada = as(server, await tokenFor('ada'));
    const channel = { type: 'webhook', name: 'hook', settings: { url: hook.url, secret: SECRET } };
    await ada.post('/api/v1/channel').send(channel).expect(201);
    const record = product('Noticed', ['1.0']);
    await stage.json(['catalogue', 'import', '-'], JSON.stringify(record));
    const { body } = await ada.get('/api/v1/software?name=noticed').expect(200);
    await ada.post('/api/v1/favorite').send({ software: body.data[0].id, version: '1.0' }).expect(201);
    hook.will(200);
    await stage.json(['catalogue', 'import', '-'], JSON.stringify({ ...record, versions: [{ version: '2.0' }] }));
    await eventually(() => hook.requests.length === 1);
    expect(hook.requests[0]!.verified(SECRET).data.version.version).toBe('2.0');
    expect((await server.stop()).code).toBe(0);
  });

  // The embedded database has one server process.
  (onServerDatabase ? it : it.skip)(
    'tells everything once when two serve one database, also when one is killed',
    async () => {
      const hook = await world.http();
      const relay = await world.smtp();
      const env = { ...stage.env, CHECK_EVERY: '1s', SMTP_URL: relay.url, TRUST_EMAIL_ADDRESSES: 'true' };
      // Both migrate at the same time.
      const [one, two] = (await Promise.all([serve(env), serve(env)])) as [Server, Server];
      const token = await tokenFor('ada');
      const ada = as(one, token);
      for (const channel of [
        { type: 'webhook', settings: { url: hook.url, secret: SECRET } },
        { type: 'email', settings: { address: 'ada@example.org' } },
      ])
        await ada
          .post('/api/v1/channel')
          .send({ name: 'x', ...channel })
          .expect(201);
      const record = product('Told once', ['1.0']);
      const release = (version: string) =>
        stage.json(['catalogue', 'import', '-'], JSON.stringify({ ...record, versions: [{ version }] }));
      await release('1.0');
      const { body } = await ada.get('/api/v1/software?name=told%20once').expect(200);
      const favorite = await ada
        .post('/api/v1/favorite')
        .send({ software: body.data[0].id, version: '1.0' })
        .expect(201);
      const told = async (server: Server, version: string) =>
        (await as(server, token).get(`/api/v1/favorite/${favorite.body.data.uuid}`).expect(200)).body.data
          .notified_version?.version === version;
      for (const [index, version] of ['2.0', '3.0', '4.0'].entries()) {
        hook.will(200);
        relay.will(250);
        await release(version);
        await eventually(() => hook.requests.length === index + 1 && relay.mails.length === index + 1);
        await eventually(() => told(two, version));
      }
      one.child.kill('SIGKILL');
      await one.finished;
      hook.will(200);
      relay.will(250);
      await release('5.0');
      await eventually(() => hook.requests.length === 4 && relay.mails.length === 4);
      await eventually(() => told(two, '5.0'));
      expect((await two.stop()).code).toBe(0);
      expect(hook.requests.map((request) => request.verified(SECRET).data.version.version)).toEqual([
        '2.0',
        '3.0',
        '4.0',
        '5.0',
      ]);
      expect(await stage.json(['deliver'])).toMatchObject({ sent: 0 });
    },
  );
});
