import fc from 'fast-check';
import { forgedFault, isForged } from './forged';
import { faultOf } from './verdict';
import { requests } from './requests';
import { bytesOf, exchange, type WireAnswer, type WireRequest } from './wire';
import { openWorld, secretsIn, type World } from './world';

/** Set by `npm run fuzz`. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const HANG_MS = 1_000;
/** The test of a channel that reaches nothing is answered after 6 s, so that its time tells nothing of the address. */
const CHANNEL_TEST = /^(?:https?:\/\/[^/]+)?\/api\/(?:v1\/)?channel\/(?:[^/]+\/)?test\/?(?:\?|$)/;
const CHANNEL_TEST_MS = 8_000;
/** Of so many, some get through to each operation. */
const ENOUGH_FOR_ALL = 10_000;

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world?.stop());

/** How many answers, by route and status. */
const seen = new Map<string, Map<number, number>>();
let slowest: { milliseconds: number; request: string } = { milliseconds: 0, request: '' };

it(
  `answers ${REQUESTS} hostile requests: none with 5xx, none after more than a second, and every 4xx with a problem`,
  async () => {
    const property = fc.asyncProperty(requests(world), async (request) => {
      const answer = await ask(request);
      const fault =
        faultOf(request, answer) ??
        forgery(request, answer) ??
        undescribed(request, answer) ??
        (await hangs(request, answer));
      if (fault) throw new Error(`${fault}\n${shown(request)}`);
      note(request, answer);
    });
    await fc.assert(property, { numRuns: REQUESTS, seed: SEED, endOnFailure: process.env.FUZZ_SHRINK !== 'true' });
    const logged = world.server.output.stdout.split('\n').filter((line) => line.includes('"level":50'));
    expect(logged).toEqual([]);
    const statuses = new Set([...seen.values()].flatMap((counts) => [...counts.keys()]));
    expect([...statuses]).toEqual(
      expect.arrayContaining([200, 201, 204, 400, 401, 403, 404, 405, 409, 413, 415, 422, 431]),
    );
    expect(forged).toBeGreaterThan(REQUESTS / 200);
    if (REQUESTS < ENOUGH_FOR_ALL) return;
    report();
    expect(missed()).toEqual([]);
  },
  60_000 + REQUESTS * 50,
);

let forged = 0;

function forgery(request: WireRequest, answer: WireAnswer): string | null {
  if (!isForged(world.description, request)) return null;
  forged++;
  return forgedFault(answer);
}

/** What the API description does not say of an answer of one of its operations. */
function undescribed({ method, target }: WireRequest, { status, headers, body }: WireAnswer): string | null {
  const operation = world.description.operation(method, target.split(/[?#]/)[0]!);
  if (!operation) return null;
  const text = body.toString();
  const type = text === '' ? undefined : headers['content-type'];
  const content: unknown = /^application\/(?:.+\+)?json/.test(type ?? '') ? JSON.parse(text) : text;
  const mistakes = world.description.undocumented(operation, status, type, content);
  return mistakes.length > 0 ? `not as described: ${mistakes.join('; ')}` : null;
}

async function ask(request: WireRequest): Promise<WireAnswer> {
  try {
    return await exchange(world.port, request);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${shown(request)}`);
  }
}

/** A machine that has something else to do makes any request slow once, but not the same one three times. */
async function hangs(request: WireRequest, first: WireAnswer): Promise<string | null> {
  let { milliseconds } = first;
  const most = CHANNEL_TEST.test(request.target) ? CHANNEL_TEST_MS : HANG_MS;
  for (let more = 0; more < 2 && milliseconds > most; more++)
    milliseconds = Math.min(milliseconds, (await ask(request)).milliseconds);
  if (milliseconds > slowest.milliseconds) slowest = { milliseconds, request: shown(request) };
  return milliseconds > most ? `took ${milliseconds.toFixed(0)} ms` : null;
}

/** Keeps what was made and forgets what was deleted, so that later requests are about what there is. */
function note(request: WireRequest, { status, headers, body }: WireAnswer): void {
  const route = routeOf(request);
  const statuses = seen.get(route) ?? new Map<number, number>();
  seen.set(route, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  noteCookie(request, status, headers['set-cookie']);
  const [, kind, id] = /^\/api\/v1\/(favorite|channel|token|session|feed)(?:\/([^/]+))?$/.exec(request.target) ?? [];
  if (status === 201 && kind) {
    const { data } = JSON.parse(body.toString()) as { data: { id?: string; uuid?: string } };
    world.ids[kind]!.push((data.id ?? data.uuid)!);
  }
  if (status === 200 && route === 'POST /api/v1/favorite/bulk')
    world.ids.bulk!.push((JSON.parse(body.toString()) as { data: { id: string } }).data.id);
  if (status < 300 && request.method === 'POST' && route.includes('/api/v1/feed'))
    world.ids.secret!.push(...secretsIn(body.toString()));
  // The last ones stay, so that there are also requests about what is gone.
  if (status === 204 && kind && world.ids[kind]!.length > 5)
    world.ids[kind] = world.ids[kind]!.filter((one) => one !== id);
}

/** A few sessions, of which the newest is new: a user has fifty, and those that were signed out stay for a while. */
function noteCookie({ headers }: WireRequest, status: number, set = ''): void {
  const [made] = /^tracker=sus_[\w-]{43}/.exec(set) ?? [];
  if (made) world.cookies.push(made);
  if (made && world.cookies.length > 20) world.cookies.shift();
  const ended = status === 204 && set !== '' ? headers.find(([name]) => name === 'Cookie')?.[1] : undefined;
  if (ended && world.cookies.length > 5)
    world.cookies.splice(0, Infinity, ...world.cookies.filter((one) => !ended.includes(one)));
}

function routeOf({ method, target }: WireRequest): string {
  const path = target.split('?')[0]!.replace(/^\/api\/(?!v1\/)/, '/api/v1/');
  return `${method} ${world.description.find(method, path)?.path ?? path}`;
}

const shown = (request: WireRequest) => {
  const text = bytesOf(request).toString('latin1');
  return text.length > 4_000 ? `${text.slice(0, 4_000)} … (${text.length} bytes)` : text;
};

/** Streams, which have no end; a version of the very product of a favorite, which chance seldom brings together. */
const OUT_OF_REACH = /\/skip|\/events$/;

/** Operations that no request got through to: then what lies behind their checks was not tried. */
function missed(): string[] {
  const operations = world.description.operations.map(({ method, path }) => `${method} ${path}`);
  // Limits of requests are off here: 429 says that an operation itself had enough.
  const reached = (operation: string) =>
    [...(seen.get(operation)?.keys() ?? [])].some((status) => status < 400 || status === 429);
  return operations.filter((operation) => !OUT_OF_REACH.test(operation) && !reached(operation));
}

function report(): void {
  const lines = [...seen]
    .filter(([route]) => world.description.document.paths[route.split(' ')[1]!])
    .map(
      ([route, statuses]) =>
        `${route.padEnd(60)} ${[...statuses]
          .sort()
          .map(([status, count]) => `${status}×${count}`)
          .join(' ')}`,
    );
  const { milliseconds, request } = slowest;
  process.stdout.write(
    `${lines.sort().join('\n')}\nThe slowest took ${milliseconds.toFixed(0)} ms:\n${request.slice(0, 500)}\n`,
  );
}
