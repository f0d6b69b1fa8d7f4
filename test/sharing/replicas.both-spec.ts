import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';
import { createStage, onServerDatabase, type Server, type Stage } from '../setup/process';

const onServer = onServerDatabase ? describe : describe.skip;
/** Milliseconds after which an address has ended on every replica. */
const END = 5_000;

/** What each kind is about, and its documents. */
const KINDS: Record<string, { about: 'software' | 'favorite'; documents: number }> = {
  updates: { about: 'favorite', documents: 2 },
  product: { about: 'software', documents: 2 },
  calendar: { about: 'favorite', documents: 1 },
  badge: { about: 'favorite', documents: 2 },
};

interface Made {
  id: string;
  urls: Record<string, string>;
}

onServer('addresses that two processes serve', () => {
  let stage: Stage;
  let replicas: Server[];
  let token: string;
  let about: { software: string; favorite: string };

  beforeAll(async () => {
    stage = await createStage({ WORKER: 'false', RATE_LIMIT_PAGES: 'off', RATE_LIMIT_FAILED_AUTH: 'off' });
    replicas = [await stage.serve(), await stage.serve()];
    const record = JSON.stringify(product('nginx', ['1.0', '1.1']));
    expect(await stage.cli(['catalogue', 'import', '-'], record)).toMatchObject({ code: 0 });
    const made = await stage.cli(['token', 'create', '--user', 'ada', '--scopes', 'read,write']);
    token = made.stdout.trim().split('\n').at(-1)!;
    const [software] = await call<{ id: string }[]>('GET', '/software');
    const { uuid } = await call<{ uuid: string }>('POST', '/favorite', { software: software!.id, version: '1.0' });
    about = { software: software!.id, favorite: uuid };
  });

  afterAll(() => stage.drop());

  /** By the first replica. */
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${replicas[0]!.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? (undefined as T) : ((await response.json()) as { data: T }).data;
  }

  /** Its documents at each replica: with the host of that one. */
  const everywhere = ({ urls }: Made) =>
    replicas.flatMap(({ url }) => Object.values(urls).map((one) => url + new URL(one).pathname));

  /** Reads as a program does that has the document already. */
  async function statusOf(url: string, tag?: string): Promise<[status: number, tag: string]> {
    const response = await fetch(url, tag === undefined ? {} : { headers: { 'if-none-match': tag } });
    await response.arrayBuffer();
    return [response.status, response.headers.get('etag') ?? ''];
  }

  const ends: [string, (made: Made) => Promise<Made | null>][] = [
    ['rotated', ({ id }) => call<Made>('POST', `/feed/${id}/rotate`)],
    ['deleted', ({ id }) => call<null>('DELETE', `/feed/${id}`).then(() => null)],
  ];

  describe.each(ends)('and that is %s at one', (_how, end) => {
    it.each(Object.entries(KINDS))('ends at both within five seconds: %s', async (kind, { about: of, documents }) => {
      const made = await call<Made>('POST', '/feed', { kind, [of]: about[of], details: 'full' });
      const addresses = everywhere(made);
      expect(addresses).toHaveLength(2 * documents);
      const tags = new Map<string, string>();
      for (const url of addresses) {
        const [status, tag] = await statusOf(url);
        expect(status).toBe(200);
        expect((await statusOf(url, tag))[0]).toBe(304);
        tags.set(url, tag);
      }
      const next = await end(made);
      const has = async (wanted: number) => {
        const found = await Promise.all(addresses.map((url) => statusOf(url, tags.get(url))));
        return found.every(([status]) => status === wanted);
      };
      await eventually(() => has(404), END);
      // It stays so.
      expect(await has(404)).toBe(true);
      for (const url of next ? everywhere(next) : []) expect((await statusOf(url))[0]).toBe(200);
    });
  });
});
