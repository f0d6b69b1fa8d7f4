import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { KeptAnswerRepository } from '../../src/access/idempotency/kept-answer.repository';
import { UpkeepService } from '../../src/operations/upkeep/upkeep.service';
import { type Agent, expectProblem, known, UNKNOWN_ID } from '../setup/api';
import { useApp } from '../setup/app';
import { product as record } from '../setup/catalogue';
import { count } from '../setup/tracking';

const test = useApp({ SMTP_URL: 'smtp://127.0.0.1:9', TRUST_EMAIL_ADDRESSES: 'false' });
let ada: Agent;
let serial = 0;

beforeAll(async () => {
  ada = await test.as('ada', ['read', 'write', 'catalogue:write', 'inventory:write', 'admin']);
});

const newKey = () => randomUUID();
const product = () => known(test, `Product ${++serial}`, ['1.0', '2.0']);
const body = () => ({ type: 'webhook', name: `hook ${++serial}`, settings: { url: 'https://example.org/hook' } });
const post = (address: string, key: string, given?: object, by = ada) =>
  by.post(address).set('Idempotency-Key', key).send(given);
const channel = async (given: object = body()) => {
  const { body: made } = await ada.post('/api/v1/channel').send(given).expect(201);
  return made.data.id as string;
};
const favorite = async (software?: string) => {
  const given = { software: software ?? (await product()).id, version: '1.0' };
  const { body: made } = await ada.post('/api/v1/favorite').send(given).expect(201);
  return made.data.uuid as string;
};

/** Without what tells two requests apart. */
const shown = ({ status, text, headers }: Response) => ({ status, text, location: headers.location as unknown });

/** A request for each operation that takes a key; a new one has to be added here. */
const TAKING: Record<string, () => Promise<{ address: string; given?: object }>> = {
  '/api/v1/channel': () => Promise.resolve({ address: '/api/v1/channel', given: body() }),
  '/api/v1/channel/{id}/rotate-secret': async () => ({ address: `/api/v1/channel/${await channel()}/rotate-secret` }),
  '/api/v1/channel/{id}/confirmation': async () => {
    const mail = { type: 'email', name: 'mail', settings: { address: `a${++serial}@example.org` } };
    return { address: `/api/v1/channel/${await channel(mail)}/confirmation` };
  },
  '/api/v1/favorite': async () => ({
    address: '/api/v1/favorite',
    given: { software: (await product()).id, version: '1.0', notes: '\u{1F600}\u0001'.repeat(5_000) },
  }),
  '/api/v1/favorite/bulk': async () => ({
    address: '/api/v1/favorite/bulk',
    given: { action: 'mute', ids: [await favorite()] },
  }),
  '/api/v1/favorite/{id}/skip': async () => {
    const { id, versions } = await product();
    return { address: `/api/v1/favorite/${await favorite(id)}/skip`, given: { version: versions['2.0'] } };
  },
  '/api/v1/favorite/{id}/update-to-latest-version': async () => ({
    address: `/api/v1/favorite/${await favorite()}/update-to-latest-version`,
  }),
  '/api/v1/notification/{id}/resend': async () => {
    await channel({ type: 'log', name: 'log', settings: {} });
    const tracked = record(`Product ${++serial}`, ['1.0']);
    await test.import(tracked);
    const [{ id }] = (await test.database.query<{ id: string }>(
      'SELECT id FROM software ORDER BY id DESC LIMIT 1',
    )) as [{ id: string }];
    const favoriteId = await favorite(id);
    await test.import({ ...tracked, versions: ['1.0', '2.0'].map((version) => ({ version })) });
    await test.check();
    const { body: found } = await ada.get('/api/v1/notification').query({ favorite: favoriteId }).expect(200);
    return { address: `/api/v1/notification/${found.data[0].id}/resend` };
  },
};

interface Described {
  paths: Record<string, Record<string, { parameters?: { $ref?: string; name?: string }[]; security?: object[] }>>;
}

async function operations() {
  const { paths } = (await test.http.get('/docs/openapi.json').expect(200)).body as Described;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], security }]) => ({
      path,
      method: method as 'get' | 'post' | 'put' | 'patch' | 'delete',
      isPublic: security?.length === 0,
      takesKey: parameters.some(
        ({ $ref, name }) => $ref === '#/components/parameters/IdempotencyKey' || name === 'Idempotency-Key',
      ),
    })),
  );
}

