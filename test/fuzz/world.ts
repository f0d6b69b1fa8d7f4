import { createStage, type Server, type Stage } from '../setup/process';
import { product } from '../setup/catalogue';
import { Description } from '../setup/description';
import { SCOPES } from '../../src/config/scopes';
import type { Schema } from './json-text';
import { type Surroundings, tokenIn } from './surroundings';

/** The built program with something in it, and what a caller may know of that. */
export interface World extends Surroundings {
  server: Server;
  port: number;
  stop(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  // Nothing works by itself: an answer hangs on its request alone.
  const stage = await createStage({
    WORKER: 'false',
    RATE_LIMIT: 'off',
    RATE_LIMIT_FAILED_AUTH: 'off',
    RATE_LIMIT_NO_TOKEN: 'off',
    RATE_LIMIT_PAGES: 'off',
    CATALOGUE_LIMIT: '1048576',
    SMTP_URL: 'smtp://127.0.0.1:9',
  });
  const server = await stage.serve();
  const authorization = `Bearer ${await tokenOf(stage)}`;
  const call = caller(server.url, authorization);
  const weak = await weakTokens(call);
  const cookies: string[] = [];
  for (const token of [...weak, ...Array<string>(6).fill(tokenIn(authorization))])
    cookies.push(await signIn(server.url, token));
  const port = Number(new URL(server.url).port);
  const ids = await fill(call, stage);
  return {
    server,
    port,
    host: `127.0.0.1:${port}`,
    description: new Description((await call('GET', '/docs/openapi.json')) as never),
    authorization,
    otherAuthorizations: [...weak, 'sut_unknown'].map((token) => `Bearer ${token}`),
    cookies,
    ids,
    versions: await versionsOf(call, ids.software!),
    labels: LABELS,
    types: { channel: await typesOf(call, '/api/v1/channel-type'), source: await typesOf(call, '/api/v1/source-type') },
    stop: async () => {
      await server.stop();
      await stage.drop();
    },
  };
}

type Call = (method: string, path: string, body?: object | string) => Promise<Record<string, unknown>>;

const post = async (call: Call, path: string, body: object | string) =>
  (await call('POST', path, body)).data as Record<string, unknown>;

const caller =
  (url: string, authorization: string): Call =>
  async (method, path, body) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(url + path, { method, headers, ...(body ? { body: text } : {}) });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };

async function tokenOf(stage: Stage): Promise<string> {
  const scopes = SCOPES.join(',');
  const { code, stdout, stderr } = await stage.cli(['token', 'create', '--user', 'fuzz', '--scopes', scopes]);
  if (code !== 0) throw new Error(stderr);
  return stdout.trim().split('\n').at(-1)!;
}

/** One for each scope. */
async function weakTokens(call: Call): Promise<string[]> {
  const answers = SCOPES.map((scope) => post(call, '/api/v1/token', { name: `only ${scope}`, scopes: [scope] }));
  return (await Promise.all(answers)).map(({ token }) => token as string);
}

/** The cookie of a new session. */
async function signIn(url: string, token: string): Promise<string> {
  const headers = { 'content-type': 'application/json', origin: url };
  const response = await fetch(`${url}/api/v1/session`, { method: 'POST', headers, body: JSON.stringify({ token }) });
  const [cookie] = response.headers.getSetCookie();
  if (!cookie) throw new Error(`${response.status} ${await response.text()}`);
  return cookie.split(';')[0]!;
}

const idsIn = async (call: Call, path: string) =>
  ((await call('GET', path)).data as { id: string }[]).map(({ id }) => id);

async function versionsOf(call: Call, software: string[]): Promise<Record<string, string[]>> {
  const lists = software.map(async (id) => [id, await idsIn(call, `/api/v1/software/${id}/versions`)] as const);
  return Object.fromEntries(await Promise.all(lists));
}

async function typesOf(call: Call, path: string): Promise<{ type: string; settings: Schema }[]> {
  const { data } = await call('GET', path);
  return (data as { type: string; settings: Schema }[]).map(({ type, settings }) => ({ type, settings }));
}

/** Of every product. */
const LABELS = ['1.0', '1.1', '2.0-rc1', '2.0'];
const PRODUCTS = Array.from({ length: 30 }, (_, number) => product(`Product ${number}`, LABELS));
const NOBODY = 'http://127.0.0.1:65535/x';
const CHANNELS = [
  ...Array.from({ length: 10 }, (_, number) => ({ type: 'log', name: `log ${number}`, settings: {} })),
  ...Array.from({ length: 5 }, (_, number) => ({ type: 'webhook', name: `hook ${number}`, settings: { url: NOBODY } })),
  ...Array.from({ length: 5 }, (_, number) => ({
    type: 'email',
    name: `mail ${number}`,
    settings: { address: `ada${number}@example.org` },
  })),
];

const KINDS = ['updates', 'calendar', 'badge'];
const INVENTORIES = ['web-1', 'web-2', 'db.eu'];

/** Of the addresses that an answer has. */
export const secretsIn = (text: string) => [...text.matchAll(/\/feed\/([\w-]+)\//g)].map(([, secret]) => secret!);

/** As the catalogue takes them, with one more version each. */
const records = (...more: string[]) =>
  PRODUCTS.map((record) =>
    JSON.stringify({ ...record, versions: [...LABELS, ...more].map((version) => ({ version })) }),
  ).join('\n');

/** Something of every kind, and notifications about it. */
async function fill(call: Call, stage: Stage): Promise<Surroundings['ids']> {
  await post(call, '/api/v1/catalogue', records());
  const software = await idsIn(call, '/api/v1/software');
  const made = async (path: string, bodies: object[]) => {
    const answers = await Promise.all(bodies.map((body) => post(call, path, body)));
    return answers.map(({ id, uuid }) => (id ?? uuid) as string);
  };
  const channel = await made('/api/v1/channel', CHANNELS);
  const favorites = software.slice(10).map((id) => ({ software: id, version: '1.0' }));
  const source = { type: 'json', settings: { url: NOBODY, version: '$[*].version' } };
  for (const id of software.slice(0, 10)) await call('PUT', `/api/v1/software/${id}/source`, source);
  const favorite = await made('/api/v1/favorite', favorites);
  const feeds = await Promise.all(KINDS.map((kind) => post(call, '/api/v1/feed', { kind })));
  for (const name of INVENTORIES) await call('PUT', `/api/v1/inventory/${name}`, {});
  const bulk = await call('POST', '/api/v1/favorite/bulk', { action: 'mute', ids: favorite.slice(0, 3) });
  await post(call, '/api/v1/catalogue', records('3.0'));
  await stage.json(['check']);
  return {
    software,
    favorite,
    channel,
    publisher: await idsIn(call, '/api/v1/publisher'),
    version: await idsIn(call, `/api/v1/software/${software[10]}/versions`),
    token: await made(
      '/api/v1/token',
      Array.from({ length: 15 }, (_, number) => ({ name: `spare ${number}`, scopes: ['read'] })),
    ),
    feed: feeds.map(({ id }) => id as string),
    secret: feeds.flatMap((feed) => secretsIn(JSON.stringify(feed))),
    inventory: [...INVENTORIES],
    bulk: [(bulk.data as { id: string }).id],
    notification: await idsIn(call, '/api/v1/notification'),
    session: await idsIn(call, '/api/v1/session'),
  };
}
