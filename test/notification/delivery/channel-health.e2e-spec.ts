import { useApp } from '../../setup/app';
import { product } from '../../setup/catalogue';
import { type HttpReceiver, outside } from '../../setup/receivers';

describe('the health of a channel', () => {
  const world = outside();
  const test = useApp();
  let serial = 0;

  /** A user with a webhook channel and one favorite; `release` makes a notification. */
  async function subscriber() {
    const user = await test.as(`user ${++serial}`);
    const receiver = await world.http();
    const { body } = await user
      .post('/api/v1/channel')
      .send({ type: 'webhook', name: 'hook', settings: { url: receiver.url } })
      .expect(201);
    const channel = body.data as { id: string; settings: { secret: string } };
    const record = product(`Health ${serial}`, ['1.0']);
    await test.import(record);
    const found = await user.get('/api/v1/software').query({ name: record.software.name });
    await user.post('/api/v1/favorite').send({ software: found.body.data[0].id, version: '1.0' }).expect(201);
    let minor = 0;
    const release = async () => {
      await test.import({ ...record, versions: [{ version: `1.${++minor}` }] });
      expect(await test.check()).toMatchObject({ notified: 1 });
    };
    const read = async () => (await user.get(`/api/v1/channel/${channel.id}`).expect(200)).body.data;
    const deliveries = async () =>
      (await user.get('/api/v1/notification').query({ sort: 'created_at' }).expect(200)).body.data.map(
        (one: { deliveries: object[] }) => one.deliveries[0],
      );
    return { user, channel, receiver, release, read, deliveries };
  }

  /** As if the time until the next attempt, and any rest, were over. */
  async function letTimePass(channelId: string): Promise<void> {
    await test.database.execute('UPDATE channel SET blocked_until = NULL WHERE id = ?', [channelId]);
    await test.database.execute(
      `UPDATE delivery SET next_at = '2026-01-01 00:00:00.000000' WHERE channel_id = ? AND state = 'queued'`,
      [channelId],
    );
  }

  async function fail(receiver: HttpReceiver, channelId: string, times: number, status = 500): Promise<void> {
    for (let time = 0; time < times; time++) {
      receiver.will(status);
      await letTimePass(channelId);
      await test.deliver();
    }
  }

  it('rests after five failures in a row, and its deliveries wait without losing attempts', async () => {
    const { channel, receiver, release, deliveries, read } = await subscriber();
    await release();
    await fail(receiver, channel.id, 5);
    expect(await read()).toMatchObject({ state: 'failing', enabled: true });
    await release();
    expect(await test.deliver()).toEqual({ sent: 0, queued: 0, failed: 0, cancelled: 0, expired: 0 });
    expect(await deliveries()).toMatchObject([{ attempts: 5 }, { attempts: 0, state: 'queued' }]);
    receiver.will(200, 200);
    await letTimePass(channel.id);
    expect(await test.deliver()).toMatchObject({ sent: 2 });
    expect(await read()).toMatchObject({ state: 'ok', state_reason: null });
  });

  it('rests as a whole when its receiver answers 429', async () => {
    const { channel, receiver, release, deliveries } = await subscriber();
    await release();
    receiver.will({ status: 429, headers: { 'retry-after': '600' } });
    await test.deliver();
    await release();
    expect(await test.deliver()).toMatchObject({ sent: 0, queued: 0 });
    const [first, second] = await deliveries();
    for (const delivery of [first, second])
      expect(new Date(delivery.next_attempt_at).getTime()).toBeGreaterThan(Date.now() + 500_000);
    receiver.will(200, 200);
    await letTimePass(channel.id);
    expect(await test.deliver()).toMatchObject({ sent: 2 });
  });

  it('is switched off when three messages in a row are refused for its credentials', async () => {
    const { receiver, release, read, deliveries } = await subscriber();
    for (const status of [401, 403, 401]) {
      await release();
      receiver.will(status);
      await test.deliver();
    }
    expect(await read()).toMatchObject({ state: 'disabled', enabled: false });
    expect(await deliveries()).toMatchObject([{ state: 'failed' }, { state: 'failed' }, { state: 'failed' }]);
  });

  it('is not switched off when a message in between was accepted', async () => {
    const { receiver, release, read } = await subscriber();
    for (const status of [401, 403, 200, 401]) {
      await release();
      receiver.will(status);
      await test.deliver();
    }
    expect(await read()).toMatchObject({ state: 'failing', enabled: true });
  });

  it('is switched off after five days of nothing but failures, and what is queued is cancelled', async () => {
    const { channel, receiver, release, read, deliveries } = await subscriber();
    await release();
    await fail(receiver, channel.id, 9);
    await release();
    await test.database.execute(`UPDATE channel SET first_failure_at = '2026-01-01 00:00:00.000000' WHERE id = ?`, [
      channel.id,
    ]);
    await test.database.execute(
      `UPDATE delivery SET next_at = '2036-01-01 00:00:00' WHERE attempts = 0 AND channel_id = ?`,
      [channel.id],
    );
    receiver.will(500);
    await test.database.execute('UPDATE channel SET blocked_until = NULL WHERE id = ?', [channel.id]);
    await test.database.execute(
      `UPDATE delivery SET next_at = '2026-01-01 00:00:00.000000' WHERE channel_id = ? AND attempts = 9`,
      [channel.id],
    );
    await test.deliver();
    expect(await read()).toMatchObject({ state: 'disabled', enabled: false });
    expect((await read()).state_reason).toContain('five days');
    expect(await deliveries()).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }]);
  });

  it('is switched on again by its owner with a clean record', async () => {
    const { user, channel, receiver, release, read } = await subscriber();
    await release();
    receiver.will(410);
    await test.deliver();
    expect(await read()).toMatchObject({ state: 'disabled', enabled: false });
    await user.patch(`/api/v1/channel/${channel.id}`).send({ enabled: true }).expect(200);
    await release();
    receiver.will(200);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
    expect(await read()).toMatchObject({ state: 'ok', enabled: true, state_reason: null });
  });

  it('is not switched off by one refusal after that, as those before do not count any more', async () => {
    const { user, channel, receiver, release, read } = await subscriber();
    const one = async (status: number) => {
      await release();
      receiver.will(status);
      await test.deliver();
    };
    for (const status of [401, 401, 401]) await one(status);
    expect(await read()).toMatchObject({ state: 'disabled' });
    const path = `/api/v1/channel/${channel.id}`;
    await user.patch(path).send({ enabled: true }).expect(200);
    await test.check();
    // Its newest release was refused, and is told anew.
    receiver.will(401);
    await test.deliver();
    await one(401);
    expect(await read()).toMatchObject({ state: 'failing', enabled: true });
    // Other settings have not been refused yet.
    await user.patch(path).send({ settings: channel.settings }).expect(200);
    await one(401);
    expect(await read()).toMatchObject({ state: 'failing', enabled: true });
  });

  it.each([
    ['switched on', () => ({ enabled: true })],
    ['at another host', (url: string) => ({ settings: { url } })],
  ])('rests no more once it is %s', async (_what, change) => {
    const { user, channel, receiver, release, read } = await subscriber();
    const other = await world.http();
    await release();
    receiver.will({ status: 429, headers: { 'retry-after': '600' } });
    await test.deliver();
    const body = change(other.url);
    await user.patch(`/api/v1/channel/${channel.id}`).send(body).expect(200);
    expect(await read()).toMatchObject({ state: 'ok', state_reason: null });
    ('settings' in body ? other : receiver).will(200);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
  });

  it('rests on at another path of the same host', async () => {
    const { user, channel, receiver, release, read } = await subscriber();
    await release();
    receiver.will({ status: 429, headers: { 'retry-after': '600' } });
    await test.deliver();
    await user
      .patch(`/api/v1/channel/${channel.id}`)
      .send({ settings: { url: `${receiver.url}/other` } })
      .expect(200);
    expect(await read()).toMatchObject({ state: 'failing' });
    expect(await test.deliver()).toMatchObject({ sent: 0, queued: 0 });
  });

  it('has at most two messages under way at once', async () => {
    const { user, receiver } = await subscriber();
    let open = 0;
    let most = 0;
    for (let number = 0; number < 6; number++) {
      const record = product(`Fair ${serial} ${number}`, ['1.0']);
      await test.import(record);
      const found = await user.get('/api/v1/software').query({ name: record.software.name });
      await user.post('/api/v1/favorite').send({ software: found.body.data[0].id, version: '1.0' }).expect(201);
      await test.import({ ...record, versions: [{ version: '1.1' }] });
      receiver.will(async (response) => {
        most = Math.max(most, ++open);
        await new Promise((resolve) => setTimeout(resolve, 30));
        open--;
        response.writeHead(200).end();
      });
    }
    expect(await test.check()).toMatchObject({ notified: 6 });
    expect(await test.deliver()).toMatchObject({ sent: 6 });
    expect(most).toBe(2);
  });

  it('signs with both secrets for a day after a rotation, then with the new one only', async () => {
    const { user, channel, receiver, release } = await subscriber();
    const { body } = await user.post(`/api/v1/channel/${channel.id}/rotate-secret`).expect(200);
    const fresh = body.data.settings.secret as string;
    expect(fresh).not.toBe(channel.settings.secret);
    await release();
    receiver.will(200);
    await test.deliver();
    const [first] = receiver.requests;
    expect(first!.verified(channel.settings.secret).type).toBe('update.available');
    expect(first!.verified(fresh).type).toBe('update.available');
    const later = Date.now() + 25 * 3_600_000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
    await release();
    receiver.will(200);
    await test.deliver();
    clock.mockRestore();
    expect(receiver.requests[1]!.headers['webhook-signature']).not.toContain(' ');
    expect((await user.get(`/api/v1/channel/${channel.id}`)).body.data.settings.secret).toMatch(/^••••/);
  });

  it('signs with both in a test too, and for the rest of that day after a change of anything but the secret', async () => {
    const { user, channel, receiver, release } = await subscriber();
    const old = channel.settings.secret;
    const path = `/api/v1/channel/${channel.id}`;
    await user.post(`${path}/rotate-secret`).expect(200);
    const patch = (secret?: string) => user.patch(path).send({ settings: { url: `${receiver.url}/new`, secret } });
    const begun = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(begun + 23 * 3_600_000);
    await patch().expect(200);
    clock.mockRestore();
    await release();
    receiver.will(200, 200, 200);
    await test.deliver();
    await user.post(`${path}/test`).expect(200);
    for (const request of receiver.requests) expect(request.verified(old)).toHaveProperty('type');
    const later = jest.spyOn(Date, 'now').mockReturnValue(begun + 25 * 3_600_000);
    await user.post(`${path}/test`).expect(200);
    later.mockRestore();
    expect(receiver.requests[2]!.headers['webhook-signature']).not.toContain(' ');
    await patch(`whsec_${Buffer.alloc(32, 7).toString('base64')}`).expect(200);
    receiver.will(200);
    await user.post(`${path}/test`).expect(200);
    expect(receiver.requests[3]!.headers['webhook-signature']).not.toContain(' ');
  });

  it('shows every attempt where one notification is read', async () => {
    const { user, channel, receiver, release } = await subscriber();
    await release();
    await fail(receiver, channel.id, 1);
    receiver.will(200);
    await letTimePass(channel.id);
    await test.deliver();
    const list = await user.get('/api/v1/notification').expect(200);
    expect(list.body.data[0].deliveries[0]).not.toHaveProperty('log');
    const one = await user.get(`/api/v1/notification/${list.body.data[0].id}`).expect(200);
    expect(one.body.data.deliveries[0].log).toMatchObject([
      { no: 1, outcome: 'retry', code: '500' },
      { no: 2, outcome: 'ok', code: '200' },
    ]);
  });
});
