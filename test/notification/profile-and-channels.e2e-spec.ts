import { expectProblem, MOMENT, UNKNOWN_ID, UUID } from '../setup/api';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';

const test = useApp({ OUTBOUND_ALLOW: '', SMTP_URL: 'smtp://127.0.0.1:9' });

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const webhook = (settings: object = {}) => ({
  type: 'webhook',
  name: 'hook',
  settings: { url: 'https://hooks.example.org/updates', ...settings },
});

describe('the profile', () => {
  it('has the documented fields and their defaults', async () => {
    const ada = await test.as('profile-ada');
    const { body } = await ada.get('/api/v1/profile').expect(200);
    expect(body).toEqual({
      data: {
        user: 'profile-ada',
        email: null,
        notifications_enabled: true,
        notify_always: null,
        time_zone: 'UTC',
        home_assistant: false,
        home_assistant_unavailable: 'needs an MQTT broker: the operator has set no MQTT_URL',
        created_at: expect.stringMatching(MOMENT),
        updated_at: expect.stringMatching(MOMENT),
      },
    });
  });

  it('changes what the body names, and only for the caller', async () => {
    const ada = await test.as('profile-change');
    const bob = await test.as('profile-bob');
    const input = { email: 'ada@example.org', notify_always: true, time_zone: 'America/Argentina/Ushuaia' };
    expect((await ada.patch('/api/v1/profile').send(input).expect(200)).body.data).toMatchObject(input);
    const cleared = { email: null, notify_always: null };
    const { body } = await ada.patch('/api/v1/profile').send(cleared).expect(200);
    expect(body.data).toMatchObject({ ...cleared, time_zone: input.time_zone, notifications_enabled: true });
    expect((await ada.get('/api/v1/profile')).body).toEqual(body);
    expect((await bob.get('/api/v1/profile')).body.data).toMatchObject({ email: null, time_zone: 'UTC' });
  });

  it('is replaced by PUT: what the body leaves out has its default', async () => {
    const ada = await test.as('profile-put');
    const before = {
      email: 'ada@example.org',
      notify_always: true,
      notifications_enabled: false,
    };
    await ada.patch('/api/v1/profile').send(before).expect(200);
    const { body } = await ada.put('/api/v1/profile').send({ time_zone: 'Europe/Berlin' }).expect(200);
    const defaults = { email: null, notify_always: null, notifications_enabled: true, home_assistant: false };
    expect(body.data).toMatchObject({ ...defaults, time_zone: 'Europe/Berlin' });
    expect((await ada.put('/api/v1/profile').send({}).expect(200)).body.data).toMatchObject({ time_zone: 'UTC' });
  });

  it.each([
    ['email', 'nobody'],
    ['email', 'a@b@c'],
    ['email', 'ada@example.org\r\nBcc: eve@example.org'],
    ['email', `${'x'.repeat(250)}@example.org`],
    ['email', ''],
    ['email', 'a\ud800@example.org'],
    ['email', 1],
    ['notifications_enabled', null],
    ['notifications_enabled', 'false'],
    ['notify_always', 'yes'],
    ['notify_always', 0],
    ['time_zone', 'Mars/Olympus'],
    ['time_zone', null],
    ['time_zone', 2],
    ['user', 'root'],
    ['id', UNKNOWN_ID],
    ['created_at', '2020-01-01'],
  ])('refuses %s = %j', async (field, value) => {
    const ada = await test.as('profile-refuse');
    const response = await ada.patch('/api/v1/profile').send({ [field]: value });
    expect(expectProblem(response, 422, 'invalid-body')).toEqual([field]);
  });
});

describe('a channel that is replaced', () => {
  it('has the default of what the body leaves out, and keeps its secret', async () => {
    const ada = await test.as('channel-put');
    const more = { is_default: false, enabled: false, notes: 'none' };
    const made = await ada
      .post('/api/v1/channel')
      .send({ ...webhook({ secret: SECRET }), ...more })
      .expect(201);
    const address = `/api/v1/channel/${made.body.data.id}`;
    const plain = await ada.post('/api/v1/channel').send(webhook()).expect(201);
    const { body } = await ada
      .put(address)
      .send({ ...webhook(), name: 'other' })
      .expect(200);
    const { is_default, enabled, notes } = plain.body.data;
    expect(body.data).toMatchObject({ name: 'other', is_default, enabled, notes });
    expect(body.data.settings).toEqual(made.body.data.settings);
    expectProblem(await ada.put(address).send({ name: 'half' }), 422, 'invalid-body');
  });
});

