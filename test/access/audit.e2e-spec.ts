import { Readable } from 'node:stream';
import { ChannelHealth } from '../../src/notification/delivery/channel-health';
import { ManageLinks, ConsentLinks } from '../../src/notification/link/signed-links';
import { CatalogueImporter } from '../../src/source/catalogue/catalogue-importer';
import { decompressed } from '../../src/source/catalogue/lines';
import { ndjsonReadings } from '../../src/source/catalogue/reading';
import { RekeyService } from '../../src/update-check/rekey.service';
import { AuditService } from '../../src/access/audit/audit.service';
import { TokenService } from '../../src/access/auth/token.service';
import { expectProblem, known, type Known, MOMENT, UNKNOWN_ID, UUID } from '../setup/api';
import { type TestApp, useAgent, useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { onServerDatabase } from '../setup/process';
import type { Agent } from '../setup/tracking';

const test = useApp({ TRUST_EMAIL_ADDRESSES: 'false', SMTP_URL: 'smtp://127.0.0.1:9', AUDIT_RETENTION: '400d' });
const admin = useAgent(() => test.as('auditor', ['admin']));
let serial = 0;

interface Entry {
  id: string;
  created_at: string;
  action: string;
  resource: { type: string; id: string | null };
  user: { id: string; name: string } | null;
  means: string;
  credential: string | null;
  request_id: string | null;
  details: Record<string, unknown>;
}

async function entries(query: string): Promise<Entry[]> {
  return (await admin.get(`/api/v1/audit?sort=created_at&per_page=200&${query}`).expect(200)).body.data as Entry[];
}

const of = (resource: string) => entries(`resource=${resource}`);

interface Somebody {
  agent: Agent;
  /** As in the log. */
  by: { user: { id: string; name: string }; means: string; credential: string };
}

/** A new user, with the id of the token in use. */
async function somebody(scopes: Parameters<TestApp['token']>[1] = ['read', 'write']): Promise<Somebody> {
  const name = `somebody ${++serial}`;
  const agent = await test.as(name, scopes);
  const [row] = await test.database.query<{ id: string; user_id: string }>(
    'SELECT t.id, t.user_id FROM access_token t JOIN user u ON u.id = t.user_id WHERE u.name = ?',
    [name],
  );
  return { agent, by: { user: { id: row!.user_id, name }, means: 'token', credential: row!.id } };
}

async function favorite(agent: Agent, { id }: Known, version = '1.0'): Promise<string> {
  const { body } = await agent.post('/api/v1/favorite').send({ software: id, version }).expect(201);
  return body.data.uuid as string;
}

async function channel(agent: Agent, body: object): Promise<string> {
  const answer = await agent
    .post('/api/v1/channel')
    .send({ name: 'c', ...body })
    .expect(201);
  return answer.body.data.id as string;
}

describe('the audit log has', () => {
  it('who changed a favorite, when, by which token and request, and which fields', async () => {
    const { agent, by } = await somebody();
    const one = await known(test, 'Audited one', ['1.0', '1.1']);
    const two = await known(test, 'Audited two', ['1.0']);
    const id = await favorite(agent, one);
    await agent
      .patch(`/api/v1/favorite/${id}`)
      .set('X-Request-Id', 'trace-7')
      .send({ notes: 'a private note' })
      .expect(200);
    await agent.post(`/api/v1/favorite/${id}/update-to-latest-version`).expect(200);
    await agent.post(`/api/v1/favorite/${id}/update-to-latest-version`).expect(200); // nothing left to do, nothing noted
    await agent.patch(`/api/v1/favorite/${id}`).send({ software: two.id, version: '1.0' }).expect(200);
    await agent
      .put(`/api/v1/favorite/${id}/policy`)
      .send({ skip: ['9.9'] })
      .expect(200);
    await agent.patch(`/api/v1/favorite/${id}/policy`).send({ series: '1' }).expect(200);
    await agent.delete(`/api/v1/favorite/${id}`).expect(204);
    const found = await of(id);
    for (const entry of found)
      expect(entry).toMatchObject({
        ...by,
        resource: { type: 'favorite', id },
        id: expect.stringMatching(UUID),
        created_at: expect.stringMatching(MOMENT),
        request_id: expect.any(String),
      });
    expect(found.map(({ action, details }) => [action, details])).toEqual([
      ['favorite.created', { software: one.id, version: one.versions['1.0'] }],
      ['favorite.updated', { fields: ['notes'] }],
      ['favorite.updated', { fields: ['version'], version: one.versions['1.1'] }],
      ['favorite.updated', { fields: ['software', 'version'], software: two.id, version: two.versions['1.0'] }],
      ['favorite.policy-updated', { fields: expect.arrayContaining(['skip', 'series', 'snoozed_until']) }],
      ['favorite.policy-updated', { fields: ['series'] }],
      ['favorite.deleted', { software: two.id, bulk: expect.any(String) }],
    ]);
    expect(found[1]!.request_id).toBe('trace-7');
  });

  it('tokens that are made and revoked, here and on the command line', async () => {
    const { agent, by } = await somebody();
    const body = { name: 'dashboard', scopes: ['read'], expires_at: '2099-01-01' };
    const { id, token } = (await agent.post('/api/v1/token').send(body).expect(201)).body.data;
    await agent.delete(`/api/v1/token/${id}`).expect(204);
    expect(await of(id)).toMatchObject([
      {
        ...by,
        action: 'token.created',
        details: { user: by.user.id, name: 'dashboard', scopes: 'read', expires_at: '2099-01-01T00:00:00.000000Z' },
      },
      { ...by, action: 'token.revoked', details: {} },
    ]);
    const [first] = await of(by.credential);
    expect(first).toMatchObject({
      action: 'token.created',
      user: null,
      means: 'cli',
      credential: null,
      request_id: null,
    });
    expect(await of(by.user.id)).toMatchObject([
      { action: 'user.created', means: 'cli', details: { name: by.user.name } },
    ]);
    await test.app.get(TokenService).revokeAny(by.credential, false);
    expect((await of(by.credential)).at(-1)).toMatchObject({ action: 'token.revoked', means: 'cli' });
    expect(JSON.stringify(await entries(''))).not.toContain(token.slice(4));
  });

  it('changes of a profile by their fields, also by the command line, but none that changes nothing', async () => {
    const { agent, by } = await somebody();
    await agent.patch('/api/v1/profile').send({ time_zone: 'Europe/Berlin', email: 'private@example.org' }).expect(200);
    const found = (await of(by.user.id)).at(-1);
    expect(found).toMatchObject({ ...by, action: 'profile.updated', resource: { type: 'profile', id: by.user.id } });
    expect(found!.details).toEqual({ fields: expect.arrayContaining(['email', 'time_zone']) });
    const before = await of(by.user.id);
    for (const email of ['new@example.org', 'new@example.org', null])
      await test.app
        .get(TokenService)
        .createForUser({ name: by.user.name!, email }, { name: 'more', scopes: ['read'], expiresAt: null });
    const added = (await of(by.user.id)).slice(before.length);
    expect(added).toMatchObject([
      { action: 'profile.updated', means: 'cli', user: null, details: { fields: ['email'] } },
    ]);
  });

  it('changes of a channel, and nothing of its settings', async () => {
    const { agent, by } = await somebody();
    const url = 'https://hooks.example.org/very-secret-path';
    const created = await agent
      .post('/api/v1/channel')
      .send({ type: 'webhook', name: 'private name', settings: { url } })
      .expect(201);
    const { id, settings } = created.body.data;
    await agent
      .patch(`/api/v1/channel/${id}`)
      .send({ settings: { url: `${url}-2` }, enabled: false })
      .expect(200);
    await agent.post(`/api/v1/channel/${id}/rotate-secret`).expect(200);
    await agent.delete(`/api/v1/channel/${id}`).expect(204);
    const found = await of(id);
    for (const entry of found) expect(entry).toMatchObject({ ...by, resource: { type: 'channel', id } });
    expect(found.map(({ action, details }) => [action, details])).toEqual([
      ['channel.created', { type: 'webhook' }],
      ['channel.updated', { fields: ['enabled', 'settings'] }],
      ['channel.secret-rotated', {}],
      ['channel.deleted', { type: 'webhook' }],
    ]);
    const rows = JSON.stringify(await test.database.query('SELECT * FROM audit_entry'));
    for (const secret of ['very-secret-path', 'private name', 'private note', 'private@', settings.secret as string])
      expect(rows).not.toContain(secret);
  });

  /** Unix seconds. */
  async function endOfNewestLink(id: string): Promise<number> {
    const [row] = await test.database.query<{ seconds: number | string }>(
      `SELECT ${test.database.dialect.unixSeconds('confirmation_expires_at')} AS seconds FROM channel WHERE id = ?`,
      [id],
    );
    return Number(row!.seconds);
  }

  it('what is done by links in messages, and by the service itself', async () => {
    const { agent, by } = await somebody();
    const link = { user: by.user, means: 'link', credential: null, request_id: expect.any(String) };
    const address = 'somebody@example.net';
    const id = await channel(agent, { type: 'email', settings: { address } });
    await agent.post(`/api/v1/channel/${id}/confirmation`).expect(202);
    const tokens = test.app.get(ConsentLinks);
    const confirm = tokens.make('confirm', id, address, await endOfNewestLink(id));
    for (let twice = 0; twice < 2; twice++) await test.http.post(`/confirm/${confirm}`).expect(200);
    const unsubscribe = tokens.make('unsubscribe', id, address);
    for (let twice = 0; twice < 2; twice++)
      await test.http.post(`/u/${unsubscribe}`).type('form').send('List-Unsubscribe=One-Click').expect(200);
    expect(await of(id)).toMatchObject([
      { ...by, action: 'channel.created' },
      { ...by, action: 'channel.confirmation-requested' },
      { ...link, action: 'channel.confirmed' },
      { ...link, action: 'channel.unsubscribed' },
    ]);

    const product = await known(test, 'Linked', ['1.0', '1.1']);
    const tracked = await favorite(agent, product);
    const [{ now }] = (await test.database.query(`SELECT ${test.database.dialect.now} AS now`)) as [{ now: string }];
    const page = test.app
      .get(ManageLinks)
      .make(tracked, product.versions['1.1']!, now)!
      .replace(/^.*\/update\//, '/update/');
    await test.http.get(page).expect(200);
    await test.http.post(page).type('form').send('action=skip').expect(200);
    await test.http.post(page).type('form').send('action=mute').expect(200);
    expect((await of(tracked)).slice(1)).toMatchObject([
      { ...link, action: 'favorite.policy-updated', details: { fields: ['skip'] } },
      { ...link, action: 'favorite.updated', details: { fields: ['notifications_enabled'] } },
    ]);
    await test.database.transaction((sql) => test.app.get(ChannelHealth).disable(sql, id, 'email', 'gone'));
    expect((await of(id)).at(-1)).toMatchObject({ action: 'channel.disabled', user: null, means: 'service' });
  });

  it('the source and the ordering of software', async () => {
    const { agent, by } = await somebody(['catalogue:write']);
    const { id } = await known(test, 'Sourced');
    const source = {
      type: 'github-releases',
      settings: { repository: 'example/widget', token: 'ghp_000000000000000000000000000000000000' },
    };
    await agent.put(`/api/v1/software/${id}/source`).send(source).expect(200);
    await agent.delete(`/api/v1/software/${id}/source`).expect(204);
    expectProblem(await agent.delete(`/api/v1/software/${id}/source`), 404, 'not-found');
    await test.app.get(RekeyService).rekey(id, { scheme: 'semver' });
    await test.app.get(RekeyService).rekey(id);
    expect(await of(id)).toMatchObject([
      { ...by, action: 'software.source-set', details: { type: 'github-releases' } },
      { ...by, action: 'software.source-removed' },
      { user: null, means: 'cli', action: 'software.ordering-changed', details: { fields: ['scheme'] } },
    ]);
    expect(JSON.stringify(await of(id))).not.toContain('ghp_');
  });
});

describe('an import', () => {
  const imported = async () => entries('action=catalogue.imported');
  const linesOf = (records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`);
  const many = (count: number) => Array.from({ length: count }, () => product(`Imported ${++serial}`, ['1.0', '2.0']));

  it('by the API is one entry with what it changed, and none when it changes nothing', async () => {
    const { agent, by } = await somebody(['catalogue:write']);
    const lines = linesOf(many(2));
    const upload = () =>
      agent.post('/api/v1/catalogue').set('Content-Type', 'application/x-ndjson').send(lines.join(''));
    const before = (await imported()).length;
    await upload().expect(200);
    await upload().expect(200);
    const found = (await imported()).slice(before);
    expect(found).toMatchObject([
      { ...by, resource: { type: 'catalogue', id: null }, details: { publishers: 2, software: 2, versions: 4 } },
    ]);
    expect(found[0]!.details.software_ids).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)]);
  });

  it('of many transactions is one entry, with the first products', async () => {
    const before = (await imported()).length;
    await test.import(...many(101));
    const found = (await imported()).slice(before);
    expect(found).toMatchObject([
      { user: null, means: 'cli', details: { publishers: 101, software: 101, versions: 202 } },
    ]);
    expect(new Set(found[0]!.details.software_ids as string[]).size).toBe(20);
  });

  it('that is cut off has an entry of what was done until then', async () => {
    const before = (await imported()).length;
    const lines = linesOf(many(110)).map((line) => Buffer.from(line));
    async function* cutOff() {
      yield* ndjsonReadings(await decompressed(Readable.from(lines)));
      throw new Error('the line broke');
    }
    await expect(test.app.get(CatalogueImporter).importAll(cutOff())).rejects.toThrow('the line broke');
    expect((await imported()).slice(before)).toMatchObject([
      { details: { publishers: 100, software: 100, versions: 200 } },
    ]);
  });
});

describe('an entry and its change', () => {
  it('are there together or not at all', async () => {
    const { agent, by } = await somebody();
    const software = await known(test, 'Together');
    const id = await favorite(agent, await known(test, 'Together before'));
    const rename = (from: string, to: string) => test.database.execute(`ALTER TABLE ${from} RENAME TO ${to}`);
    // A server without a table is not migrated yet; the embedded one is, so that is a fault.
    const failed = onServerDatabase ? 503 : 500;
    await rename('audit_entry', 'audit_entry_away');
    try {
      const changes = [
        agent.post('/api/v1/favorite').send({ software: software.id, version: '1.0' }),
        agent.patch(`/api/v1/favorite/${id}`).send({ notes: 'x' }),
        agent.delete(`/api/v1/favorite/${id}`),
        agent.patch('/api/v1/profile').send({ time_zone: 'Europe/Berlin' }),
        agent.post('/api/v1/token').send({ name: 'x', scopes: ['read'] }),
        agent.delete(`/api/v1/token/${by.credential}`),
        agent.post('/api/v1/channel').send({ type: 'log', name: 'x', settings: {} }),
      ];
      for (const change of changes) await change.expect(failed);
    } finally {
      await rename('audit_entry_away', 'audit_entry');
    }
    const { body } = await agent.get('/api/v1/favorite').expect(200);
    expect(body.data).toMatchObject([{ uuid: id, notes: null }]);
    expect((await agent.get('/api/v1/profile')).body.data.time_zone).toBe('UTC');
    expect((await agent.get('/api/v1/token')).body.data).toHaveLength(1);
    expect((await agent.get('/api/v1/channel')).body.data).toEqual([]);
  });

  it('are neither there when the change is refused', async () => {
    const { agent, by } = await somebody();
    const software = await known(test, 'Refused');
    const id = await favorite(agent, software);
    await agent.post('/api/v1/favorite').send({ software: software.id, version: '1.0' }).expect(409);
    await agent.patch(`/api/v1/favorite/${id}`).send({ version: 'nine' }).expect(422);
    await agent.delete(`/api/v1/token/${UNKNOWN_ID}`).expect(404);
    const eve = await somebody();
    await eve.agent.delete(`/api/v1/favorite/${id}`).expect(404);
    expect((await entries(`user=${by.user.id}`)).map(({ action }) => action)).toEqual(['favorite.created']);
    expect(await entries(`user=${eve.by.user.id}`)).toEqual([]);
  });
});

describe('the list', () => {
  it('filters, newest first, and refuses values that there are not', async () => {
    const { agent, by } = await somebody();
    const ids: string[] = [];
    for (let index = 0; index < 2; index++) ids.push(await favorite(agent, await known(test, `Listed ${index}`)));
    await agent.patch('/api/v1/profile').send({ notify_always: true }).expect(200);
    const { body } = await admin.get(`/api/v1/audit?user=${by.user.id}&resource_type=favorite`).expect(200);
    expect((body.data as Entry[]).map(({ resource }) => resource.id)).toEqual([...ids].reverse());
    expect(await entries(`user=${by.user.id}&action=profile.updated`)).toHaveLength(1);
    expect(await entries(`user=${by.user.id}&created_at[gt]=2099-01-01`)).toEqual([]);
    expect((await of(ids[0]!)).map(({ action }) => action)).toEqual(['favorite.created']);
    for (const query of ['action=root', 'user=me', 'resource_type=x', 'means=cli'])
      expectProblem(await admin.get(`/api/v1/audit?${query}`), 400, 'invalid-query');
  });
});

it('entries older than AUDIT_RETENTION are removed, however many, by replicas at once', async () => {
  const { dialect } = test.database;
  const { agent, by } = await somebody();
  const id = await favorite(agent, await known(test, 'Kept'));
  const [entry] = await of(id);
  const [{ total }] = (await test.database.query('SELECT COUNT(*) AS total FROM audit_entry')) as [{ total: number }];
  const copies = Array.from({ length: 30 }, (_, index) => `SELECT ${index} AS n`).join(' UNION ALL ');
  const copy = async (times: string, days: number) =>
    test.database.execute(
      `INSERT INTO audit_entry (id, user_id, means, credential, action, resource_type, resource_id, request_id, details, created_at)
       SELECT ${dialect.uuid}, a.user_id, a.means, a.credential, a.action, a.resource_type, a.resource_id, a.request_id, a.details,
         ${dialect.nowPlus}
       FROM audit_entry a CROSS JOIN (${copies}) c CROSS JOIN (${times}) d WHERE a.id = ?`,
      [-days * 86_400, entry!.id],
    );
  // More than are removed at once.
  const twenty = Array.from({ length: 20 }, (_, index) => `SELECT ${index} AS m`).join(' UNION ALL ');
  expect(await copy(twenty, 401)).toBe(600);
  expect(await copy('SELECT 0 AS m', 399)).toBe(30);
  const retention = test.app.get(AuditService);
  const removed = await Promise.all([retention.removeOld(), retention.removeOld()]);
  expect(removed[0]! + removed[1]!).toBe(600);
  expect(await test.database.query('SELECT COUNT(*) AS total FROM audit_entry')).toEqual([
    { total: Number(total) + 30 },
  ]);
  expect(await entries(`user=${by.user.id}`)).toHaveLength(31);
});
