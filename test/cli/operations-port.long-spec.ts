import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../setup/eventually';
import { createStage, logLines, type Server, type Stage, start } from '../setup/process';

const OURS = ['/health/live', '/health/ready', '/metrics'];

describe('health and metrics on a port of their own', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await createStage({ LOG_LEVEL: 'info' });
  });

  afterAll(() => stage.drop());

  async function serve(env: Record<string, string> = {}): Promise<{ server: Server; operations: string }> {
    const server = await stage.serve({ OPERATIONS_PORT: '0', ...env });
    const ready = logLines(server.output.stdout).find(({ msg }) => msg === 'ready');
    return { server, operations: `http://127.0.0.1:${ready!.operationsPort as number}` };
  }

  it('are only there, and nothing else is', async () => {
    const { server, operations } = await serve();
    for (const method of ['GET', 'HEAD'])
      for (const path of OURS) {
        const there = await fetch(operations + path, { method });
        expect([path, there.status]).toEqual([path, 200]);
        expect((await there.text()) === '').toBe(method === 'HEAD');
        for (const spelling of [path, `${path}/`, `${path}?x=1`, path.toUpperCase(), path.replace('e', '%65')]) {
          const here = await fetch(server.url + spelling, { method, redirect: 'manual' });
          expect([spelling, here.status]).toEqual([spelling, 404]);
          if (method === 'GET') expect(await here.json()).toMatchObject({ status: 404 });
        }
      }
    expect((await fetch(`${server.url}/docs/openapi.json`)).status).toBe(200);
    expect((await fetch(`${server.url}/api/v1/software`)).status).toBe(401);
    for (const path of ['/', '/docs/openapi.json', '/api/v1/software', '/api/software', '/healthy', '/metricsx'])
      expect([path, (await fetch(operations + path)).status]).toEqual([path, 404]);
    expect((await fetch(operations + '/metrics', { method: 'POST' })).status).toBe(405);
    expect((await server.stop()).code).toBe(0);
  });

  it('say that the replica ends for as long as it serves, and answer until its work is done', async () => {
    const { server, operations } = await serve({ SHUTDOWN_DELAY: '2s' });
    const statusOf = (path: string) =>
      fetch(operations + path).then(
        ({ status }) => status,
        () => null,
      );
    expect(await statusOf('/health/ready')).toBe(200);
    server.child.kill('SIGTERM');
    await eventually(async () => (await statusOf('/health/ready')) === 503);
    expect(await statusOf('/health/live')).toBe(200);
    expect(await statusOf('/metrics')).toBe(200);
    expect((await fetch(`${server.url}/docs/openapi.json`)).status).toBe(200);
    expect((await server.finished).code).toBe(0);
    expect(await statusOf('/health/live')).toBeNull();
  });

  it('are where everything is without the setting', async () => {
    const server = await stage.serve();
    for (const path of OURS) expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
    await server.stop();
  });

  it('do not start on a port that is taken, nor on that of the service', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    try {
      const taken = await start('main', [], { ...stage.env, OPERATIONS_PORT: port }).finished;
      expect(taken.code).toBe(1);
      expect(taken.stderr).toMatch(
        `Port ${port} of 127.0.0.1 is taken. End the program that has it, or set OPERATIONS_PORT`,
      );
    } finally {
      other.close();
    }
    const same = await start('main', [], { ...stage.env, PORT: port, OPERATIONS_PORT: port }).finished;
    expect(same.stderr).toContain('OPERATIONS_PORT must be another port than PORT');
  });
});
