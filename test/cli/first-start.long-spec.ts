import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createEmptyDatabase } from '../setup/database';
import { eventually } from '../setup/eventually';
import { createStage, logLines, readyUrl, type Stage, start } from '../setup/process';

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return String(port);
}

describe('a first start', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await createStage({}, createEmptyDatabase());
  });

  afterEach(() => stage.drop());

  /** null = nothing listens there. */
  const ask = async (port: string, path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
    if (!response) return null;
    return { status: response.status, later: response.headers.get('retry-after'), body: await response.json() };
  };

  it.each(['', 'a port of its own'])(
    'says that it imports while it does, and how far it is; operations: %s',
    async (own) => {
      const port = await freePort();
      const operations = own === '' ? port : await freePort();
      const ports: Record<string, string> = own === '' ? { PORT: port } : { PORT: port, OPERATIONS_PORT: operations };
      const env = { ...stage.env, ...ports, SEED_CATALOGUE: 'true', MIGRATE: 'true', LOG_LEVEL: 'info' };
      const { child, output, finished } = start('main', [], env);
      await eventually(() => output.stdout.includes('"percent":10'));
      const importing = { status: 503, later: '5', body: { status: 503, detail: expect.stringContaining('imports') } };
      expect(await ask(operations, '/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
      expect(await ask(operations, '/health/ready')).toMatchObject(importing);
      for (const path of ['/', '/api/v1/favorite', '/metrics', '/health/live/'])
        expect(await ask(port, path)).toMatchObject(importing);
      if (own !== '') expect(await ask(port, '/health/live')).toMatchObject(importing);
      expect(readyUrl(output.stdout)).toBeUndefined();
      let isGone = 0;
      await eventually(async () => {
        const live = await ask(operations, '/health/live');
        if (live === null) isGone++;
        return readyUrl(output.stdout) !== undefined;
      });
      // While the ports are handed over.
      expect(isGone).toBeLessThan(10);
      expect(await ask(operations, '/health/ready')).toMatchObject({ status: 200 });
      const percents = logLines(output.stdout).flatMap(({ msg, percent }) =>
        msg === 'importing the bundled catalogue' ? [percent] : [],
      );
      // Fewer where much is read at once.
      expect(percents.length).toBeGreaterThan(4);
      expect(percents).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90].filter((percent) => percents.includes(percent)));
      child.kill('SIGTERM');
      expect((await finished).code).toBe(0);
    },
  );
});
