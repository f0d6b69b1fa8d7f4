import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expectProblem } from '../setup/api';
import { startApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { createStage, type Server, type Stage } from '../setup/process';
import supertest from 'supertest';

const LARGE = '/api/v1/software?includeVersions&per_page=200';

/** Products with so many versions each. */
const catalogue = (products: number, versions: number) =>
  Array.from({ length: products }, (_, at) =>
    product(
      `Product ${at}`,
      Array.from({ length: versions }, (_, minor) => `1.${minor}`),
    ),
  );

describe('answers that their client does not take', () => {
  let stage: Stage;
  let server: Server;
  let token: string;
  let mute: Socket;

  beforeAll(async () => {
    stage = await createStage({ UNSENT_LIMIT: '1048576', SEND_TIMEOUT: '6s', WORKER: 'false' });
    const lines = catalogue(80, 100).map((record) => JSON.stringify(record));
    await stage.json(['catalogue', 'import', '-'], lines.join('\n'));
    token = (await stage.cli(['token', 'create', '--user', 'ada'])).stdout.trim();
    server = await stage.serve();
  });

  afterAll(async () => {
    mute.destroy();
    await stage.drop();
  });

  const ask = (path: string) => supertest(server.url).get(path).set('Authorization', `Bearer ${token}`);

  /** Asks again and again and reads nothing. */
  async function askMutely(): Promise<Socket> {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.pause().on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`GET ${LARGE} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`.repeat(40));
    return socket;
  }

  it('are bounded in all: then a large answer is refused, and a small one is given', async () => {
    expect((await ask(LARGE).expect(200)).body.data).toHaveLength(80);
    mute = await askMutely();
    const refused = await eventually(async () => {
      const answer = await ask(LARGE);
      return answer.status === 503 && answer;
    });
    expectProblem(refused, 503, 'service-unavailable');
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.headers.etag).toBeUndefined();
    expectProblem(await supertest(server.url).get('/docs/openapi.json'), 503, 'service-unavailable');
    for (const path of ['/health/live', '/health/ready', '/metrics', '/api/v1/software?per_page=1'])
      expect((await ask(path)).status).toBe(200);
  });

  it('end with their connection when nothing is taken for SEND_TIMEOUT, and large answers are given again', async () => {
    await eventually(async () => (await ask(LARGE)).status === 200, 30_000);
    const closed = new Promise((resolve) => mute.once('close', resolve));
    mute.resume();
    await closed;
    await supertest(server.url).get('/docs/openapi.json').expect(200);
  });

  it('do not end for a client that takes them slowly', async () => {
    const sent = httpRequest(`${server.url}${LARGE}`, { headers: { Authorization: `Bearer ${token}` } }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let length = 0;
    for await (const chunk of response) {
      length += (chunk as Buffer).length;
      // The whole takes longer than SEND_TIMEOUT.
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    expect(length).toBe(Number(response.headers['content-length']));
  });
});

it('lists that many clients ask for at once do not keep the event loop from turning', async () => {
  const test = await startApp();
  for (let page = 0; page < 4; page++) await test.import(...catalogue(200, 100).slice(page * 50, page * 50 + 50));
  const headers = { Authorization: `Bearer ${await test.token()}` };
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const sent = httpRequest(`${test.url}${LARGE}`, { headers, agent: false }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
      return response.statusCode;
    }),
  );
  delay.disable();
  await test.close();
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(delay.max / 1e6).toBeLessThan(1_000);
});
