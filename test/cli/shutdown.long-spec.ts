import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request, type RequestOptions } from 'node:http';
import { json } from 'node:stream/consumers';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { createStage, type Server, type Stage } from '../setup/process';
import { expectWithin } from '../setup/timing';

interface Answer {
  status: number;
  connection: string | undefined;
  body: { status?: string; detail?: string; data?: { id: string; versions: number } & { id: string }[] };
}

async function answerOf(sent: ClientRequest): Promise<Answer> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode, headers } = response;
  return { status: statusCode!, connection: headers.connection, body: (await json(response)) as Answer['body'] };
}

/** Requests of one user; each is on a connection of its own, unless there is an agent. */
class Client {
  constructor(
    private readonly server: Server,
    private readonly token: string,
  ) {}

  open(method: string, path: string, options: RequestOptions = {}): ClientRequest {
    const headers = { Authorization: `Bearer ${this.token}`, ...(options.headers as Record<string, string>) };
    return request(`${this.server.url}${path}`, { agent: false, ...options, method, headers });
  }

  get(path: string, agent?: Agent): Promise<Answer> {
    return answerOf(this.open('GET', path, { agent: agent ?? false }).end());
  }

  post(path: string, body: object): Promise<Answer> {
    const headers = { 'Content-Type': 'application/json' };
    return answerOf(this.open('POST', path, { headers }).end(JSON.stringify(body)));
  }

  /** A catalogue whose lines come when they are written. */
  upload(): ClientRequest {
    return this.open('POST', '/api/v1/catalogue', { headers: { 'Content-Type': 'application/x-ndjson' } });
  }
}

describe('the server behind a balancer', () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await createStage();
  });

  afterEach(() => stage.drop());

  async function serve(env: Record<string, string>): Promise<{ server: Server; client: Client }> {
    const server = await stage.serve(env);
    const token = await stage.cli(['token', 'create', '--user', 'ada', '--scopes', 'read,write,catalogue:write']);
    return { server, client: new Client(server, token.stdout.trim().split('\n').at(-1)!) };
  }

  const line = (record: object) => `${JSON.stringify(record)}\n`;

  it('is not ready any more after SIGTERM, but serves all the same until SHUTDOWN_DELAY is over', async () => {
    const { server, client } = await serve({ SHUTDOWN_DELAY: '4s', CHECK_EVERY: '1s' });
    const record = product('Published while it drains', ['1.0']);
    const first = client.upload();
    expect((await answerOf(first.end(line(record)))).status).toBe(200);
    const software = (await client.get('/api/v1/software')).body.data![0]!.id;
    expect((await client.post('/api/v1/channel', { type: 'log', name: 'log', settings: {} })).status).toBe(201);
    expect((await client.post('/api/v1/favorite', { software, version: '1.0' })).status).toBe(201);

    const slow = client.upload();
    slow.write(line({ ...record, versions: [{ version: '2.0' }] }));
    const keeping = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await client.get('/health/ready', keeping)).toMatchObject({ status: 200, connection: 'keep-alive' });
    const begin = performance.now();
    server.child.kill('SIGTERM');

    await eventually(async () => (await client.get('/health/ready')).status === 503);
    const refused = await client.get('/health/ready');
    expect(refused).toMatchObject({ connection: 'close', body: { detail: 'the service is stopping' } });
    expect(await client.get('/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
    // A kept connection is answered once more and told to go; so is a new one.
    expect(await client.get('/api/v1/favorite', keeping)).toMatchObject({ status: 200, connection: 'close' });
    expect(await client.get('/api/v1/favorite')).toMatchObject({ status: 200, connection: 'close' });
    expect(await answerOf(slow.end())).toMatchObject({
      status: 200,
      connection: 'close',
      body: { data: { versions: 1 } },
    });

    expect(await server.finished).toMatchObject({ code: 0, stderr: '' });
    const took = performance.now() - begin;
    expect(took).toBeGreaterThanOrEqual(4_000);
    expectWithin(took, 9_000);
    // What came in meanwhile was left to others: it claims nothing after the signal.
    expect(await stage.json(['check'])).toMatchObject({ notified: 1 });
  });

  it('accepts nothing more after that, and still ends what it began', async () => {
    const { server, client } = await serve({ SHUTDOWN_DELAY: '1s' });
    const slow = client.upload();
    slow.write(line(product('Uploaded slowly', ['1.0'])));
    await eventually(async () => (await client.get('/api/v1/software')).status === 200);
    server.child.kill('SIGTERM');
    // Who comes in the moment in which it closes may be reset.
    const refused = () =>
      client.get('/health/live').then(
        () => false,
        (error: { code?: string }) => error.code !== 'ECONNRESET' && error.code,
      );
    expect(await eventually(refused)).toBe('ECONNREFUSED');
    expect(await answerOf(slow.end(line(product('Its last line', ['1.0']))))).toMatchObject({
      status: 200,
      body: { data: { versions: 2 } },
    });
    expect(await server.finished).toMatchObject({ code: 0, stderr: '' });
  });

  it('ends within 10 s with 0 even if a request does not', async () => {
    const { server, client } = await serve({ SHUTDOWN_DELAY: '1s' });
    const endless = client.upload();
    endless.on('error', () => undefined).write(line(product('Never sent to its end', ['1.0'])));
    await eventually(async () => (await client.get('/health/ready')).status === 200);
    const begin = performance.now();
    expect((await server.stop()).code).toBe(0);
    expectWithin(performance.now() - begin, 10_000);
  });

  it('keeps idle connections for KEEP_ALIVE', async () => {
    const { client } = await serve({ KEEP_ALIVE: '123s' });
    const sent = client.open('GET', '/health/live', { agent: new Agent({ keepAlive: true, maxSockets: 1 }) }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.headers['keep-alive']).toBe('timeout=123');
    sent.destroy();
  });

  it('gives up on a body that drips in, but not on a catalogue', async () => {
    const { client } = await serve({ BODY_TIMEOUT: '1s' });
    const catalogue = client.upload();
    catalogue.write(line(product('Through a slow line', ['1.0'])));
    const headers = { 'Content-Type': 'application/json' };
    const dripping = client.open('POST', '/api/v1/favorite', { headers });
    dripping.on('error', () => undefined).write('{"software":');
    expect(await answerOf(dripping)).toMatchObject({ status: 408, connection: 'close', body: { status: 408 } });
    expect(await answerOf(catalogue.end())).toMatchObject({ status: 200, body: { data: { versions: 1 } } });
  });

  it('does not wait for the rest of a catalogue that it has refused', async () => {
    const { server } = await serve({ BODY_TIMEOUT: '1s' });
    const refused = new Client(server, 'sut_of_nobody').upload();
    refused.on('error', () => undefined).write('{');
    const closed = once(refused, 'close');
    expect((await answerOf(refused)).status).toBe(401);
    await closed;
  });

  it('says the version and the commit that it was built from', async () => {
    const { client } = await serve({ BUILD_COMMIT: '0123abcd' });
    const { version } = jest.requireActual<{ version: string }>('../../package.json');
    expect((await client.get('/health/live')).body).toEqual({ status: 'ok', version, commit: '0123abcd' });
  });
});
