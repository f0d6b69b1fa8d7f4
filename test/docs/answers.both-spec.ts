import type { Response } from 'supertest';
import { type Agent, known, UNKNOWN_ID } from '../setup/api';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { Description } from '../setup/description';

const LINE = JSON.stringify({ publisher: { name: 'P' }, software: { name: 'S' }, versions: [{ version: '1.0' }] });

const WIDGET = { identity: { id: 'widget' } };

const test = useApp({ CHANNELS_PER_USER: '3', SMTP_URL: 'smtp://127.0.0.1:9' });
let ada: Agent;
let description: Description;
/** Ids of one of each. */
let at: Record<'software' | 'publisher' | 'favorite' | 'channel' | 'notification' | 'token', string>;

beforeAll(async () => {
  description = await Description.of(test);
  ada = await test.as('ada', ['read', 'write', 'catalogue:write', 'admin']);
  const { id: software, publisher } = await known(test, 'Widget', ['1.0'], WIDGET);
  const made = async (path: string, body: object) =>
    (await ada.post(`/api/v1/${path}`).send(body).expect(201)).body.data;
  const channel = await made('channel', { type: 'log', name: 'log', settings: {} });
  const favorite = await made('favorite', { software, version: '1.0', notify_always: true });
  const token = await made('token', { name: 'spare', scopes: ['read'] });
  await test.import(product('Widget', ['1.0', '2.0'], WIDGET));
  await test.check();
  await test.deliver();
  const { body } = await ada.get('/api/v1/notification').expect(200);
  at = {
    software,
    publisher,
    favorite: favorite.uuid,
    channel: channel.id,
    notification: body.data[0].id,
    token: token.id,
  };
});

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Whether the status, the media type and the body of an answer are in the description. */
function expectDescribed(method: Method, path: string, response: Response): void {
  const operation = description.operation(method.toUpperCase(), path.split('?')[0]!)!;
  const type = response.headers['content-type'] as string | undefined;
  const mistakes = description.undocumented(operation, response.status, type, response.body);
  // `default` is for what no operation has of its own.
  const isNamed = Object.hasOwn(operation.responses, response.status);
  expect({ method, path, status: response.status, isNamed, mistakes }).toMatchObject({ isNamed: true, mistakes: [] });
}

/** `:favorite` is the id of one. */
const filled = (path: string) => `/api/v1/${path.replace(/:(\w+)/g, (_all, kind: keyof typeof at) => at[kind])}`;

async function ask(method: Method, path: string, body?: object): Promise<Response> {
  const response = await ada[method](filled(path)).send(body);
  expectDescribed(method, filled(path), response);
  return response;
}

const READS = [
  ...['software', 'publisher', 'favorite', 'channel', 'notification', 'token', 'audit', 'profile'],
  ...[
    'software/:software',
    'software/:software/publisher',
    'software/:software/versions',
    'software/:software/timeline',
    'software/:software/favorite',
  ],
  ...['publisher/:publisher', 'publisher/:publisher/software', 'favorite/:favorite', 'favorite/:favorite/policy'],
  ...['channel/:channel', 'channel/:channel/statistics', 'notification/:notification', 'channel-type', 'source-type'],
  ...['overview', 'user', 'source', 'knowledge', 'session'],
];

describe.each(READS)('GET %s', (path) => {
  it('answers as described: the resource, 304 for its ETag, and 400 for a parameter that it does not have', async () => {
    const { status, headers } = await ask('get', path);
    expect(status).toBe(200);
    const cached = await ada.get(filled(path)).set('If-None-Match', headers.etag as string);
    expectDescribed('get', filled(path), cached);
    expect(cached.status).toBe(304);
    expect((await ask('get', `${path}?nothing=1`)).status).toBe(400);
  });
});

it('answers as described to a body that is no JSON, or too large, whether an operation takes one or not', async () => {
  for (const { method, path, operation } of description.operations) {
    if (operation.security?.length === 0) continue; // nobody reads it
    const address = path.replaceAll(/\{\w+\}/g, UNKNOWN_ID);
    const send = (type: string, body: string) =>
      ada[method.toLowerCase() as Method](address).set('Content-Type', type).send(body);
    const answers = [await send('application/xml', '<a/>'), await send('application/json', `"${'x'.repeat(300_000)}"`)];
    for (const answer of answers) expectDescribed(method.toLowerCase() as Method, address, answer);
    // Streams, and what a token does not have.
    if (!/\/(?:catalogue|content|session\/\w+)$/.test(path))
      expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 415, 413]);
  }
});

