import { once } from 'node:events';
import { createServer } from 'node:net';
import type { LoggerService } from '@nestjs/common';
import { loadConfig } from '../../src/config/config';
import { waitForDatabase } from '../../src/database/migrate';
import { Proxy } from '../crash/proxy';
import { eventually } from '../setup/eventually';
import { createStage, logLines, onServerDatabase, readyUrl, type Stage, start } from '../setup/process';
import { TEST_SECRET_KEY } from '../setup/planted';
import { expectWithin } from '../setup/timing';

const PASSWORD = 'canary-of-the-database';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await once(server.close(), 'close');
  return port;
}

describe.each(['true', 'false'])('a database that is away at the start, with MIGRATE=%s,', (migrate) => {
  let stage: Stage;
  let port: number;

  beforeAll(async () => {
    stage = await createStage({ MIGRATE: migrate });
    port = await freePort();
  });

  afterAll(() => stage.drop());

  it('is waited for in plain words, and a signal ends that at once', async () => {
    const url = `mariadb://tracker:${PASSWORD}@127.0.0.1:${port}/tracker`;
    const waiting = start('main', [], { ...stage.env, DATABASE_URL: url });
    await eventually(() => logLines(waiting.output.stdout).length > 2);
    waiting.child.kill('SIGTERM');
    const begin = performance.now();
    const { code, stdout, stderr } = await waiting.finished;
    expect({ code, stderr }).toEqual({ code: 143, stderr: '' });
    expectWithin(performance.now() - begin, 1_000);
    expect(logLines(stdout)[1]).toMatchObject({
      level: 40,
      msg: 'the database cannot be reached',
      host: '127.0.0.1',
      port,
      reason: `connect ECONNREFUSED 127.0.0.1:${port}`,
    });
    expect(stdout).not.toContain(PASSWORD);
  });

  (onServerDatabase ? it : it.skip)('is used as soon as it is there', async () => {
    const server = new URL(stage.env.DATABASE_URL!);
    const proxy = new Proxy({ host: server.hostname, port: Number(server.port || 3306) }, () => undefined);
    server.hostname = '127.0.0.1';
    server.port = String(await proxy.listen());
    proxy.refuse(true);
    const waiting = start('main', [], { ...stage.env, DATABASE_URL: server.href });
    await eventually(() => logLines(waiting.output.stdout).length > 1);
    proxy.refuse(false);
    await eventually(() => readyUrl(waiting.output.stdout) !== undefined);
    waiting.child.kill('SIGTERM');
    expect((await waiting.finished).code).toBe(0);
    await proxy.close();
  });
});

describe('a database that stays away', () => {
  const config = (name: string) =>
    loadConfig({ DATABASE_URL: `mariadb://tracker:${PASSWORD}@${name}/tracker`, SECRET_KEY: TEST_SECRET_KEY });

  it('is named, without the password', async () => {
    const warn = jest.fn();
    const port = await freePort();
    const waiting = waitForDatabase(config(`127.0.0.1:${port}`), { warn } as unknown as LoggerService, 2_500);
    await expect(waiting).rejects.toThrow(
      `The database "tracker" at 127.0.0.1:${port} cannot be reached after 2.5 seconds: connect ECONNREFUSED 127.0.0.1:${port}`,
    );
    expect(warn).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(warn.mock.calls)).not.toContain(PASSWORD);
  });
});
