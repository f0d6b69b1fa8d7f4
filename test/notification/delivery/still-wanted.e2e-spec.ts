import { DeliveryRecorder } from '../../../src/notification/delivery/delivery-recorder';
import { RekeyService } from '../../../src/update-check/rekey.service';
import { useApp } from '../../setup/app';
import { outside } from '../../setup/receivers';
import { type Agent, newUser, track, type Tracked } from '../../setup/tracking';

/** What an owner writes, or a source takes back, between the check and the moment of sending. */

const LOG = { type: 'log', name: 'log', settings: {} };
const WEEKLY = { digest: { every: 'weekly', hour: 8, weekday: 1 } };

const test = useApp();

const withdrawn = (version: string) => ({ version, removed_at: '2026-01-01' });

/** Somebody who is told once a week. */
async function reader() {
  const agent = await newUser(test, { ...LOG, ...WEEKLY });
  const { body } = await agent.get('/api/v1/channel').expect(200);
  const channel = `/api/v1/channel/${body.data[0].id}`;
  return {
    agent,
    /** As if the week were over. */
    tell: async () => {
      await agent
        .patch(channel)
        .send({ digest: { every: 'instant' } })
        .expect(200);
      const told = await test.deliver();
      await agent.patch(channel).send(WEEKLY).expect(200);
      return told;
    },
  };
}

const policy = ({ agent, id }: Tracked, input: object) =>
  agent.patch(`/api/v1/favorite/${id}/policy`).send(input).expect(200);

async function release(tracked: Tracked, ...versions: (string | object)[]) {
  await tracked.release(...versions);
  return (await test.check()).notified;
}

/** `version state` of each notification, newest first. */
const states = async (tracked: Tracked) =>
  (await tracked.notifications()).map(({ version, state }) => `${version.version} ${state}`);

const reasons = async (tracked: Tracked) =>
  (await tracked.notifications()).flatMap(({ deliveries }) => deliveries.map(({ last_error }) => last_error));