describe('a channel that is changed', () => {
  it('gives a secret to no other server than the one that it was given for', async () => {
    const ada = await test.as('secrets-stay');
    const token = 'tk_0123456789abcdef0123456789abc';
    const server = 'https://ntfy.example.org';
    const input = { type: 'ntfy', name: 'phone', settings: { topic: 'updates', server, token } };
    const made = await ada.post('/api/v1/channel').send(input).expect(201);
    const path = `/api/v1/channel/${made.body.data.id}`;
    const masked = made.body.data.settings;
    const change = (settings: object) => ada.patch(path).send({ settings });
    const elsewhere = 'https://elsewhere.example.org';
    const refused = (...settings: string[]) =>
      settings.map((name) => ({
        field: `settings.${name}`,
        message: expect.stringContaining('must be given again, since the server has changed'),
      }));
    for (const settings of [{ topic: 'x' }, { topic: 'x', server: elsewhere }])
      expect((await change(settings).expect(422)).body.errors).toEqual(refused('token'));
    const { body } = await change({ ...masked, server: elsewhere }).expect(422);
    expect(body.errors).toEqual(refused('topic', 'token'));
    expect((await ada.get(path).expect(200)).body.data.settings).toEqual(masked);
    expect((await change({ topic: 'x', server }).expect(200)).body.data.settings.token).toBe(masked.token);
    const moved = await change({ topic: 'x', server: elsewhere, token: 'tk_another0another0another0anoth' }).expect(
      200,
    );
    expect(moved.body.data.settings).toMatchObject({ server: `${elsewhere}/`, token: '••••noth' });
    const without = await change({ topic: 'x', server, token: null }).expect(200);
    expect(without.body.data.settings).not.toHaveProperty('token');
  });
});

