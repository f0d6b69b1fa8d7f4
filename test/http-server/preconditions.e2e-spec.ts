import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type supertest from 'supertest';
import type { Response } from 'supertest';
import { FavoriteReader } from '../../src/favorite/favorite-reader';
import { expectProblem, known, UNKNOWN_ID } from '../setup/api';
import { useApp } from '../setup/app';
import { signedIn } from '../setup/session';

type Agent = ReturnType<typeof supertest.agent>;
type Method = 'put' | 'patch' | 'delete';

const CHANGES: Method[] = ['put', 'patch', 'delete'];

const { paths } = JSON.parse(readFileSync(join(__dirname, '..', '..', 'openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { parameters?: { $ref?: string }[]; responses: Record<string, object> }>>;
};

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  CHANGES.filter((method) => method in methods).map((method) => ({ path, method, operation: methods[method]! })),
);
const withTag = operations.filter(({ path }) => 'get' in paths[path]!);
const withoutTag = operations.filter(({ path }) => !('get' in paths[path]!));

/** The digest of an upload, not an ETag: content.e2e-spec.ts. */
const OWN_CONDITION = '/api/v1/inventory/{name}/content';

describe('the precondition of a change', () => {
  const test = useApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
  let agent: Agent;

  beforeAll(async () => {
    agent = await test.as('ada', ['read', 'write', 'catalogue:write', 'admin']);
  });

  const source = (name: string) => ({ type: 'feed', settings: { url: `https://example.org/${name}.xml` } });

  let serial = 0;
  const next = (text: string) => `${text} ${++serial}`;
  const product = async () => (await known(test, next('Product'), ['1.0', '2.0'])).id;

  async function favorite(software?: string): Promise<string> {
    const body = { software: software ?? (await product()), version: '1.0' };
    return (await agent.post('/api/v1/favorite').send(body).expect(201)).body.data.uuid as string;
  }

  interface Place {
    agent?: Agent;
    address: string;
    /** Different ones, so that each of them changes the resource. */
    bodies?: [object, object];
  }

  /** A resource of its own, and bodies that change it. By the paths of the description; a new path has to be added here. */
  const PLACES: Record<string, (method: Method) => Promise<Place>> = {
    '/api/v1/channel/{id}': async (method) => {
      const body = (name: string) => ({ type: 'log', name, settings: {} });
      const made = await agent.post('/api/v1/channel').send(body(next('log')));
      const { id } = made.body.data as { id: string };
      const bodies = [next('a'), next('b')].map((name) => (method === 'put' ? body(name) : { name }));
      return { address: `/api/v1/channel/${id}`, bodies: bodies as [object, object] };
    },
    '/api/v1/favorite/{id}': async () => ({
      address: `/api/v1/favorite/${await favorite()}`,
      bodies: [{ notes: next('a') }, { notes: next('b') }],
    }),
    '/api/v1/favorite/{id}/policy': async () => ({
      address: `/api/v1/favorite/${await favorite()}/policy`,
      bodies: [{ include_prereleases: true }, { minimum_age_days: 3 }],
    }),
    '/api/v1/favorite/{id}/probe/{environment}': async () => {
      const address = `/api/v1/favorite/${await favorite()}/probe/home`;
      const body = (pattern: string) => ({ address: 'https://127.0.0.1/version', pattern });
      await agent.put(address).send(body('first (.+)')).expect(200);
      return { address, bodies: [body('second (.+)'), body('third (.+)')] };
    },
    '/api/v1/inventory/{name}': async () => {
      const address = `/api/v1/inventory/box-${++serial}`;
      await agent.put(address).send({}).expect(200);
      return { address, bodies: [{ environment: 'one' }, { environment: 'two' }] };
    },
    '/api/v1/profile': () =>
      Promise.resolve({
        address: '/api/v1/profile',
        bodies: [{ email: `a${++serial}@example.org` }, { email: `b${++serial}@example.org` }],
      }),
    '/api/v1/session/current': async () => {
      const browser = await signedIn(test, 'grace');
      return { address: '/api/v1/session/current', agent: browser.agent };
    },
    '/api/v1/software/{id}/favorite': async () => {
      const software = await product();
      await favorite(software);
      const body = (notes: string) => ({ version: '1.0', notes });
      return { address: `/api/v1/software/${software}/favorite`, bodies: [body('a'), body('b')] };
    },
    '/api/v1/software/{id}/identifier': async () => {
      const body = () => ({ identifiers: [{ type: 'purl', value: `pkg:npm/name-${++serial}` }] });
      return { address: `/api/v1/software/${await product()}/identifier`, bodies: [body(), body()] };
    },
    '/api/v1/software/{id}/notes-source': async () => {
      const address = `/api/v1/software/${await product()}/notes-source`;
      const forge = (repository: string) => ({ from: 'github', settings: { repository } });
      await agent.put(address).send(forge('a/first')).expect(200);
      return { address, bodies: [forge('a/second'), forge('a/third')] };
    },
    '/api/v1/software/{id}/ordering': async () => ({
      address: `/api/v1/software/${await product()}/ordering`,
      bodies: [{ scheme: 'semver' }, { scheme: 'debian' }],
    }),
    '/api/v1/software/{id}/source': async () => {
      const address = `/api/v1/software/${await product()}/source`;
      await agent.put(address).send(source('first')).expect(200);
      return { address, bodies: [source(next('a').replace(' ', '-')), source(next('b').replace(' ', '-'))] };
    },
  };

  const place = async ({ path, method }: { path: string; method: Method }) => {
    const made = await PLACES[path]!(method);
    const by = made.agent ?? agent;
    return {
      send: (headers: Record<string, string>, body = made.bodies?.[0]): Promise<Response> =>
        by[method](made.address).set(headers).send(body).then(),
      read: () => by.get(made.address),
      bodies: made.bodies,
    };
  };

  const tagOf = async (read: () => PromiseLike<Response>) => (await read()).headers.etag!;

  it('has a place here for each address that can be read and changed', () => {
    expect(withTag.length).toBeGreaterThan(20);
    expect([...new Set(withTag.map(({ path }) => path))].sort()).toEqual(Object.keys(PLACES).sort());
  });

  it('is described', () => {
    for (const { path, method, operation } of withTag) {
      const names = (operation.parameters ?? []).map(({ $ref }) => $ref?.split('/').at(-1));
      expect([path, names, Object.keys(operation.responses)]).toEqual([
        path,
        expect.arrayContaining(method === 'put' ? ['IfMatch', 'OnlyIfAbsent'] : ['IfMatch']),
        expect.arrayContaining(['412']),
      ]);
    }
  });

  describe.each(withTag)('$method $path', (operation) => {
    it('passes with the tag of what is there, whatever the service is called, answers with the next one, and passes with *', async () => {
      const one = await place(operation);
      const read = (host: string) => one.read().set('Host', host);
      const tag = await tagOf(() => read('one.example:8443'));
      expect(tag).toMatch(/^"[\w+/=]+"$/);
      expect(await tagOf(() => read('[::1]'))).toBe(tag);
      expect((await read('two.example').set('If-None-Match', tag)).status).toBe(304);
      const origin: Record<string, string> = operation.path.includes('session') ? {} : { Host: 'two.example' };
      const { status, text, headers } = await one.send({ ...origin, 'If-Match': `"another", ${tag}` });
      const isGone = operation.method === 'delete';
      expect([status, text]).toEqual([isGone ? 204 : 200, expect.anything()]);
      expect(headers.etag).toBe(isGone ? undefined : await tagOf(one.read));
      const other = await place(operation);
      expect((await other.send({ 'If-Match': '*' })).status).toBeLessThan(300);
    });

    it('is 412 with another tag, and with a weak one, 400 with what is none, and changes nothing', async () => {
      const one = await place(operation);
      const tag = await tagOf(one.read);
      for (const [header, said] of [
        ['"another"', 'has changed'],
        [`"a","b" , W/${tag}`, 'a weak ETag (`W/"…"`)'],
      ] as const) {
        const answer = await one.send({ 'If-Match': header });
        expectProblem(answer, 412, 'precondition-failed');
        expect((answer.body as { detail: string }).detail).toContain(said);
      }
      for (const header of ['*', `W/${tag}`])
        expectProblem(await one.send({ 'If-None-Match': header }), 412, 'precondition-failed');
      expect(expectProblem(await one.send({ 'If-Match': 'nonsense' }), 400, 'bad-request')).toEqual(['If-Match']);
      expect(await tagOf(one.read)).toBe(tag);
    });

    it('lets one of two writers pass', async () => {
      const one = await place(operation);
      const tag = await tagOf(one.read);
      const bodies = one.bodies ?? [undefined, undefined];
      const answers = await Promise.all(bodies.map((body) => one.send({ 'If-Match': tag }, body)));
      const statuses = answers.map(({ status }) => status).sort();
      // What is gone is 404; a session that has ended is 401.
      expect([401, 404, 409, 412]).toContain(statuses[1]);
      expect(statuses[0]).toBeLessThan(300);
    });
  });

  it.each(['"a', 'W/', '*, "a"', '"a" "b"', '"with blank"', 'w/"a"', ','])(
    'is 400 with what is no tag: %s',
    async (header) => {
      const answer = await agent.patch('/api/v1/profile').set('If-Match', header).send({});
      expect(expectProblem(answer, 400, 'bad-request')).toEqual(['If-Match']);
    },
  );

  it('has the tag that an answer to POST has, too', async () => {
    const body = { type: 'log', name: next('log'), settings: {} };
    const channel = await agent.post('/api/v1/channel').send(body).expect(201);
    expect(channel.headers.etag).toBe(await tagOf(() => agent.get(`/api/v1/channel/${channel.body.data.id}`)));
    const made = await agent.post('/api/v1/favorite').send({ software: await product(), version: '1.0' });
    const address = `/api/v1/favorite/${made.body.data.uuid}`;
    expect(made.headers.etag).toBe(await tagOf(() => agent.get(address)));
    const moved = await agent.post(`${address}/update-to-latest-version`).expect(200);
    expect(moved.headers['content-location']).toBe(address);
    expect(moved.headers.etag).toBe(await tagOf(() => agent.get(address)));
    expect(moved.headers.etag).not.toBe(made.headers.etag);
    await agent.patch(address).set('If-Match', moved.headers.etag!).send({ notes: 'x' }).expect(200);
  });

  it('gives no tag of what somebody else has changed since', async () => {
    const id = await favorite();
    const address = `/api/v1/favorite/${id}`;
    const get = FavoriteReader.prototype.get;
    const later = jest.spyOn(FavoriteReader.prototype, 'get').mockImplementationOnce(async function (
      this: FavoriteReader,
      ...given
    ) {
      await agent.patch(address).send({ notes: 'of somebody else' }).expect(200);
      return get.apply(this, given);
    });
    const answer = await agent.patch(address).send({ notes: 'mine' }).expect(200);
    later.mockRestore();
    expect(answer.body.data.notes).toBe('mine');
    expect(answer.headers.etag).toBeUndefined();
  });

  it('lets a PUT make what is not there, once', async () => {
    const software = await product();
    const put = (headers: Record<string, string>) =>
      agent.put(`/api/v1/software/${software}/favorite`).set(headers).send({ version: '1.0' });
    expectProblem(await put({ 'If-Match': '*' }), 412, 'precondition-failed');
    expectProblem(await put({ 'If-Match': '"a"' }), 412, 'precondition-failed');
    await agent.get(`/api/v1/software/${software}/favorite`).expect(404);
    const made = await Promise.all([put({ 'If-None-Match': '*' }), put({ 'If-None-Match': '*' })]);
    expect(made.map(({ status }) => status).sort()).toEqual([201, 412]);
  });

  it('leaves 404 and 422 what they are', async () => {
    for (const method of ['patch', 'delete'] as const)
      expectProblem(
        await agent[method](`/api/v1/favorite/${UNKNOWN_ID}`).set('If-Match', '"a"').send({}),
        404,
        'not-found',
      );
    const id = await favorite();
    const wrong = agent.patch(`/api/v1/favorite/${id}`).set('If-Match', '"a"').send({ notes: 1 });
    expectProblem(await wrong, 422, 'invalid-body');
  });

  it('needs no scope beyond that of the change, and tells nothing before the token is checked', async () => {
    const id = await favorite();
    const tag = await tagOf(() => agent.get(`/api/v1/favorite/${id}`));
    const writer = await test.as('ada', ['write']);
    await writer.patch(`/api/v1/favorite/${id}`).set('If-Match', tag).send({ notes: 'x' }).expect(200);
    expectProblem(
      await test.http.patch(`/api/v1/favorite/${id}`).set('If-Match', 'nonsense').send({}),
      401,
      'unauthorized',
    );
  });

  it('takes the tag of a compressed answer', async () => {
    const id = await favorite();
    await agent
      .patch(`/api/v1/favorite/${id}`)
      .send({ notes: 'long '.repeat(900) })
      .expect(200);
    const read = (encoding: string) => agent.get(`/api/v1/favorite/${id}`).set('Accept-Encoding', encoding);
    const [plain, gzip] = [await tagOf(() => read('identity')), await tagOf(() => read('gzip'))];
    expect(gzip).toBe(plain.replace(/"$/, '-gzip"'));
    await read('gzip').set('If-None-Match', gzip).expect(304);
    await agent.patch(`/api/v1/favorite/${id}`).set('If-Match', gzip).send({ notes: 'short' }).expect(200);
  });

  it('is 412 where there is no tag, but for *', async () => {
    const made = withoutTag.filter(({ path }) => path !== OWN_CONDITION);
    expect(made.length).toBeGreaterThan(5);
    for (const { path, method } of made) {
      const address = path.replaceAll(/\{\w+\}/g, UNKNOWN_ID);
      const send = (header: string) => agent[method](address).set('If-Match', header).send({});
      expectProblem(await send('nonsense'), 400, 'bad-request');
      expectProblem(await send('"a"'), 412, 'precondition-failed');
      expect([404, 422, 204]).toContain((await send('*')).status);
    }
  });
});