describe('what waits to be sent', () => {
  it('is of the software that the favorite is of now', async () => {
    const { agent, tell } = await reader();
    const tracked = await track(test, agent, '1.0');
    const other = await track(test, await newUser(test), '0.5');
    expect(await release(tracked, '2.0')).toBe(1);
    await tracked.change({ software: other.software, version: '0.5' });
    expect(await release(other, '0.6')).toBe(2);
    await test.deliver();
    expect(await tell()).toMatchObject({ sent: 1 });
    expect(await states(tracked)).toEqual(['0.6 sent', '2.0 cancelled']);
    expect(await reasons(tracked)).toContain('the favorite has moved to another product');
    expect(await tracked.favorite()).toMatchObject({ notified_version: { version: '0.6' } });
  });

  it.each([
    ['a snooze', { snoozed_until: '2036-01-01' }],
    ['a series', { series: '1' }],
    ['an age', { minimum_age_days: 3_000 }],
  ])('is not sent when %s was written since, and is once that is over', async (_what, input) => {
    const { agent, tell } = await reader();
    const tracked = await track(test, agent, '1.0');
    expect(await release(tracked, '2.0')).toBe(1);
    await policy(tracked, input);
    expect(await tell()).toMatchObject({ sent: 0, cancelled: 1 });
    expect(await reasons(tracked)).toEqual(['the favorite is not offered this version now']);
    const none = Object.fromEntries(Object.keys(input).map((name) => [name, null]));
    await policy(tracked, none);
    expect((await test.check()).notified).toBe(1);
    expect((await test.check()).notified).toBe(0);
    expect(await tell()).toMatchObject({ sent: 1, cancelled: 0 });
    expect(await states(tracked)).toEqual(['2.0 sent']);
  });

  it('is told at the end of a snooze, once, when the snooze kept it from being sent', async () => {
    const { agent, tell } = await reader();
    const tracked = await track(test, agent, '1.0');
    await release(tracked, '2.0');
    await policy(tracked, { snoozed_until: '2036-01-01' });
    expect(await tell()).toMatchObject({ cancelled: 1 });
    await test.database.execute(
      `UPDATE favorite_policy SET snoozed_until = '2026-01-01 00:00:00.000000' WHERE favorite_id = ?`,
      [tracked.id],
    );
    await test.database.execute(
      `UPDATE favorite SET evaluate_at = '2026-01-01 00:00:00.000000', wake_at = '2026-01-01 00:00:00.000000' WHERE id = ?`,
      [tracked.id],
    );
    expect((await test.check()).notified).toBe(1);
    expect(await tell()).toMatchObject({ sent: 1 });
    expect(await states(tracked)).toEqual(['2.0 sent']);
  });

  it('goes out when somebody sends it by hand, whatever the policy and the version in use say', async () => {
    const { agent, tell } = await reader();
    const tracked = await track(test, agent, '1.0');
    await release(tracked, '2.0');
    await policy(tracked, { snoozed_until: '2036-01-01' });
    expect(await tell()).toMatchObject({ cancelled: 1 });
    const [notification] = await tracked.notifications();
    const again = () => agent.post(`/api/v1/notification/${notification!.id}/resend`).expect(200);
    await again();
    expect(await test.deliver()).toMatchObject({ sent: 1 });
    await tracked.change({ version: '2.0' });
    await again();
    expect(await test.deliver()).toMatchObject({ sent: 1 });
    expect(await states(tracked)).toEqual(['2.0 sent']);
  });

  it('is told once when it was withdrawn at that moment and is there again', async () => {
    const { agent, tell } = await reader();
    const tracked = await track(test, agent, '1.0');
    expect(await release(tracked, '2.0')).toBe(1);
    await release(tracked, withdrawn('2.0'));
    expect(await tell()).toMatchObject({ sent: 0, cancelled: 1 });
    expect(await release(tracked, '2.0')).toBe(1);
    await agent
      .post('/api/v1/channel')
      .send({ ...LOG, name: 'another' })
      .expect(201);
    expect(await tell()).toMatchObject({ sent: 1, cancelled: 0 });
    expect(await states(tracked)).toEqual(['2.0 sent']);
    await release(tracked, withdrawn('2.0'));
    expect(await release(tracked, '2.0')).toBe(0);
    expect(await tell()).toMatchObject({ sent: 0, cancelled: 0 });
  });

  it.each([
    ['alone', 'end', {}],
    ['in a digest', 'endMembers', WEEKLY],
  ] as const)('is told when it was on offer again before its end was written down, %s', async (_how, name, timing) => {
    const agent = await newUser(test, { ...LOG, ...timing });
    const { body } = await agent.get('/api/v1/channel').expect(200);
    const tracked = await track(test, agent, '1.0');
    await release(tracked, '2.0');
    await release(tracked, withdrawn('2.0'));
    const record = test.app.get(DeliveryRecorder);
    const write = record[name].bind(record) as (...ended: unknown[]) => Promise<never>;
    const meanwhile = jest.spyOn(record, name).mockImplementationOnce(async (...ended: unknown[]) => {
      expect(await release(tracked, '2.0')).toBe(0);
      return write(...ended);
    });
    await agent
      .patch(`/api/v1/channel/${body.data[0].id}`)
      .send({ digest: { every: 'instant' } })
      .expect(200);
    expect(await test.deliver()).toMatchObject({ sent: 0, cancelled: 1 });
    expect(meanwhile).toHaveBeenCalledTimes(1);
    expect((await test.check()).notified).toBe(1);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
  });

  it('is not known by that: when its channel goes away, it is told through the next one', async () => {
    const { agent } = await reader();
    const tracked = await track(test, agent, '1.0');
    await release(tracked, '2.0');
    await policy(tracked, { remind_every: '7d' });
    await tracked.change({ use_default_notification: true });
    const { body } = await agent.get('/api/v1/channel').expect(200);
    await agent.delete(`/api/v1/channel/${body.data[0].id}`).expect(204);
    expect(await states(tracked)).toEqual(['2.0 cancelled']);
    await agent.post('/api/v1/channel').send(LOG).expect(201);
    expect((await test.check()).notified).toBe(1);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
  });

  it('cannot be sent again by hand once the favorite is of other software', async () => {
    const agent = await newUser(test);
    const tracked = await track(test, agent, '1.0');
    const other = await track(test, await newUser(test), '0.5');
    await release(tracked, '2.0');
    await test.deliver();
    await tracked.change({ software: other.software, version: '0.5' });
    const [notification] = await tracked.notifications();
    await agent.post(`/api/v1/notification/${notification!.id}/resend`).expect(409);
    expect(await states(tracked)).toEqual(['2.0 sent']);
  });

  it('goes through channels that were added meanwhile too, when it is told after all', async () => {
    const { agent, tell } = await reader();
    const tracked = await track(test, agent, '1.0');
    await release(tracked, '2.0');
    await release(tracked, withdrawn('2.0'));
    await tell();
    await agent
      .post('/api/v1/channel')
      .send({ ...LOG, name: 'another' })
      .expect(201);
    expect(await release(tracked, '2.0')).toBe(1);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
    expect(await tell()).toMatchObject({ sent: 1 });
  });
});

