import { areAllDeployed } from '../../setup/all-deployed';
import { useApp } from '../../setup/app';
import { eventually } from '../../setup/eventually';
import { type HttpReceiver, type MailReceiver, outside } from '../../setup/receivers';
import { type Agent, count, newUser, track, type Tracked } from '../../setup/tracking';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const LONG_AGO = '2001-01-01 00:00:00.000000';

describe('deliveries', () => {
  const world = outside();
  let relay: MailReceiver;

  beforeAll(async () => {
    relay = await world.smtp();
  });

  const test = useApp(() => ({
    SMTP_URL: relay.url,
    MAIL_FROM: 'Updates <updates@tracker.example>',
    PUBLIC_URL: 'https://tracker.example',
    TRUST_EMAIL_ADDRESSES: 'true',
  }));

  // What a test leaves for later would come due in another one.
  afterEach(() =>
    test.database.execute("UPDATE delivery SET next_at = '2999-01-01 00:00:00.000000' WHERE next_at IS NOT NULL"),
  );

  async function addChannel(agent: Agent, channel: object): Promise<string> {
    const { body } = await agent.post('/api/v1/channel').send(channel).expect(201);
    return body.data.id as string;
  }

  const webhook = (agent: Agent, hook: HttpReceiver, secret = SECRET) =>
    addChannel(agent, { type: 'webhook', name: 'hook', settings: { url: hook.url, secret } });

  /** A user with a webhook and an outstanding update that is queued for it. */
  async function queued(hook: HttpReceiver, settings: object = {}): Promise<Tracked & { channel: string }> {
    const agent = await newUser(test, null);
    const channel = await webhook(agent, hook);
    const tracked = await track(test, agent, '1.0', ['1.0'], settings);
    await tracked.release('2.0');
    expect((await test.check()).notified).toBe(1);
    return { ...tracked, channel };
  }

  const deliveryOf = async (tracked: Tracked) => (await tracked.notifications())[0]!.deliveries[0]!;

  /** As if the time until the next attempt had passed. */
  const letComeDue = (delivery: { id: string }) =>
    test.database.execute('UPDATE delivery SET next_at = ? WHERE id = ? AND next_at IS NOT NULL', [
      LONG_AGO,
      delivery.id,
    ]);

  /** Seconds from now, by the clock of this machine, on which the database runs too. */
  const secondsUntil = (moment: string | null, since = Date.now()) => (Date.parse(moment!) - since) / 1_000;

  it('bring one mail and one webhook message of the right content, once', async () => {
    const hook = await world.http();
    const agent = await newUser(test, null);
    const channels = [
      await addChannel(agent, { type: 'email', name: 'mail', settings: { address: 'ada@example.org' } }),
      await webhook(agent, hook),
    ];
    const tracked = await track(test, agent, '1.0');
    const notes = 'https://example.org/news/2.0';
    await tracked.release('1.5', { version: '2.0', released_at: '2026-11-20', notes_url: notes }, '2.1-rc1');
    await test.check();
    expect(await tracked.favorite()).toMatchObject({ notified_version: null });

    relay.will(250);
    hook.will(204);
    expect(await test.deliver()).toEqual({ sent: 2, queued: 0, failed: 0, cancelled: 0, expired: 0 });

    const { name } = tracked.record.software;
    const mail = relay.mails.at(-1)!;
    expect(mail.to).toEqual(['ada@example.org']);
    expect(mail.parsed.from?.text).toBe('"Updates" <updates@tracker.example>');
    expect(mail.parsed.subject).toBe(`${name} 2.0 is out (you use 1.0)`);
    for (const text of [mail.parsed.text, mail.parsed.html])
      for (const part of [name, notes, '2.0', '1.0', '1.5', '20 November 2026', `Publisher of ${name}`])
        expect(text).toContain(part);
    expect(mail.parsed.text).not.toContain('2.1-rc1');

    expect(hook.requests).toHaveLength(1);
    const [request] = hook.requests;
    const notification = (await tracked.notifications())[0]!;
    expect(notification).toMatchObject({ state: 'sent', version: { version: '2.0' } });
    expect(notification.deliveries.map(({ channel }) => channel).sort()).toEqual(channels.sort());
    for (const delivery of notification.deliveries)
      expect(delivery).toMatchObject({ state: 'sent', attempts: 1, next_attempt_at: null, last_error: null });
    const own = notification.deliveries.find(({ type }) => type === 'webhook')!;
    expect(request!.headers).toMatchObject({ 'webhook-id': own.id, 'content-type': 'application/json' });
    expect(request!.verified(SECRET)).toEqual({
      type: 'update.available',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      data: {
        favorite: { id: tracked.id, url: `https://tracker.example/api/v1/favorite/${tracked.id}` },
        software: { id: tracked.software, name, url: 'https://example.org/product' },
        publisher: { id: expect.any(String), name: `Publisher of ${name}` },
        tracked_version: expect.objectContaining({ version: '1.0' }),
        in_use: areAllDeployed() ? { places: [{ place: 'prod', version: '1.0', inventories: 1 }], more: 0 } : null,
        version: expect.objectContaining({ version: '2.0', created_at: '2026-11-20T00:00:00.000000Z' }),
        versions: [expect.objectContaining({ version: '2.0' }), expect.objectContaining({ version: '1.5' })],
        kind: 'major',
        prerelease: false,
        released_at: '2026-11-20T00:00:00.000000Z',
        freshness: { state: 'no-source', checked_at: null, catalogued_as_of: null, since: null, known: 'stable' },
        supported_until: null,
        risk: null,
        notes: null,
        links: expect.objectContaining({ notes, favorite: `https://tracker.example/api/v1/favorite/${tracked.id}` }),
      },
    });
    expect(() => request!.verified(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toThrow();

    expect(await tracked.favorite()).toMatchObject({ notified_version: { version: '2.0' }, update_available: true });
    expect((await test.check()).notified).toBe(0);
    expect((await test.deliver()).sent).toBe(0);
    await agent.post(`/api/v1/favorite/${tracked.id}/update-to-latest-version`).expect(200);
    expect(await tracked.favorite()).toMatchObject({ version: { version: '2.0' }, update_available: false });
    expect((await test.check()).notified).toBe(0);
    expect((await test.deliver()).sent).toBe(0);
  });

  it('say how current what is known is', async () => {
    const hook = await world.http();
    const agent = await newUser(test, null);
    await addChannel(agent, { type: 'email', name: 'mail', settings: { address: 'ada@example.org' } });
    await webhook(agent, hook);
    const tracked = await track(test, agent, '1.0');
    const deliver = async (version: string) => {
      await tracked.release(version);
      await test.check();
      relay.will(250);
      hook.will(204);
      expect((await test.deliver()).sent).toBe(2);
      const { freshness } = hook.requests.at(-1)!.verified(SECRET).data;
      return { freshness, text: relay.mails.at(-1)!.parsed.text };
    };
    expect((await deliver('1.1')).text).toMatch(/\nLast checked: +no source is asked\n/);

    const source = { type: 'json', settings: { url: 'https://example.org/releases.json', version: '$.version' } };
    await test.import({ ...tracked.record, versions: [], as_of: '2024-07-01', source });
    const dated = { catalogued_as_of: '2024-07-01', known: 'stable' };
    expect(await deliver('1.2')).toEqual({
      freshness: { ...dated, state: 'snapshot', checked_at: null, since: '2024-07-01T00:00:00.000000Z' },
      text: expect.stringMatching(
        /\nLast checked: +1 July 2024, for the catalogue; its source has not been asked since\n/,
      ),
    });

    const answered = (at: string) => test.database.execute(`UPDATE software_source SET last_success_at = ${at}`);
    await answered("'2026-11-18 07:12:09.120000'");
    await test.database.execute("UPDATE software_source SET failing_since = '2026-11-19 00:00:00.000000'");
    const failing = { ...dated, checked_at: '2026-11-18T07:12:09.120000Z', since: '2026-11-19T00:00:00.000000Z' };
    expect(await deliver('1.3')).toEqual({
      freshness: { ...failing, state: 'failing' },
      text: expect.stringMatching(/\nLast checked: +18 November 2026; its source has not answered since\n/),
    });

    await answered(`${test.database.dialect.now}, failing_since = NULL`);
    const live = await deliver('1.4');
    expect(live).toMatchObject({ freshness: { ...dated, state: 'live', since: null } });
    expect(live.text).toMatch(/\nLast checked: +\d+ \w+ \d{4}\n/);
  });

  it('say that they are reminders', async () => {
    const hook = await world.http();
    const tracked = await queued(hook, { notify_always: true });
    hook.will(200, 200);
    await test.deliver();
    await test.database.execute('UPDATE favorite SET due_at = ? WHERE id = ?', [LONG_AGO, tracked.id]);
    expect((await test.check()).notified).toBe(1);
    await test.deliver();
    expect(hook.requests.map((request) => request.verified(SECRET).type)).toEqual([
      'update.available',
      'update.reminder',
    ]);
    expect(new Set(hook.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  });

  it('advance the notified version when any channel accepts, and say of the others why they do not', async () => {
    const hook = await world.http();
    const agent = await newUser(test, null);
    await addChannel(agent, { type: 'email', name: 'mail', settings: { address: 'nobody@example.org' } });
    await webhook(agent, hook);
    const tracked = await track(test, agent, '1.0');
    await tracked.release('2.0');
    await test.check();
    relay.will(550);
    hook.will(200);
    expect(await test.deliver()).toMatchObject({ sent: 1, failed: 1 });
    expect(await tracked.favorite()).toMatchObject({ notified_version: { version: '2.0' } });
    const [notification] = await tracked.notifications();
    expect(notification).toMatchObject({ state: 'sent' });
    const mail = notification!.deliveries.find(({ type }) => type === 'email');
    expect(mail).toMatchObject({ state: 'failed', last_error: expect.stringContaining('550') });
  });

  it('do not advance the notified version when the only channel refuses, and say why', async () => {
    const hook = await world.http();
    const tracked = await queued(hook);
    hook.will(400);
    expect(await test.deliver()).toMatchObject({ sent: 0, failed: 1 });
    expect(await tracked.favorite()).toMatchObject({ notified_version: null, update_available: true });
    const [notification] = await tracked.notifications();
    expect(notification).toMatchObject({ state: 'failed' });
    expect(notification!.deliveries).toMatchObject([
      { state: 'failed', attempts: 1, next_attempt_at: null, last_error: expect.stringContaining('400') },
    ]);
    expect((await test.deliver()).failed).toBe(0);
  });

  it('are tried again after 500, with the same id, a new time and a new signature', async () => {
    const hook = await world.http();
    const tracked = await queued(hook);
    hook.will(500, 503, 200);
    for (const [attempt, least, most] of [
      [1, 3, 7],
      [2, 45, 75],
    ] as const) {
      const begun = Date.now();
      expect(await test.deliver()).toMatchObject({ queued: 1 });
      const delivery = await deliveryOf(tracked);
      expect(delivery).toMatchObject({
        state: 'queued',
        attempts: attempt,
        last_error: expect.stringMatching(/50[03]/),
      });
      expect(secondsUntil(delivery.next_attempt_at, begun)).toBeGreaterThan(least - 1);
      expect(secondsUntil(delivery.next_attempt_at)).toBeLessThan(most);
      expect(await test.deliver()).toMatchObject({ sent: 0, queued: 0 });
      expect(await tracked.notifications()).toMatchObject([{ state: 'pending' }]);
      await letComeDue(delivery);
    }
    expect(await test.deliver()).toMatchObject({ sent: 1 });
    expect(await deliveryOf(tracked)).toMatchObject({ state: 'sent', attempts: 3, last_error: null });
    expect(new Set(hook.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const request of hook.requests) expect(request.verified(SECRET).type).toBe('update.available');
    expect(await tracked.favorite()).toMatchObject({ notified_version: { version: '2.0' } });
  });

  describe('are cancelled unsent when', () => {
    it.each<[string, (tracked: Tracked & { channel: string }) => Promise<unknown>]>([
      ['their channel is deleted', ({ agent, channel }) => agent.delete(`/api/v1/channel/${channel}`).expect(204)],
      [
        'their channel is switched off',
        ({ agent, channel }) => agent.patch(`/api/v1/channel/${channel}`).send({ enabled: false }).expect(200),
      ],
      [
        'the favorite has its notifications switched off',
        (tracked) => tracked.change({ notifications_enabled: false }),
      ],
      [
        'the profile has its notifications switched off',
        ({ agent }) => agent.patch('/api/v1/profile').send({ notifications_enabled: false }).expect(200),
      ],
      ['the favorite has moved to that version', (tracked) => tracked.change({ version: '2.0' })],
      ['the version was withdrawn', (tracked) => tracked.release({ version: '2.0', removed_at: '2026-01-01' })],
    ])('%s', async (_what, end) => {
      const hook = await world.http();
      const tracked = await queued(hook);
      await end(tracked);
      expect(await test.deliver()).toMatchObject({ sent: 0 });
      const [notification] = await tracked.notifications();
      expect(notification).toMatchObject({ state: 'cancelled' });
      expect(notification!.deliveries).toMatchObject([
        { state: 'cancelled', attempts: 0, next_attempt_at: null, last_error: expect.stringMatching(/\w/) },
      ]);
      expect(await tracked.favorite()).toMatchObject({ notified_version: null });
    });

    // MySQL from 9.6 on leaves rows behind in a cascade over three tables (innodb_native_foreign_keys = OFF).
    it('the favorite is deleted, with those of several versions through several channels', async () => {
      const hook = await world.http();
      const tracked = await queued(hook);
      await webhook(tracked.agent, hook);
      for (const version of ['3.0', '4.0']) {
        await tracked.release(version);
        await test.check();
      }
      hook.will(...Array.from({ length: 5 }, () => 500));
      expect(await test.deliver()).toMatchObject({ queued: 5 });
      await tracked.agent.delete(`/api/v1/favorite/${tracked.id}`).expect(204);
      expect(await count(test, 'notification WHERE favorite_id = ?', tracked.id)).toBe(0);
      expect(await count(test, 'delivery WHERE notification_id NOT IN (SELECT id FROM notification)')).toBe(0);
      expect(await count(test, 'delivery_attempt WHERE delivery_id NOT IN (SELECT id FROM delivery)')).toBe(0);
    });
  });

  describe('through a webhook that answers 410', () => {
    it('switch the channel off and cancel what is queued for it', async () => {
      const hook = await world.http();
      const first = await queued(hook);
      const second = await track(test, first.agent, '1.0');
      await second.release('2.0');
      await test.check();
      // Only the first one is due: the second one waits for its next attempt.
      const waiting = await deliveryOf(second);
      await test.database.execute("UPDATE delivery SET next_at = '2999-01-01 00:00:00.000000' WHERE id = ?", [
        waiting.id,
      ]);
      hook.will(410);
      expect(await test.deliver()).toMatchObject({ failed: 1 });
      const { body } = await first.agent.get(`/api/v1/channel/${first.channel}`).expect(200);
      expect(body.data).toMatchObject({
        enabled: false,
        state: 'disabled',
        state_reason: expect.stringContaining('410'),
      });
      expect(await first.notifications()).toMatchObject([{ state: 'failed' }]);
      expect(await second.notifications()).toMatchObject([
        { state: 'cancelled', deliveries: [{ state: 'cancelled', next_attempt_at: null }] },
      ]);
      const third = await track(test, first.agent, '1.0');
      await third.release('2.0');
      expect((await test.check()).notified).toBe(0);
      await first.agent.patch(`/api/v1/channel/${first.channel}`).send({ enabled: true }).expect(200);
      const again = await first.agent.get(`/api/v1/channel/${first.channel}`).expect(200);
      expect(again.body.data).toMatchObject({ enabled: true, state: 'ok', state_reason: null });
      // What was refused, what was cancelled, and what came meanwhile.
      expect((await test.check()).notified).toBe(3);
      expect((await test.check()).notified).toBe(0);
      hook.will(200, 200, 200);
      expect(await test.deliver()).toMatchObject({ sent: 3 });
      expect(await first.favorite()).toMatchObject({ notified_version: { version: '2.0' } });
    });
  });

  describe('sent again by hand', () => {
    it.each([
      ['was accepted', 200],
      ['waits for its next attempt', 500],
      ['was given up', 400],
    ])('of which the first %s, keep their id and bring one more message', async (_what, status) => {
      const hook = await world.http();
      const tracked = await queued(hook);
      hook.will(status, 200);
      await test.deliver();
      const { id } = (await tracked.notifications())[0]!;
      const { body } = await tracked.agent.post(`/api/v1/notification/${id}/resend`).expect(200);
      expect(body.data).toMatchObject({ id, deliveries: [{ state: 'queued' }] });
      expect(await test.deliver()).toMatchObject({ sent: 1 });
      expect(await test.deliver()).toMatchObject({ sent: 0 });
      const ids = hook.requests.map(({ headers }) => headers['webhook-id']);
      expect(ids).toEqual([ids[0], ids[0]]);
      expect(await deliveryOf(tracked)).toMatchObject({ state: 'sent', next_attempt_at: null, last_error: null });
      expect(await tracked.favorite()).toMatchObject({ notified_version: { version: '2.0' } });
    });

    it('stay as they are when their channel is gone or switched off, and go out through the others', async () => {
      const [gone, off] = [await world.http(), await world.http()];
      const tracked = await queued(gone);
      const other = await webhook(tracked.agent, off);
      await tracked.release('3.0');
      await test.check();
      gone.will(200, 200);
      off.will(200, 200);
      expect(await test.deliver()).toMatchObject({ sent: 3 });
      const { id } = (await tracked.notifications())[0]!;
      const resend = () => tracked.agent.post(`/api/v1/notification/${id}/resend`);
      await tracked.agent.delete(`/api/v1/channel/${tracked.channel}`).expect(204);
      await resend().expect(200);
      expect(await test.deliver()).toMatchObject({ sent: 1, cancelled: 0 });
      await tracked.agent.patch(`/api/v1/channel/${other}`).send({ enabled: false }).expect(200);
      const { body } = await resend().expect(409);
      expect(body).toMatchObject({ type: '/docs/problems#conflict', detail: expect.stringMatching(/channel/) });
      expect(await test.deliver()).toMatchObject({ sent: 0, cancelled: 0 });
      const [told] = await tracked.notifications();
      expect(told).toMatchObject({ state: 'sent', deliveries: [{ state: 'sent' }, { state: 'sent' }] });
    });
  });

  describe('of a process that was killed', () => {
    it('are sent with the same id when its lease is over, and not before', async () => {
      const hook = await world.http();
      const tracked = await queued(hook);
      const delivery = await deliveryOf(tracked);
      const claim = (until: string) =>
        test.database.execute('UPDATE delivery SET claim_id = ?, attempts = 1, next_at = ? WHERE id = ?', [
          crypto.randomUUID(),
          until,
          delivery.id,
        ]);
      await claim('2999-01-01 00:00:00.000000');
      expect(await test.deliver()).toMatchObject({ sent: 0 });
      await claim(LONG_AGO);
      hook.will(200);
      expect(await test.deliver()).toMatchObject({ sent: 1 });
      expect(hook.requests[0]!.headers['webhook-id']).toBe(delivery.id);
      expect(await deliveryOf(tracked)).toMatchObject({ state: 'sent', attempts: 2 });
    });

    it('end as the process says that has them now, not as the one says that woke up late', async () => {
      const hook = await world.http();
      const tracked = await queued(hook);
      const delivery = await deliveryOf(tracked);
      // While the first attempt is on its way its lease ends, another process takes the delivery up, and is done before it.
      hook.will(async (response) => {
        await eventually(async () => (await deliveryOf(tracked)).state === 'sent');
        response.writeHead(400).end();
      }, 204);
      const late = test.deliver();
      await eventually(() => hook.requests.length === 1);
      await letComeDue(delivery);
      await Promise.all([late, test.deliver()]);
      expect(hook.requests.map(({ headers }) => headers['webhook-id'])).toEqual([delivery.id, delivery.id]);
      expect(await tracked.notifications()).toMatchObject([
        { state: 'sent', deliveries: [{ state: 'sent', attempts: 2 }] },
      ]);
      const { body } = await tracked.agent.get(`/api/v1/channel/${tracked.channel}`).expect(200);
      expect(body.data).toMatchObject({ state: 'ok' });
    });
  });
});
