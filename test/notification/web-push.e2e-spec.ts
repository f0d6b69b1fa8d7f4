import type { IncomingHttpHeaders } from 'node:http';
import { decodeJwt } from 'jose';
import { Config } from '../../src/config/config';
import type { PushPayload } from '../../src/notification/providers/web-push.channel';
import { useApp } from '../setup/app';
import { subscription } from '../setup/push-subscription';
import { newUser, track } from '../setup/tracking';
import { closeAll, httpReceiver } from './providers/peers';

const test = useApp({ PUBLIC_URL: 'https://tracker.example' });

afterEach(closeAll);

const AUTH = Buffer.from('canarycanarycanarycanA', 'base64url');

/** A user with a browser that has subscribed, and the push service of its maker. */
async function subscribed(headers: Record<string, string> = {}, own: object = {}) {
  const service = await httpReceiver();
  service.respond = () => [201];
  const browser = subscription({ auth: AUTH });
  const agent = await newUser(test, null);
  const types = (await agent.get('/api/v1/channel-type').expect(200)).body.data as {
    type: string;
    application_server_point: string | null;
  }[];
  const sender = types.find(({ type }) => type === 'web-push')!.application_server_point!;
  expect(types.filter((one) => one.application_server_point !== null)).toHaveLength(1);
  const settings = {
    endpoint: `${service.url}/canary-push/1`,
    p256dh: browser.p256dh,
    auth: browser.auth,
    sender,
    ...own,
  };
  const { body } = await agent
    .post('/api/v1/channel')
    .set(headers)
    .send({ type: 'web-push', name: 'Phone', settings })
    .expect(201);
  const read = () =>
    service.requests.map(
      (request) => JSON.parse(browser.read(request, { origin: service.url, sender })) as PushPayload,
    );
  return { agent, service, settings, channel: body.data as { id: string; settings: object }, read };
}

describe('notifications of a browser', () => {
  it('arrive encrypted, with where to open and to skip the update, and collapse by product', async () => {
    const { agent, channel, service, read, settings } = await subscribed();
    expect(channel.settings).toMatchObject({
      p256dh: settings.p256dh,
      endpoint: expect.stringMatching(/^••••/),
      auth: expect.stringMatching(/^••••/),
    });
    await agent.post(`/api/v1/channel/${channel.id}/test`).expect(200);
    const tracked = await track(test, agent, '1.0');
    for (const version of ['1.1', '2.0']) {
      await tracked.release(version);
      await test.check();
      await test.deliver();
    }
    const { name } = tracked.record.software;
    const [first, second, third] = read();
    expect(first!.title).toBe('Test: your notifications work');
    expect(second).toMatchObject({ title: `${name} 1.1 is out (you use 1.0)`, tag: `update ${tracked.software}` });
    expect(second!.links.map(([label]) => label)).toContain('Snooze');
    expect(third).toMatchObject({ title: `${name} 2.0 is out (you use 1.0)`, tag: `update ${tracked.software}` });
    const topics = service.requests.map(({ headers }) => headers.topic);
    expect([topics[1] === topics[2], topics[0] === topics[1]]).toEqual([true, false]);
  });

  it('end when the browser has ended its subscription: the channel is off and says why', async () => {
    const { agent, channel, service } = await subscribed();
    service.respond = () => [410];
    await (await track(test, agent, '1.0')).release('1.1');
    await test.check();
    await test.deliver();
    const { body } = await agent.get(`/api/v1/channel/${channel.id}`).expect(200);
    expect(body.data).toMatchObject({ enabled: false, state: 'disabled' });
    expect(JSON.stringify(body.data)).toContain('turn notifications on again on that device');
  });

  it('go nowhere inside: the address is guarded as any other', async () => {
    const { agent, settings } = await subscribed();
    for (const endpoint of [
      'http://10.0.0.1/canary-push',
      'http://127.0.0.1:22/canary-push',
      'ftp://push.example/canary-push',
    ])
      await agent
        .post('/api/v1/channel')
        .send({ type: 'web-push', name: 'Inside', settings: { ...settings, endpoint } })
        .expect(422);
    const wrong = await agent
      .post('/api/v1/channel')
      .send({ type: 'web-push', name: 'Wrong', settings: { ...settings, p256dh: `B${'A'.repeat(86)}` } })
      .expect(422);
    expect(JSON.stringify(wrong.body.errors)).toContain('settings.p256dh');
  });

  it('of a subscription with a key that the service no longer has are not sent: the channel is off', async () => {
    const { agent, channel, settings, service } = await subscribed();
    const other = subscription().p256dh;
    await agent
      .patch(`/api/v1/channel/${channel.id}`)
      .send({ settings: { ...settings, sender: other } })
      .expect(200);
    const { body } = await agent.post(`/api/v1/channel/${channel.id}/test`).expect(200);
    expect(body.data).toMatchObject({ error: expect.stringContaining('had another SECRET_KEY') });
    expect(service.requests).toEqual([]);
  });
});

