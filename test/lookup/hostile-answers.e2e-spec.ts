import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Agent, expectProblem } from '../setup/api';
import { startApp, type TestApp } from '../setup/app';
import { eventually } from '../setup/eventually';
import { longestTurn } from '../setup/timing';

let test: TestApp;
let server: Server;
let answer: RequestListener;
let url: string;

beforeAll(async () => {
  test = await startApp({ SOURCES: 'tracked', SOURCE_HOST_DELAY_MS: '0', OUTBOUND_ALLOW: '127.0.0.0/8' });
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await test.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const look = (agent: Agent, path: string) => agent.get('/api/v1/software/lookup').query({ address: url + path });

describe('an answer that was written to take long', () => {
  const long = (piece: string, length: number) => piece.repeat(length / piece.length);

  it.each([
    ['comments', 'text/html', `${long('<!---->', 1_000_000)}<html>`],
    ['an index of Helm', 'text/yaml', `apiVersion: v1\nentries:\n${long('\n', 30_000_000)}`],
  ])('is not looked at in the thread that answers everybody: %s', async (_what, type, body) => {
    const eve = await test.as(`eve of ${type}`, ['read', 'write']);
    answer = (request, response) =>
      response.writeHead(request.url === '/long' ? 200 : 404, { 'content-type': type }).end(body);
    await look(eve, '/first'); // starts the thread
    await test.database.execute('UPDATE source_host SET rest_until = NULL');
    const begun = performance.now();
    const longest = await longestTurn(async () => {
      expectProblem(await look(eve, '/long'), 422, 'source-unreadable');
    });
    // Looked at here, it would be one turn.
    expect(longest).toBeLessThan((performance.now() - begun) / 2);
  });
});

describe('the lookups of one user', () => {
  it('ask one after the other, a few wait, the rest is refused, and others are not held up', async () => {
    const [eve, bob] = await Promise.all(['eve', 'bob'].map((name) => test.as(name, ['read', 'write'])));
    const open: (() => void)[] = [];
    answer = (request, response) => {
      if (!/^\/eve\/\d\.json$/.test(request.url!)) response.writeHead(404).end();
      else open.push(() => response.writeHead(404).end());
    };
    const answers: Awaited<ReturnType<typeof look>>[] = [];
    for (const at of [0, 1, 2, 3, 4])
      void look(eve!, `/eve/${at}.json`).then((response) => void answers.push(response));
    await eventually(() => expect([open.length, answers.length]).toEqual([1, 2]));
    const refused = answers.splice(0);
    for (const response of refused) expectProblem(response, 429, 'too-many-requests');
    expect(refused[0]!.headers['retry-after']).toBe('10');
    expect(refused[0]!.body.detail).toMatch(/^You have 3 lookups/);
    expectProblem(await look(bob!, '/bob.json'), 404, 'source-not-found');
    expect(open).toHaveLength(1);
    await eventually(() => {
      expect(open.length).toBeLessThanOrEqual(1);
      open.shift()?.();
      expect(answers).toHaveLength(3);
    });
    for (const response of answers) expectProblem(response, 404, 'source-not-found');
  });
});