describe('a version that its owner had already', () => {
  const world = outside();

  it('is told after all when the favorite goes back and nobody got it, once', async () => {
    const { agent, tell } = await reader();
    const tracked = await track(test, agent, '1.0');
    expect(await release(tracked, '1.1')).toBe(1);
    await tracked.change({ version: '1.1' });
    expect(await tell()).toMatchObject({ cancelled: 1 });
    expect(await tracked.change({ version: '1.0' })).toMatchObject({ update_available: true });
    expect((await test.check()).notified).toBe(1);
    expect(await tell()).toMatchObject({ sent: 1 });
    await tracked.change({ version: '1.1' });
    await tracked.change({ version: '1.0' });
    expect((await test.check()).notified).toBe(0);
    expect(await states(tracked)).toEqual(['1.1 sent']);
  });

  it.each([
    ['is refused', 400, { failed: 1 }],
    ['is cancelled', 503, { queued: 1 }],
  ])('stays sent, and is not told again, when sending it again %s', async (_what, status, ends) => {
    const receiver = await world.http();
    const agent = await newUser(test, { type: 'webhook', name: 'hook', settings: { url: receiver.url } });
    const [{ id }] = (await agent.get('/api/v1/channel').expect(200)).body.data;
    const tracked = await track(test, agent, '1.0');
    await release(tracked, '1.1');
    receiver.will(200);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
    const [notification] = await tracked.notifications();
    await agent.post(`/api/v1/notification/${notification!.id}/resend`).expect(200);
    receiver.will(status);
    expect(await test.deliver()).toMatchObject(ends);
    for (const enabled of [false, true]) await agent.patch(`/api/v1/channel/${id}`).send({ enabled }).expect(200);
    expect(await states(tracked)).toEqual(['1.1 sent']);
    expect((await test.check()).notified).toBe(0);
    expect(await test.deliver()).toMatchObject({ sent: 0, failed: 0 });
  });
});

describe('a message', () => {
  const world = outside();

  it.each<[string, object, string[], string[]]>([
    [
      'a pre-release names the releases before it',
      { include_prereleases: true },
      ['1.1', '1.2-rc1', '2.0-rc1'],
      ['2.0-rc1', '1.2-rc1', '1.1'],
    ],
    ['a release names no pre-releases', {}, ['1.1', '1.2-rc1', '1.2'], ['1.2', '1.1']],
    ['a release names none that are skipped', { skip: ['1.1'] }, ['1.1', '1.2'], ['1.2']],
  ])('of %s', async (_what, input, versions, named) => {
    const receiver = await world.http();
    const agent = await newUser(test, { type: 'webhook', name: 'hook', settings: { url: receiver.url } });
    const tracked = await track(test, agent, '1.0');
    await policy(tracked, input);
    expect(await release(tracked, ...versions)).toBe(1);
    receiver.will(200);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
    const { data } = JSON.parse(receiver.requests[0]!.body) as { data: { versions: { version: string }[] } };
    expect(data.versions.map(({ version }) => version)).toEqual(named);
  });
});

describe('a policy that is written', () => {
  it.each([
    ['ends a snooze early', { snoozed_until: '2036-01-01' }, { snoozed_until: null }],
    ['asks for a smaller age', { minimum_age_days: 3_000 }, { minimum_age_days: 0 }],
    ['leaves a series', { series: '1.0' }, { series: null }],
    ['takes a version off the list of those to skip', { skip: ['2.0'] }, { skip: [] }],
  ])('and %s tells of what came meanwhile', async (_what, before, after) => {
    const tracked = await track(test, await newUser(test), '1.0');
    await policy(tracked, before);
    expect(await release(tracked, '2.0')).toBe(0);
    await policy(tracked, after);
    expect((await test.check()).notified).toBe(1);
    expect((await test.check()).notified).toBe(0);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
  });

  it.each([
    ['a newer one that was told and is gone', ['1.0'], '3.0', true],
    ['a pre-release that was told', ['1.0-beta'], '2.0-rc1', false],
  ])('tells of what came in a snooze beside %s', async (_what, [from], first, gone) => {
    const tracked = await track(test, await newUser(test), from!);
    expect(await release(tracked, first)).toBe(1);
    await test.deliver();
    if (gone) await release(tracked, withdrawn(first));
    await policy(tracked, { snoozed_until: '2036-01-01' });
    expect(await release(tracked, '1.5')).toBe(0);
    await policy(tracked, { snoozed_until: null });
    expect((await test.check()).notified).toBe(1);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
  });

  it('and offers less tells nothing', async () => {
    const tracked = await track(test, await newUser(test), '1.0');
    expect(await release(tracked, '1.1', '2.0')).toBe(1);
    await test.deliver();
    await policy(tracked, { skip: ['2.0'] });
    expect((await test.check()).notified).toBe(0);
  });
});