describe('a request with an Idempotency-Key', () => {
  it('is tried here for each operation that takes one, and all of those are POST', async () => {
    const taking = (await operations()).filter(({ takesKey }) => takesKey);
    expect(taking.map(({ path }) => path).sort()).toEqual(Object.keys(TAKING).sort());
    expect(new Set(taking.map(({ method }) => method))).toEqual(new Set(['post']));
  });

  it.each(Object.keys(TAKING))('is answered once, and then the same again: %s', async (path) => {
    const { address, given } = await TAKING[path]!();
    const key = newKey();
    const first = await post(address, key, given);
    expect([first.status, first.text]).toEqual([first.status < 300 ? first.status : 200, expect.anything()]);
    const state = async () => [
      await count(test, 'audit_entry'),
      await count(test, 'channel'),
      await count(test, 'favorite'),
      await count(test, 'favorite_bulk'),
      await count(test, 'delivery WHERE next_at IS NOT NULL'),
      await count(test, 'system_message'),
    ];
    const before = await state();
    for (let again = 0; again < 2; again++) {
      const second = await post(address, again === 0 ? key : `"${key}"`, given);
      expect(shown(second)).toEqual(shown(first));
      expect(second.headers['idempotent-replayed']).toBe('true');
    }
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(await state()).toEqual(before);
  });

  it('is 422 with another body, and at another address', async () => {
    const key = newKey();
    const given = body();
    await post('/api/v1/channel', key, given).expect(201);
    expectProblem(await post('/api/v1/channel', key, { ...given, name: 'other' }), 422, 'key-reused');
    const id = await channel();
    expectProblem(await post(`/api/v1/channel/${id}/rotate-secret`, key, given), 422, 'key-reused');
  });

  it('is not that of another user with the same key', async () => {
    const key = newKey();
    const given = body();
    const mine = await post('/api/v1/channel', key, given).expect(201);
    const bea = await test.as('bea');
    const theirs = await post('/api/v1/channel', key, given, bea).expect(201);
    expect(theirs.body.data.id).not.toBe(mine.body.data.id);
    expect(theirs.headers['idempotent-replayed']).toBeUndefined();
  });

  it('is carried out once when it comes eight times at the same moment', async () => {
    const key = newKey();
    const given = body();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/api/v1/channel', key, given)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect(await count(test, 'channel WHERE name = ?', given.name)).toBe(1);
  });

  it('makes nothing when its answer cannot be written, and can be sent again', async () => {
    const key = newKey();
    const given = body();
    const write = jest.spyOn(KeptAnswerRepository.prototype, 'insert').mockRejectedValueOnce(new Error('killed'));
    expectProblem(await post('/api/v1/channel', key, given), 500, 'internal-error');
    write.mockRestore();
    expect(await count(test, 'channel WHERE name = ?', given.name)).toBe(0);
    await post('/api/v1/channel', key, given).expect(201);
    expect(await count(test, 'channel WHERE name = ?', given.name)).toBe(1);
  });

  it('keeps no error', async () => {
    const key = newKey();
    expectProblem(await post('/api/v1/favorite', key, { software: UNKNOWN_ID, version: '1.0' }), 422, 'invalid-body');
    const { id } = await product();
    await post('/api/v1/favorite', key, { software: id, version: '1.0' }).expect(201);
  });

  it('is sealed: no row has the secret that the answer shows', async () => {
    const { body: made } = await post('/api/v1/channel', newKey(), body()).expect(201);
    const { secret } = made.data.settings as { secret: string };
    expect(secret).toMatch(/^whsec_/);
    const rows = await test.database.query<{ answer: string }>('SELECT * FROM kept_answer');
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(rows.every(({ answer }) => answer.startsWith('v1.'))).toBe(true);
  });

  it('is forgotten after a day', async () => {
    const key = newKey();
    const given = body();
    await post('/api/v1/channel', key, given).expect(201);
    const { nowPlus } = test.database.dialect;
    await test.database.execute(`UPDATE kept_answer SET created_at = ${nowPlus}`, [-86_000]);
    expect((await test.app.get(UpkeepService).run()).kept_answers).toBe(0);
    await test.database.execute(`UPDATE kept_answer SET created_at = ${nowPlus}`, [-86_500]);
    expect((await test.app.get(UpkeepService).run()).kept_answers).toBeGreaterThan(0);
    await post('/api/v1/channel', key, given).expect(201);
    expect(await count(test, 'channel WHERE name = ?', given.name)).toBe(2);
  });

  it.each(['', '  ', 'two words', 'ä', `"`, '"a', 'a"b', 'x'.repeat(256)])('is 400 with the key %j', async (key) => {
    const sent = ada.post('/api/v1/channel').set('Idempotency-Key', Buffer.from(key).toString('latin1')).send(body());
    const answer = await sent;
    expect(expectProblem(answer, 400, 'bad-request')).toEqual(['Idempotency-Key']);
  });

  it('is refused by every operation that takes none, and not ignored', async () => {
    const refusing = (await operations()).filter(({ takesKey, isPublic }) => !takesKey && !isPublic);
    expect(refusing.length).toBeGreaterThan(100);
    for (const { path, method } of refusing) {
      if (path.startsWith('/api/v1/session/')) continue; // without a session they are not found
      const address = path.replaceAll(/\{\w+\}/g, UNKNOWN_ID);
      const answer = await ada[method](address).set('Idempotency-Key', 'a').send();
      expect([path, method, answer.status]).toEqual([path, method, 400]);
      expect(expectProblem(answer, 400, 'bad-request')).toEqual(['Idempotency-Key']);
    }
  });
});
