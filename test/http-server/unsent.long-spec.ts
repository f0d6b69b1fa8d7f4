import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import supertest from 'supertest';
import { WAITING } from '../../src/api/server/user-turns';
import { expectProblem } from '../setup/api';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { createStage, type Server, type Stage } from '../setup/process';
import { expectWithin } from '../setup/timing';

const LARGE = '/api/v1/software?includeVersions&per_page=200';

/** As many as may wait for one user. */
const CLIENTS = WAITING;

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
    mute?.destroy();
    await stage.drop();
  });

  const ask = (path: string) => supertest(server.url).get(path).set('Authorization', `Bearer ${token}`);

  /** Asks again and again and reads nothing. */
  async function askMutely(): Promise<Socket> {
    const socket = (await connected(server)).pause().on('error', () => undefined);
    socket.write(`GET ${LARGE} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`.repeat(40));
    return socket;
  }

  it('are bounded in all: then a large answer is refused, and a small one is given', async () => {
    expect((await ask(LARGE).expect(200)).body.data).toHaveLength(80);
    mute = await askMutely();
    const refused = await eventually(async () => {
      const answer = await ask(LARGE);
      expect(answer.status).toBe(503);
      return answer;
    });
    expectProblem(refused, 503, 'service-unavailable');
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.headers.etag).toBeUndefined();
    for (const path of ['/health/live', '/health/ready', '/metrics', '/api/v1/software?per_page=1'])
      expect((await ask(path)).status).toBe(200);
  });

  it('end with their connection when nothing is taken for SEND_TIMEOUT, and large answers are given again', async () => {
    await eventually(async () => (await ask(LARGE)).status === 200);
    const closed = new Promise((resolve) => mute.once('close', resolve));
    mute.resume();
    await closed;
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

  it('are made one after the other for clients that do take them, and the event loop goes on turning', async () => {
    await server.stop();
    server = await stage.serve({ UNSENT_LIMIT: '134217728' });
    // For how long the event loop of the process stood still at most, since it was asked for the last time.
    const longestLag = async () => {
      const { text } = await supertest(server.url).get('/metrics').expect(200);
      return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)![1]);
    };
    const sockets = await Promise.all(Array.from({ length: CLIENTS }, () => connected(server)));
    await longestLag();
    const statuses = await Promise.all(sockets.map((socket) => statusOf(socket, token)));
    expect(new Set(statuses)).toEqual(new Set(['200']));
    expectWithin(await longestLag(), 1);
  });
});

async function connected(server: Server): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Reads the answer to its end. */
async function statusOf(socket: Socket, token: string): Promise<string> {
  let status = '';
  socket.on('data', (chunk: Buffer) => (status ||= chunk.subarray(9, 12).toString()));
  socket.write(`GET ${LARGE} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return status;
}