describe('the sender of push messages', () => {
  const configuration = () => test.app.get(Config);
  /** What the push service is told of who sends. */
  const subjectOf = ({ headers }: { headers: IncomingHttpHeaders }) =>
    decodeJwt(/^vapid t=([^,]+)/.exec(headers.authorization!)![1]!).sub;

  afterEach(() => Object.assign(configuration(), { publicUrl: 'https://tracker.example' }));

  async function subjectAt(publicUrl: string | null, headers: Record<string, string> = {}, own: object = {}) {
    configuration().publicUrl = publicUrl;
    const { agent, service, channel, settings } = await subscribed(headers, own);
    await agent.post(`/api/v1/channel/${channel.id}/test`).expect(200);
    return { agent, channel, settings, service, subject: subjectOf(service.requests[0]!) };
  }

  it.each([
    ['PUBLIC_URL', 'https://tracker.example/x', { origin: 'https://other.example' }, {}, 'https://tracker.example'],
    ['the page', null, { origin: 'https://nas.home.example:8443' }, {}, 'https://nas.home.example:8443'],
    ['the page', 'http://localhost:3000', { origin: 'https://nas.home.example' }, {}, 'https://nas.home.example'],
    ['what the caller says', null, {}, { origin: 'https://said.example' }, 'https://said.example'],
    ['nobody, over plain HTTP', null, { origin: 'http://nas.home.example' }, {}, 'mailto:operator@localhost'],
    ['nobody, at a page of this machine', null, { origin: 'https://localhost' }, {}, 'mailto:operator@localhost'],
    ['nobody, at what is no origin', null, { origin: 'https://[::' }, {}, 'mailto:operator@localhost'],
  ])('is %s', async (_what, publicUrl, headers, own, subject) => {
    expect((await subjectAt(publicUrl, headers, own)).subject).toBe(subject);
  });

  it('stays the page at which the browser subscribed, and follows when it subscribes elsewhere', async () => {
    const { agent, channel, settings, service } = await subjectAt(null, { origin: 'https://one.example' });
    const change = (name: string) => agent.patch(`/api/v1/channel/${channel.id}`).set({ origin: name }).expect(200);
    await change('https://two.example').send({ name: 'Renamed' });
    await agent.post(`/api/v1/channel/${channel.id}/test`).expect(200);
    await change('https://two.example').send({ settings });
    await agent.post(`/api/v1/channel/${channel.id}/test`).expect(200);
    expect(service.requests.map(subjectOf)).toEqual([
      'https://one.example',
      'https://one.example',
      'https://two.example',
    ]);
  });

  it('is named as the cause when a push service refuses one that nobody knows', async () => {
    const { agent, service, channel } = await subjectAt(null);
    service.respond = () => [403, {}, '{"reason":"BadJwtToken"}'];
    const test = async () =>
      (await agent.post(`/api/v1/channel/${channel.id}/test`).expect(200)).body.data as { error: string };
    expect((await test()).error).toContain('Set PUBLIC_URL to an https address');
    configuration().publicUrl = 'https://tracker.example';
    expect((await test()).error).toBe('Answered 403: the receiver does not accept our credentials');
  });
});