describe('a channel', () => {
  it('is created with defaults and Location, and read back as it was answered', async () => {
    const ada = await test.as('channel-create');
    const input = { type: 'email', name: ' Team \u{1F4EC} ', settings: { address: 'team@example.org' } };
    const response = await ada.post('/api/v1/channel').send(input).expect(201);
    expect(response.body.data).toEqual({
      id: expect.stringMatching(UUID),
      type: 'email',
      name: 'Team \u{1F4EC}',
      enabled: true,
      is_default: true,
      digest: { every: 'instant' },
      quiet_hours: null,
      notes: 'short',
      settings: { address: 'team@example.org' },
      state: 'ok',
      state_reason: null,
      unavailable: null,
      refusals: 0,
      last_sent_at: null,
      created_at: expect.stringMatching(MOMENT),
      updated_at: expect.stringMatching(MOMENT),
    });
    const path = `/api/v1/channel/${response.body.data.id}`;
    expect(response.headers.location).toBe(test.url + path);
    expect((await ada.get(path).expect(200)).body).toEqual(response.body);
    expect((await ada.get('/api/v1/channel').expect(200)).body.data).toEqual([response.body.data]);
  });

  it('shows a secret that the service made once, and one that was given never', async () => {
    const ada = await test.as('channel-secrets');
    const made = await ada.post('/api/v1/channel').send(webhook()).expect(201);
    const { secret } = made.body.data.settings;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const given = await ada
      .post('/api/v1/channel')
      .send(webhook({ secret: SECRET }))
      .expect(201);
    expect(given.body.data.settings.secret).toBe(`••••${SECRET.slice(-4)}`);
    for (const path of ['channel', `channel/${made.body.data.id}`, `channel/${given.body.data.id}`]) {
      const { text } = await ada.get(`/api/v1/${path}`).expect(200);
      expect(text).toContain('••••');
      expect(text).not.toContain(secret);
      expect(text).not.toContain(SECRET);
    }
    const rows = JSON.stringify(await test.database.query('SELECT * FROM channel'));
    expect(rows).toMatch(/"v1\.[0-9a-f]{8}\.[\w-]+"/);
    for (const open of [secret, SECRET, 'hooks.example.org']) expect(rows).not.toContain(open);
  });

  it('keeps its secret when the mask comes back or nothing does, and takes another one', async () => {
    const ada = await test.as('channel-mask');
    const { body } = await ada
      .post('/api/v1/channel')
      .send(webhook({ secret: SECRET }))
      .expect(201);
    const path = `/api/v1/channel/${body.data.id}`;
    const url = 'https://hooks.example.org/moved';
    for (const settings of [{ ...body.data.settings, url }, { url }, { url, secret: null }]) {
      const answer = await ada.patch(path).send({ settings }).expect(200);
      expect(answer.body.data.settings).toEqual({ url, secret: `••••${SECRET.slice(-4)}` });
    }
    const other = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    const answer = await ada
      .patch(path)
      .send({ settings: { url, secret: other } })
      .expect(200);
    expect(answer.body.data.settings.secret).toBe('••••AAAA');
  });

  it('changes what the body names', async () => {
    const ada = await test.as('channel-change');
    const { body } = await ada.post('/api/v1/channel').send({ type: 'log', name: 'log', settings: {} }).expect(201);
    const path = `/api/v1/channel/${body.data.id}`;
    const { body: off } = await ada.patch(path).send({ enabled: false, is_default: false }).expect(200);
    expect(off.data).toMatchObject({ name: 'log', enabled: false, is_default: false });
    const { body: named } = await ada.patch(path).send({ name: 'renamed' }).expect(200);
    expect(named.data).toMatchObject({ name: 'renamed', enabled: false, is_default: false, type: 'log' });
    expect((await ada.get('/api/v1/channel?enabled=true&type=log')).body.data).toEqual([]);
    expect((await ada.get('/api/v1/channel?enabled=false&type[ne]=email')).body.data).toHaveLength(1);
  });

  it('does not exist for other users', async () => {
    const ada = await test.as('channel-mine');
    const eve = await test.as('channel-eve');
    const { body } = await ada.post('/api/v1/channel').send({ type: 'log', name: 'log', settings: {} }).expect(201);
    const path = `/api/v1/channel/${body.data.id}`;
    expect((await eve.get('/api/v1/channel?includeTotal')).body).toMatchObject({ data: [], meta: { total: 0 } });
    for (const at of [path, `/api/v1/channel/${UNKNOWN_ID}`, '/api/v1/channel/nothing']) {
      expectProblem(await eve.get(at), 404, 'not-found');
      expectProblem(await eve.patch(at).send({ name: 'hers' }), 404, 'not-found');
      expectProblem(await eve.delete(at), 404, 'not-found');
      for (const action of ['test', 'rotate-secret', 'confirmation'])
        expectProblem(await eve.post(`${at}/${action}`), 404, 'not-found');
    }
    expect((await ada.get(path).expect(200)).body.data.name).toBe('log');
    await ada.delete(path).expect(204);
    expectProblem(await ada.get(path), 404, 'not-found');
    expectProblem(await ada.delete(path), 404, 'not-found');
  });

  it.each([
    [{}, ['name', 'settings', 'type']],
    [{ type: 'pigeon', name: 'x', settings: {} }, ['type']],
    [{ type: '__proto__', name: 'x', settings: {} }, ['type']],
    [{ type: 'log', name: '', settings: {} }, ['name']],
    [{ type: 'log', name: 'x'.repeat(101), settings: {} }, ['name']],
    [{ type: 'log', name: 'x', settings: { x: 1 } }, ['settings.x']],
    [{ type: 'log', name: 'x', settings: {}, state: 'ok' }, ['state']],
    [{ type: 'log', name: 'x', settings: {}, enabled: null }, ['enabled']],
    [{ type: 'email', name: 'x', settings: {} }, ['settings.address']],
    [{ type: 'webhook', name: 'x', settings: {} }, ['settings.url']],
    [webhook({ url: 'http://169.254.169.254/latest' }), ['settings.url']],
    [webhook({ secret: '••••LaSw' }), ['settings.secret']],
    [{ ...webhook(), digest: { every: 'yearly' } }, ['digest.every']],
    [{ ...webhook(), digest: {} }, ['digest.every']],
    [{ ...webhook(), digest: { every: 'daily', hour: 9.5 } }, ['digest.hour']],
    [{ ...webhook(), digest: { every: 'weekly', weekday: 0 } }, ['digest.weekday']],
    [{ ...webhook(), digest: { every: 'hourly', minute: 5 } }, ['digest.minute']],
    [{ ...webhook(), digest: null }, ['digest']],
    [{ ...webhook(), quiet_hours: { from: '25:00', to: '07:00' } }, ['quiet_hours.from']],
    [{ ...webhook(), quiet_hours: { from: '22:00', to: '07:00', except: 'other' } }, ['quiet_hours.except']],
    [{ ...webhook(), quiet_hours: [] }, ['quiet_hours']],
    [{ ...webhook(), notes: 'long' }, ['notes']],
    [{ ...webhook(), notes: null }, ['notes']],
  ])('is not made of %j', async (body, fields) => {
    const ada = await test.as('channel-refuse');
    const response = await ada.post('/api/v1/channel').send(body);
    expect(expectProblem(response, 422, 'invalid-body')).toEqual(fields);
    expect((await ada.get('/api/v1/channel')).body.data).toEqual([]);
  });

  it('refuses an update with fields that it does not have', async () => {
    const ada = await test.as('channel-fields');
    const { body } = await ada.post('/api/v1/channel').send({ type: 'log', name: 'log', settings: {} }).expect(201);
    const patch = (input: object) => ada.patch(`/api/v1/channel/${body.data.id}`).send(input);
    expect(expectProblem(await patch({ type: 'email' }), 422, 'invalid-body')).toEqual(['type']);
    expect(expectProblem(await patch({ name: null }), 422, 'invalid-body')).toEqual(['name']);
    expect(expectProblem(await patch({ settings: { x: 1 } }), 422, 'invalid-body')).toEqual(['settings.x']);
    expect(expectProblem(await patch({ is_default: 'no' }), 422, 'invalid-body')).toEqual(['is_default']);
  });
});