it.each([
  [
    'software?name=widget&name[like]=wid&includePublisher&includeLatestVersion=true&includeVersions=1&includeFavorite&includeReleases',
    1,
  ],
  ['software?name=', 0],
  ['favorite?software=widget&update_available=true&includeAvailableVersion&includeFreshness&includeTotal', 1],
  ['notification?state=sent&channel=:channel&favorite=:favorite&delivery_state=sent&includeChannel', 1],
  ['channel/:channel/statistics?days=2', 2],
  ['channel?type=log&enabled=1', 1],
  ['software/:software/versions?version[gte]=2.0&includeDetails', 1],
])('GET %s answers as described, with %s entries', async (path, count) => {
  const { status, body } = await ask('get', path);
  expect([status, body.data?.length]).toEqual([200, count]);
  const operation = description.operation('GET', filled(path).split('?')[0]!)!;
  const names = operation.parameters.map(({ name }) => name);
  for (const name of new URLSearchParams(path.split('?')[1]).keys()) expect(names).toContain(name);
});

it.each<[Method, string, object | undefined, number]>([
  ['patch', 'favorite/:favorite', { notes: 'x' }, 200],
  ['put', 'favorite/:favorite', { version: '1.0' }, 200],

  ['patch', `favorite/${UNKNOWN_ID}`, {}, 404],
  ['post', 'favorite', { software: UNKNOWN_ID, version: '1' }, 422],
  ['patch', 'favorite/:favorite/policy', { skip: ['1.5'] }, 200],
  ['put', 'favorite/:favorite/policy', { minimum_age_days: 3 }, 200],

  ['post', 'favorite/:favorite/update-to-latest-version', undefined, 200],
  ['put', 'favorite/:favorite/update-to-latest-version', undefined, 200],
  ['delete', 'favorite/:favorite?force=true', undefined, 400],
  ['delete', 'channel/:channel?force=true', undefined, 400],
  ['delete', 'token/:token?force=true', undefined, 400],
  ['delete', 'software/:software/source?force=true', undefined, 400],
  ['delete', `token/${UNKNOWN_ID}`, undefined, 404],
  ['patch', 'channel/:channel', { digest: { every: 'weekly' }, quiet_hours: { from: '22:00', to: '07:00' } }, 200],
  ['post', 'channel/:channel/test', undefined, 200],
  ['post', 'channel/test', { type: 'log', settings: {} }, 200],
  ['post', 'channel/test', { type: 'email', settings: { address: 'ada@example.org' } }, 409],
  ['post', 'channel/test', { type: 'ntfy', settings: {} }, 422],
  ['post', 'channel/:channel/rotate-secret', undefined, 409],
  ['post', 'channel/:channel/confirmation', undefined, 409],
  ['post', 'notification/:notification/resend', undefined, 200],
  ['patch', 'profile', { time_zone: 'Europe/Berlin' }, 200],

  [
    'put',
    'software/:software/source',
    { type: 'json', settings: { url: 'http://127.0.0.1:65535/x', version: '$[*].version' } },
    200,
  ],
  ['get', 'software/:software/source', undefined, 200],
  ['delete', 'software/:software/source', undefined, 204],
  ['get', 'software/:software/source', undefined, 404],
])('%s %s answers as described', async (method, path, body, status) => {
  expect((await ask(method, path, body)).status).toBe(status);
});

it('what one user may have no more of is described, with the limit', async () => {
  const channel = { type: 'webhook', name: 'hook', settings: { url: 'http://127.0.0.1:65535/x' } };
  await ask('post', 'channel', channel);
  await ask('post', 'channel', channel);
  const { status, body } = await ask('post', 'channel', channel);
  expect([status, body.limit]).toEqual([409, 3]);
});

it('a favorite that there is already is described', async () => {
  const favorite = { software: at.software, version: '1.0' };
  const { status, headers } = await ask('post', 'favorite', favorite);
  expect([status, headers.location]).toEqual([409, expect.stringContaining(at.favorite)]);
});

it.each([
  ['a line that is taken', LINE, 200],
  ['lines of which none is', '{"publisher":{}}\n', 422],
])('a catalogue with %s is described', async (_what, lines, status) => {
  const response = await ada.post('/api/v1/catalogue').type('application/x-ndjson').send(lines);
  expectDescribed('post', '/api/v1/catalogue', response);
  expect(response.status).toBe(status);
  expect(response.body.data ?? response.body).toHaveProperty('rejections');
});

it('every operation describes the answers to no token, and to one of another scope', async () => {
  const nobody = await test.as('nobody', []);
  for (const { method, path, operation } of description.operations) {
    const verb = method.toLowerCase() as Method;
    const address = path.replace('{id}', UNKNOWN_ID);
    const refused = await test.http[verb](address);
    expectDescribed(verb, address, refused);
    if (operation.security?.length === 0) continue; // signing in, and the ways to do so
    expect(refused.status).toBe(401);
    if (operation.security) continue;
    const forbidden = await nobody[verb](address);
    expectDescribed(verb, address, forbidden);
    expect(forbidden.status).toBe(403);
  }
});