describe('a channel', () => {
  it('tells of what came while there was none, once, and of nothing that was told or seen', async () => {
    const agent = await newUser(test, null);
    await track(test, agent, '1.0', ['1.0', '2.0']);
    const missed = await track(test, agent, '1.0');
    expect(await release(missed, '2.0')).toBe(0);
    const { body } = await agent
      .post('/api/v1/channel')
      .send({ ...LOG, enabled: false })
      .expect(201);
    expect((await test.check()).notified).toBe(0);
    await agent.patch(`/api/v1/channel/${body.data.id}`).send({ enabled: true }).expect(200);
    expect((await test.check()).notified).toBe(1);
    expect(await states(missed)).toEqual(['2.0 pending']);
    await agent.post('/api/v1/channel').send(LOG).expect(201);
    expect((await test.check()).notified).toBe(0);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
  });
});

describe('a notification that has no way to go', () => {
  it('is told through the next channel: the only one was deleted the moment it was written', async () => {
    const agent = await newUser(test);
    const tracked = await track(test, agent, '1.0');
    expect(await release(tracked, '2.0')).toBe(1);
    const [{ id }] = (await agent.get('/api/v1/channel').expect(200)).body.data;
    await test.database.execute('DELETE FROM delivery WHERE channel_id = ?', [id]);
    await agent.delete(`/api/v1/channel/${id}`).expect(204);
    expect(await states(tracked)).toEqual(['2.0 pending']);
    await agent.post('/api/v1/channel').send(LOG).expect(201);
    expect((await test.check()).notified).toBe(1);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
    expect(await states(tracked)).toEqual(['2.0 sent']);
  });
});

describe('a channel that only one favorite uses', () => {
  it('tells of what came while it was off', async () => {
    const agent = await newUser(test, { ...LOG, is_default: false });
    const { body } = await agent.get('/api/v1/channel').expect(200);
    const channel = body.data[0].id as string;
    const tracked = await track(test, agent, '1.0', ['1.0'], { use_default_notification: false });
    await policy(tracked, { channels: [channel] });
    await agent.patch(`/api/v1/channel/${channel}`).send({ enabled: false }).expect(200);
    expect(await release(tracked, '2.0')).toBe(0);
    await agent.patch(`/api/v1/channel/${channel}`).send({ enabled: true }).expect(200);
    expect((await test.check()).notified).toBe(1);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
  });
});

describe('two labels of one version', () => {
  let agent: Agent;

  beforeAll(async () => {
    agent = await newUser(test);
  });

  it('are skipped together', async () => {
    const tracked = await track(test, agent, '1.0');
    expect(await release(tracked, '2.0')).toBe(1);
    await policy(tracked, { skip: ['2.0'] });
    expect(await test.deliver()).toMatchObject({ sent: 0, cancelled: 1 });
    expect(await release(tracked, 'v2.0')).toBe(0);
    expect(await tracked.favorite()).toMatchObject({ update_available: false });
    expect(await release(tracked, '2.1')).toBe(1);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
  });

  it('are two versions to the scheme date, by which all of a day are equal', async () => {
    const dated = (version: string) => ({ version, released_at: '2026-05-01' });
    const tracked = await track(test, agent, 'aaa', [{ version: 'aaa', released_at: '2026-04-01' }]);
    await test.app.get(RekeyService).rekey(tracked.software, { scheme: 'date' });
    expect(await release(tracked, dated('bbb'))).toBe(1);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
    await policy(tracked, { skip: ['bbb'] });
    await release(tracked, dated('ccc'));
    expect(await tracked.favorite()).toMatchObject({ update_available: true });
    expect(await states(tracked)).toEqual(['ccc pending', 'bbb sent']);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
  });

  it('are told once, also when the first of them is withdrawn', async () => {
    const tracked = await track(test, agent, '1.0');
    expect(await release(tracked, '2.0')).toBe(1);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
    expect(await release(tracked, withdrawn('2.0'), 'v2.0')).toBe(0);
    expect(await tracked.favorite()).toMatchObject({ update_available: true });
  });
});

describe('a version that was on offer when the favorite was written', () => {
  it('hides nothing once it is withdrawn: it may have been a mistake', async () => {
    const tracked = await track(test, await newUser(test), '1.0', ['1.0', '99.0']);
    await release(tracked, withdrawn('99.0'));
    expect(await release(tracked, '1.1')).toBe(1);
    expect(await release(tracked, '1.2')).toBe(1);
    expect(await test.deliver()).toMatchObject({ sent: 2 });
  });

  it('hides no release when it is a pre-release', async () => {
    const tracked = await track(test, await newUser(test), '1.0-beta', ['1.0-beta', '2.0-beta']);
    expect(await release(tracked, '1.1')).toBe(1);
    expect(await test.deliver()).toMatchObject({ sent: 1 });
  });
});