describe('notifications', () => {
  async function notified(user: string) {
    const agent = await test.as(user);
    const record = product(`Told ${user}`, ['1.0']);
    await test.import(record);
    const { body: list } = await agent.get(`/api/v1/software?name=told ${user}`).expect(200);
    const favorite = { software: list.data[0].id, version: '1.0' };
    const { body } = await agent.post('/api/v1/favorite').send(favorite).expect(201);
    const channel = { type: 'log', name: 'log', settings: {} };
    const { body: made } = await agent.post('/api/v1/channel').send(channel).expect(201);
    await test.import({ ...record, versions: [{ version: '1.1', released_at: '2024-01-02T03:04:05.000006Z' }] });
    await test.check();
    await test.deliver();
    return { agent, favorite: body.data.uuid as string, channel: made.data.id as string };
  }

  it('show favorite, software, version, state and one delivery for each channel', async () => {
    const { agent, favorite, channel } = await notified('told');
    const { body } = await agent.get('/api/v1/notification?includeTotal').expect(200);
    expect(body.meta).toMatchObject({ total: 1, has_more: false });
    const [entry] = body.data;
    expect(entry).toEqual({
      id: expect.stringMatching(UUID),
      favorite,
      software: 'Told told',
      kind: 'update',
      version: { id: expect.stringMatching(UUID), version: '1.1', created_at: '2024-01-02T03:04:05.000006Z' },
      state: 'sent',
      created_at: expect.stringMatching(MOMENT),
      deliveries: [
        {
          id: expect.stringMatching(UUID),
          channel,
          type: 'log',
          state: 'sent',
          attempts: 1,
          held_until: null,
          next_attempt_at: null,
          last_error: null,
          digest: null,
        },
      ],
      has_more_deliveries: false,
      links: { self: `${test.url}/api/v1/notification/${entry.id}` },
    });
    const { body: one } = await agent.get(`/api/v1/notification/${entry.id}`).expect(200);
    expect(one.data).toMatchObject(entry);
  });

  it('are filtered by state, software, channel and date', async () => {
    const { agent, channel } = await notified('sifted');
    const count = async (query: string) =>
      (await agent.get(`/api/v1/notification?${query}`).expect(200)).body.data.length as number;
    expect(await count('state=sent')).toBe(1);
    expect(await count('state[ne]=sent')).toBe(0);
    expect(await count('software[like]=SIFTED')).toBe(1);
    expect(await count(`channel=${channel}`)).toBe(1);
    expect(await count(`channel=${UNKNOWN_ID}`)).toBe(0);
    expect(await count('created_at[lt]=2020-01-01')).toBe(0);
    for (const query of ['state=lost', 'channel=x', 'sort=state', 'created_at=2024-01-01'])
      expectProblem(await agent.get(`/api/v1/notification?${query}`), 400, 'invalid-query');
  });

  it('are the caller’s own', async () => {
    const { agent, channel } = await notified('private');
    const eve = await test.as('private-eve');
    const { body } = await agent.get('/api/v1/notification').expect(200);
    const path = `/api/v1/notification/${body.data[0].id}`;
    const delivery = `/api/v1/notification/${body.data[0].deliveries[0].id}`;
    expect((await eve.get('/api/v1/notification')).body.data).toEqual([]);
    expect((await eve.get(`/api/v1/notification?channel=${channel}`)).body.data).toEqual([]);
    for (const at of [path, delivery, `/api/v1/notification/${UNKNOWN_ID}`, '/api/v1/notification/nothing']) {
      expectProblem(await eve.get(at), 404, 'not-found');
      expectProblem(await eve.post(`${at}/resend`), 404, 'not-found');
    }
    const { body: again } = await agent.post(`${path}/resend`).expect(200);
    expect(again.data).toMatchObject({ id: body.data[0].id, deliveries: [{ state: 'queued' }] });
  });
});

it('the types of sources come with the JSON Schema of their settings, secrets write-only', async () => {
  const ada = await test.as('types');
  const { body } = await ada.get('/api/v1/source-type').expect(200);
  expect((body.data as { type: string }[]).find(({ type }) => type === 'github-releases')).toMatchObject({
    lists_everything: false,
    settings: { required: ['repository'], properties: { token: { type: 'string', writeOnly: true } } },
  });
});
