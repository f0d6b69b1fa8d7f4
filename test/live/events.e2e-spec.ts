import { request } from 'node:http';
import { LiveStreams } from '../../src/sharing/live/live-streams';
import { expectProblem, known } from '../setup/api';
import { useApp } from '../setup/app';
import { eventually } from '../setup/eventually';

const test = useApp();

interface Stream {
  status: number;
  headers: Record<string, unknown>;
  /** What was said so far. */
  text(): string;
  changes(): { revision: string | null; kinds: string[] }[];
  isEnded(): boolean;
  close(): void;
}

const open = new Set<Stream>();

function listen(headers: Record<string, string>): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const asked = request(`${test.url}/api/v1/events`, { headers, agent: false }, (response) => {
      let text = '';
      let isEnded = false;
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('close', () => (isEnded = true)).on('error', () => undefined);
      const stream: Stream = {
        status: response.statusCode!,
        headers: response.headers,
        text: () => text,
        changes: () =>
          [...text.matchAll(/event: change\ndata: (.*)\n\n/g)].map(([, data]) => JSON.parse(data!) as never),
        isEnded: () => isEnded,
        close: () => asked.destroy(),
      };
      open.add(stream);
      resolve(stream);
    });
    asked.on('error', reject).end();
  });
}

const byToken = (token: string) => listen({ Authorization: `Bearer ${token}` });
const until = (condition: () => boolean | Promise<boolean>) => eventually(condition, 15_000);
const gauge = async () => Number(/^event_streams (\d+)$/m.exec((await test.http.get('/metrics')).text)?.[1]);

afterEach(async () => {
  for (const stream of open) stream.close();
  open.clear();
  await until(async () => (await gauge()) === 0);
});

describe('a stream of events', () => {
  it('says the state at its beginning and each kind of change, with the revision of the summary', async () => {
    const agent = await test.as('listener');
    const token = await test.token('listener');
    const stream = await byToken(token);
    expect(stream).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      },
    });
    expect(stream.headers['content-encoding']).toBeUndefined();
    await until(() => stream.changes().length === 1);
    expect(stream.text()).toMatch(/^retry: \d{4}\n\n/);
    const revision = async () => (await agent.get('/api/v1/summary').expect(200)).body.data.revision as string;
    expect(stream.changes()).toEqual([{ revision: await revision(), kinds: [] }]);

    const said = async (kind: string) => {
      await until(() => stream.changes().some(({ kinds }) => kinds.includes(kind)));
      expect(stream.changes().at(-1)!.revision).toBe(await revision());
    };
    const software = await known(test, 'Announced', ['1.0', '2.0']);
    const body = { software: software.id, version: '1.0' };
    const { body: made } = await agent.post('/api/v1/favorite').send(body).expect(201);
    await said('favorites');
    await agent.post('/api/v1/channel').send({ type: 'log', name: 'log', settings: {} }).expect(201);
    await said('channels');
    await agent.put('/api/v1/inventory/home').send({}).expect(200);
    await said('inventories');
    await agent.patch(`/api/v1/favorite/${made.data.uuid}`).send({ version: '2.0' }).expect(200);
    await said('history');
    await agent.delete(`/api/v1/favorite/${made.data.uuid}`).expect(204);
    const before = stream.changes().length;
    await known(test, 'Announced', ['3.0']);
    const other = await test.as('somebody else');
    await other.post('/api/v1/favorite').send(body).expect(201);
    await until(() => stream.changes().length > before || stream.changes().at(-1)!.kinds.includes('history'));
    expect(stream.isEnded()).toBe(false);
  });

  it('says nothing of others, and ends when its token is revoked', async () => {
    const agent = await test.as('revoker');
    const { body } = await agent
      .post('/api/v1/token')
      .send({ name: 'short', scopes: ['read'] })
      .expect(201);
    const [mine, kept] = [await byToken(body.data.token), await byToken(await test.token('revoker'))];
    await until(() => mine.changes().length > 0 && kept.changes().length > 0);
    const said = mine.changes().length;
    const software = await known(test, 'Of another', ['1.0']);
    const other = await test.as('another');
    await other.post('/api/v1/favorite').send({ software: software.id, version: '1.0' }).expect(201);
    await agent.delete(`/api/v1/token/${body.data.id}`).expect(204);
    await until(() => mine.isEnded());
    expect(mine.changes()).toHaveLength(said);
    expect(kept.isEnded()).toBe(false);
  });

  it('has a limit for each user, is counted, and takes no turn of other requests', async () => {
    const token = await test.token('greedy');
    const agent = await test.as('greedy');
    for (let count = 0; count < test.config.streamsPerUser; count++) await byToken(token);
    expect(await gauge()).toBe(test.config.streamsPerUser);
    expectProblem(await agent.get('/api/v1/events'), 429, 'too-many-requests');
    await agent.get('/api/v1/summary').expect(200);
    const one = await byToken(await test.token('modest'));
    expect(one.status).toBe(200);
    expect((await test.http.get('/metrics')).text).not.toMatch(
      /http_request_seconds_count\{[^}]*events[^}]*status="(200|aborted)"/,
    );
  });

  it('is for those who may read', async () => {
    expectProblem(await test.http.get('/api/v1/events'), 401, 'unauthorized');
    const importer = await test.as('importer', ['inventory:write']);
    expectProblem(await importer.get('/api/v1/events'), 403, 'forbidden');
    const agent = await test.as('reader');
    expectProblem(await agent.get('/api/v1/events?since=1'), 400, 'invalid-query');
    const head = await agent.head('/api/v1/events').expect(200);
    expect(head.headers['content-type']).toMatch(/^text\/event-stream/);
  });

  // The last one: the service stops.
  it('ends when the service stops, and no other begins', async () => {
    const token = await test.token('last');
    const stream = await byToken(token);
    test.app.get(LiveStreams).end();
    await until(() => stream.isEnded());
    const agent = await test.as('last');
    expectProblem(await agent.get('/api/v1/events'), 503, 'service-unavailable');
  });
});
