import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import supertest from 'supertest';
import { Proxy } from '../crash/proxy';
import { eventually } from '../setup/eventually';
import { createEmptyDatabase } from '../setup/database';
import { createStage, logLines, onServerDatabase, readyUrl, type Stage, start } from '../setup/process';

(onServerDatabase ? describe : describe.skip)('with a database server, a start', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await createStage({}, createEmptyDatabase());
  });

  afterEach(() => stage.drop());

  it('says that DEMO has no effect', async () => {
    const server = await stage.serve({ DEMO: 'true' });
    expect(logLines(server.output.stdout)).toContainEqual(
      expect.objectContaining({ msg: 'this variable has no effect with a server database', variable: 'DEMO' }),
    );
    await server.stop();
  });

  it.each<[string, (url: URL) => void, RegExp]>([
    [
      'the password is wrong',
      (url) => (url.password = 'canary-of-a-password'),
      /^The database server at .+:\d+ refuses the user "/,
    ],
    ['there is no such database', (url) => (url.pathname = '/nowhere'), /^There is no database "nowhere" at /],
    ['nothing answers', (url) => (url.port = '1'), /^No database server answers at .+:1 \(connect ECONNREFUSED/],
    [
      'the host is not known',
      (url) => (url.hostname = 'nowhere.invalid'),
      /^The host "nowhere\.invalid" of DATABASE_URL is not known/,
    ],
  ])('says so from the command line when %s', async (_, change, said) => {
    const url = new URL(stage.env.DATABASE_URL!);
    change(url);
    const { code, stderr } = await stage.cli(['user', 'list'], '', { DATABASE_URL: url.href });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(said) });
    expect(stderr).not.toContain('canary-of-a-password');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('says from the command line that the database is not migrated', async () => {
    expect(await stage.cli(['user', 'list'])).toMatchObject({
      code: 1,
      stderr: 'The database is not migrated. Run `node dist/cli.js migrate`.\n',
    });
  });

  it('waits with a user who may not change tables', async () => {
    const url = new URL(stage.env.DATABASE_URL!);
    const admin = await createConnection(url.href);
    const user = `u${randomBytes(6).toString('hex')}`;
    const name = url.pathname.slice(1);
    for (const host of ['localhost', '%']) {
      await admin.query(`CREATE USER '${user}'@'${host}' IDENTIFIED BY 'x'`);
      await admin.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON \`${name}\`.* TO '${user}'@'${host}'`);
    }
    [url.username, url.password] = [user, 'x'];
    const { child, output, finished } = start('main', [], { ...stage.env, DATABASE_URL: url.href, MIGRATE: 'false' });
    await eventually(() => output.stdout.includes('not ready, the database is not migrated'));
    const migrate = await stage.cli(['migrate'], '', { DATABASE_URL: url.href });
    expect(migrate).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database user ".+" may not do that/),
    });
    await stage.json(['migrate']);
    await eventually(() => readyUrl(output.stdout) !== undefined);
    child.kill('SIGTERM');
    expect((await finished).code).toBe(0);
    for (const host of ['localhost', '%']) await admin.query(`DROP USER '${user}'@'${host}'`);
    await admin.end();
  });

  it('is not ready before the database is migrated, says what to run, and is ready afterwards', async () => {
    const { child, output, finished } = start('main', [], { ...stage.env, MIGRATE: 'false' });
    const not = () => logLines(output.stdout).find(({ msg }) => String(msg).startsWith('not ready'));
    await eventually(() => not() !== undefined);
    expect(not()!.msg).toContain('run `node dist/cli.js migrate`, or start with MIGRATE=true');
    const asked = await supertest(not()!.url as string).get('/health/ready');
    expect([asked.status, asked.body.detail]).toEqual([503, 'the database is not migrated']);
    expect(readyUrl(output.stdout)).toBeUndefined();
    await stage.json(['migrate']);
    await eventually(() => readyUrl(output.stdout) !== undefined);
    child.kill('SIGTERM');
    expect((await finished).code).toBe(0);
  });

  it('logs that the database goes and that it is back, once each', async () => {
    await stage.json(['migrate']);
    const server = new URL(stage.env.DATABASE_URL!);
    const proxy = new Proxy({ host: server.hostname, port: Number(server.port || 3306) }, () => undefined);
    server.hostname = '127.0.0.1';
    server.port = String(await proxy.listen());
    const env = { ...stage.env, DATABASE_URL: server.href, LOG_LEVEL: 'info', CHECK_EVERY: '1s' };
    const { child, output, finished } = start('main', [], env);
    await eventually(() => readyUrl(output.stdout) !== undefined);
    const ask = () => supertest(readyUrl(output.stdout)!).get('/health/ready');
    await ask().expect(200);
    const from = logLines(output.stdout).length;
    proxy.refuse(true);
    proxy.cut();
    for (let times = 0; times < 20; times++) await ask().expect(503);
    await eventually(() => output.stdout.includes('the database does not answer'));
    proxy.refuse(false);
    await eventually(async () => (await ask()).status === 200);
    child.kill('SIGTERM');
    expect((await finished).code).toBe(0);
    const said = logLines(output.stdout).slice(from);
    const ofDatabase = said.filter(({ msg }) => String(msg).startsWith('the database'));
    expect(ofDatabase).toMatchObject([
      { level: 50, msg: 'the database does not answer', reason: expect.any(String) },
      { level: 30, msg: 'the database answers again', seconds: expect.any(Number) },
    ]);
    expect(said.filter(({ level, err }) => Number(level) > 30 && err !== undefined)).toEqual([]);
    await proxy.close();
  });
});
