import { CHANNEL_CATEGORIES } from '../../src/notification/providers/channel';
import { expectProblem, UNKNOWN_ID } from '../setup/api';
import { useApp } from '../setup/app';
import { outside } from '../setup/receivers';
import { type Agent, count, newUser, track } from '../setup/tracking';

interface ChannelType {
  type: string;
  title: string;
  category: string;
  description: string;
  docs: string;
  unavailable: string | null;
  settings: object;
}

const DAY_MS = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

describe('what the screens of channels ask', () => {
  const world = outside();
  const test = useApp({ SMTP_URL: 'smtp://127.0.0.1:9' });

  const testOf = (agent: Agent, type: string, settings: object) =>
    agent.post('/api/v1/channel/test').send({ type, settings });

  describe('a type of channel', () => {
    it('says in which group it is, what arrives, and where its page is', async () => {
      const agent = await newUser(test, null);
      const types = (await agent.get('/api/v1/channel-type').expect(200)).body.data as ChannelType[];
      expect(new Set(types.map(({ category }) => category))).toEqual(new Set(CHANNEL_CATEGORIES));
      for (const { type, title, description, docs } of types) {
        expect(description.length).toBeGreaterThan(15);
        expect(docs).toBe(`${test.url}/docs/channels/${type}`);
        const page = await test.http
          .get(new URL(docs).pathname)
          .expect(200)
          .expect('Content-Type', /^text\/html/);
        expect(page.text).toMatch(new RegExp(`<h1[^>]*>[^<]*${title.split(' (')[0]!.split(' ').at(-1)}`));
      }
      expect(types.filter(({ unavailable }) => unavailable).map(({ type }) => type)).toEqual(['apprise']);
      expect(types.find(({ type }) => type === 'webhook')!.settings).toMatchObject({
        additionalProperties: false,
        required: ['url'],
        properties: { url: { type: 'string', format: 'uri' }, secret: { type: 'string', writeOnly: true } },
      });
      await agent.get('/api/v1/channel-type?page=1').expect(400);
    });
  });

  describe('a test before a channel is saved', () => {
    it('sends a signed message, says what became of it, and stores nothing', async () => {
      const hook = await world.http();
      const agent = await newUser(test, null);
      hook.will(202);
      const { body } = await testOf(agent, 'webhook', { url: hook.url }).expect(200);
      expect(body.data).toEqual({ state: 'sent', code: '202', error: null, duration: expect.any(Number) });
      expect(JSON.parse(hook.requests[0]!.body)).toMatchObject({ type: 'test' });
      expect(JSON.stringify(body)).not.toContain('whsec');
      expect((await agent.get('/api/v1/channel').expect(200)).body.data).toEqual([]);
      expect((await agent.get('/api/v1/notification').expect(200)).body.data).toEqual([]);
    });

    it('says what went wrong', async () => {
      const hook = await world.http();
      const agent = await newUser(test, null);
      hook.will(500);
      const { body } = await testOf(agent, 'webhook', { url: hook.url }).expect(200);
      expect(body.data).toMatchObject({ state: 'failed', code: '500', error: expect.stringContaining('500') });
    });

    it('shares its limit with the tests of all channels of its user, and nobody else’s', async () => {
      const hook = await world.http();
      const [agent, other] = [await newUser(test, null), await newUser(test, null)];
      const settings = { url: hook.url };
      const saved = async (one: Agent) => {
        const { body } = await one
          .post('/api/v1/channel')
          .send({ type: 'webhook', name: 'hook', settings })
          .expect(201);
        return `/api/v1/channel/${body.data.id}/test`;
      };
      const [mine, another, theirs] = [await saved(agent), await saved(agent), await saved(other)];
      hook.will(...Array.from({ length: 6 }, () => 200));
      for (let round = 0; round < 3; round++) await testOf(agent, 'webhook', settings).expect(200);
      for (const path of [mine, another]) await agent.post(path).expect(200);
      for (const refused of [await testOf(agent, 'webhook', settings), await agent.post(mine)]) {
        expectProblem(refused, 429, 'too-many-requests');
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
        expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
      }
      // What does not exist for them does not use up their turns.
      for (let round = 0; round < 6; round++) await other.post(mine).expect(404);
      await other.post(theirs).expect(200);
      expect(hook.requests).toHaveLength(6);
    });

    it('sends nothing to an address whose owner has to consent, whoever trusts it', async () => {
      const agent = await newUser(test, null);
      const { body } = await testOf(agent, 'email', { address: 'canary@example.org' }).expect(409);
      expect(body).toMatchObject({ type: '/docs/problems#conflict', detail: expect.stringContaining('confirm') });
      await testOf(agent, 'email', { address: 'nobody' }).expect(422);
    });

    it('is refused as the channel would be, by the names of what is wrong', async () => {
      const agent = await newUser(test, null);
      const fields = async (input: object) => {
        const { body } = await agent.post('/api/v1/channel/test').send(input).expect(422);
        return (body.errors as { field: string }[]).map(({ field }) => field);
      };
      const ntfy = { type: 'ntfy', settings: { topic: 'updates' } };
      expect(await fields({})).toEqual(['settings', 'type']);
      expect(await fields({ ...ntfy, name: 'x' })).toEqual(['name']);
      expect(await fields({ type: 'pigeon', settings: {} })).toEqual(['type']);
      expect(await fields({ type: 'webhook', settings: { url: 'http://169.254.169.254/latest' } })).toEqual([
        'settings.url',
      ]);
      expect(await fields({ ...ntfy, settings: { topic: 'no spaces here' } })).toEqual(['settings.topic']);
    });
  });

  describe('the statistics of a channel', () => {
    /** Ends a user's only delivery so many days ago. */
    const end = (channel: string, state: string, attempts: number, days: number) =>
      test.database.execute(
        `UPDATE delivery SET state = ?, attempts = ?, next_at = NULL, updated_at = ? WHERE channel_id = ? AND state = 'queued'`,
        [state, attempts, `${dayBefore(days)} 23:59:59.999999`, channel],
      );

    async function channelWith(...ends: [state: string, attempts: number, days: number][]) {
      const agent = await newUser(test, { type: 'log', name: 'log', settings: {} });
      const channel = ((await agent.get('/api/v1/channel').expect(200)).body.data as { id: string }[])[0]!.id;
      for (const [state, attempts, days] of ends) {
        const tracked = await track(test, agent, '1.0');
        await tracked.release('2.0');
        await test.check();
        if (state === 'sent' && days === 0) await test.deliver();
        else expect(await end(channel, state, attempts, days)).toBe(1);
      }
      return { agent, channel };
    }

    it('count what ended on each of the last days, with zeros where nothing did', async () => {
      const { agent, channel } = await channelWith(
        ['sent', 1, 0],
        ['sent', 1, 2],
        ['sent', 3, 2],
        ['failed', 1, 2],
        ['failed', 9, 2],
        ['expired', 0, 6],
        ['cancelled', 0, 6],
        ['sent', 1, 7],
      );
      const { body } = await agent.get(`/api/v1/channel/${channel}/statistics?days=7`).expect(200);
      const none = { sent: 0, retried: 0, failed: 0, expired: 0 };
      expect(body.data).toEqual([
        { day: dayBefore(6), ...none, expired: 1 },
        { day: dayBefore(5), ...none },
        { day: dayBefore(4), ...none },
        { day: dayBefore(3), ...none },
        { day: dayBefore(2), sent: 1, retried: 1, failed: 2, expired: 0 },
        { day: dayBefore(1), ...none },
        { day: dayBefore(0), ...none, sent: 1 },
      ]);
    });

    it('have 90 days, as many as a year has, and are the owner’s', async () => {
      const { agent, channel } = await channelWith(['failed', 1, 300]);
      const days = async (query: string) =>
        (await agent.get(`/api/v1/channel/${channel}/statistics${query}`).expect(200)).body.data as {
          failed: number;
        }[];
      expect(await days('')).toHaveLength(90);
      const year = await days('?days=366');
      expect([year.length, year.at(-301)!.failed]).toEqual([366, 1]);
      expect(await days('?days=1')).toHaveLength(1);
      for (const query of ['days=0', 'days=367', 'days=x', 'days=', 'days=1.5', 'days=7&days=7', 'day=7'])
        await agent.get(`/api/v1/channel/${channel}/statistics?${query}`).expect(400);
      const other = await newUser(test, null);
      for (const id of [channel, UNKNOWN_ID]) await other.get(`/api/v1/channel/${id}/statistics`).expect(404);
    });

    it('come with when the newest was accepted, in a channel and in the list of them', async () => {
      const { agent, channel } = await channelWith(['sent', 1, 5], ['sent', 2, 3], ['failed', 1, 1]);
      const at = `${dayBefore(3)}T23:59:59.999999Z`;
      const { body: one } = await agent.get(`/api/v1/channel/${channel}`).expect(200);
      const { body: all } = await agent.get('/api/v1/channel').expect(200);
      expect([one.data.last_sent_at, all.data[0].last_sent_at]).toEqual([at, at]);
      const { body: unchanged } = await agent.patch(`/api/v1/channel/${channel}`).send({}).expect(200);
      expect(unchanged.data.last_sent_at).toBe(at);
      const never = await newUser(test, { type: 'log', name: 'log', settings: {} });
      expect((await never.get('/api/v1/channel').expect(200)).body.data[0].last_sent_at).toBeNull();
    });

    it('come with how often the receiver has refused in a row', async () => {
      const hook = await world.http();
      const agent = await newUser(test, { type: 'webhook', name: 'hook', settings: { url: hook.url } });
      const refusals = async () => (await agent.get('/api/v1/channel').expect(200)).body.data[0].refusals as number;
      expect(await refusals()).toBe(0);
      for (const times of [1, 2]) {
        hook.will(401);
        const tracked = await track(test, agent, '1.0');
        await tracked.release('2.0');
        await test.check();
        await test.deliver();
        expect(await refusals()).toBe(times);
      }
    });
  });

  describe('the list of notifications', () => {
    it('is filtered by favorite, by the state of a delivery and by part of a name', async () => {
      const agent = await newUser(test, { type: 'log', name: 'My log', settings: {} });
      const [one, two] = [await track(test, agent, '1.0'), await track(test, agent, '1.0')];
      await one.release('2.0');
      await test.check();
      await test.deliver();
      await two.release('2.0');
      await test.check();
      const found = async (query: string) => {
        const { body } = await agent.get(`/api/v1/notification?includeTotal&${query}`).expect(200);
        const favorites = (body.data as { favorite: string }[]).map(({ favorite }) => favorite);
        expect(body.meta.total).toBe(favorites.length);
        return favorites;
      };
      expect(await found('')).toEqual([two.id, one.id]);
      expect(await found(`favorite=${one.id}`)).toEqual([one.id]);
      expect(await found('delivery_state=sent')).toEqual([one.id]);
      expect(await found('delivery_state=queued')).toEqual([two.id]);
      expect(await found('delivery_state=failed')).toEqual([]);
      expect(await found(`software[like]=${encodeURIComponent(two.record.software.name.slice(2))}`)).toEqual([two.id]);
      for (const query of ['favorite=1', 'delivery_state=lost', 'delivery_state[ne]=sent'])
        await agent.get(`/api/v1/notification?${query}`).expect(400);
      await test.deliver();
    });

    it('has the names of channels when asked, and null for one that was deleted', async () => {
      const agent = await newUser(test, { type: 'log', name: 'My log', settings: {} });
      const channel = ((await agent.get('/api/v1/channel').expect(200)).body.data as { id: string }[])[0]!.id;
      const tracked = await track(test, agent, '1.0');
      await tracked.release('2.0');
      await test.check();
      await test.deliver();
      const { id } = (await tracked.notifications())[0]!;
      const asked = async (path: string) => {
        const { data } = (await agent.get(`/api/v1/notification${path}`).expect(200)).body;
        return (Array.isArray(data) ? data[0] : data).deliveries[0] as object;
      };
      expect(await asked('')).not.toHaveProperty('channel_details');
      expect(await asked('?includeChannel')).toMatchObject({ channel, channel_details: { name: 'My log' } });
      expect(await asked(`/${id}?includeChannel`)).toMatchObject({ channel, channel_details: { name: 'My log' } });
      await agent.delete(`/api/v1/channel/${channel}`).expect(204);
      expect(await asked('?includeChannel')).toMatchObject({ channel, channel_details: null });
      expect(await count(test, 'channel WHERE id = ?', channel)).toBe(0);
    });
  });
});
