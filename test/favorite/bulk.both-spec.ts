import { UpkeepService } from '../../src/maintenance/upkeep.service';
import { UserRemoval } from '../../src/maintenance/user-removal';
import { expectProblem, known, UNKNOWN_ID } from '../setup/api';
import { useApp } from '../setup/app';
import { pauseBefore } from '../setup/named-points';
import { BulkWriter } from '../../src/favorite/bulk/bulk-writer';
import { type Agent, count, newUser } from '../setup/tracking';

const test = useApp({ FAVORITES_PER_USER: '60' });

interface Tracked {
  id: string;
  software: string;
  name: string;
  versions: Record<string, string>;
}

interface Shown {
  uuid: string;
  version: { version: string };
  available_version: { id: string; version: string } | null;
  notes: string | null;
  notifications_enabled: boolean;
  notified_version: { version: string } | null;
}

let serial = 0;

/** Favorites on 1.0, with 2.0 on offer. */
async function favorites(agent: Agent, howMany: number, settings: object = {}): Promise<Tracked[]> {
  const tracked: Tracked[] = [];
  for (let number = 0; number < howMany; number++) {
    const name = `Bulky ${++serial}`;
    const software = await known(test, name, ['1.0', '1.5', '2.0']);
    const body = { software: software.id, version: '1.0', ...settings };
    const { body: made } = await agent.post('/api/v1/favorite').send(body).expect(201);
    tracked.push({ id: made.data.uuid, software: software.id, name, versions: software.versions });
  }
  return tracked;
}

const idsOf = (tracked: Tracked[]) => tracked.map(({ id }) => id);
const bulk = async (agent: Agent, body: object) =>
  (await agent.post('/api/v1/favorite/bulk').send(body).expect(200)).body.data;
const undo = async (agent: Agent, id: string) =>
  (await agent.post(`/api/v1/favorite/bulk/${id}/undo`).expect(200)).body.data;
const shown = async (agent: Agent, { id }: Tracked) =>
  (await agent.get(`/api/v1/favorite/${id}?includeAvailableVersion`).expect(200)).body.data as Shown;
const policyOf = async (agent: Agent, { id }: Tracked) =>
  (await agent.get(`/api/v1/favorite/${id}/policy`).expect(200)).body.data;
const offered = async (agent: Agent, tracked: Tracked) =>
  (await shown(agent, tracked)).available_version?.version ?? null;

/** Columns of a favorite that single requests and bulk operations write, and that an undo restores. */
async function rows(tracked: Tracked[]) {
  const found = await test.database.query<Record<string, unknown>>(
    `SELECT f.software_id, v.version, av.version AS available, kv.version AS known, nv.version AS notified, f.has_policy, f.wake_at,
       f.notes, f.notifications_enabled, f.use_default_notification, f.notify_always, f.created_at, f.due_at IS NULL AS rests
     FROM favorite f JOIN version v ON v.id = f.version_id LEFT JOIN version av ON av.id = f.available_version_id
       LEFT JOIN version kv ON kv.id = f.known_version_id LEFT JOIN version nv ON nv.id = f.notified_version_id
     WHERE f.id IN (${tracked.map(() => '?').join(', ')}) ORDER BY f.software_id`,
    idsOf(tracked),
  );
  return found;
}

const UNTIL = '2030-01-01T00:00:00.000000Z';

describe('a change of many favorites', () => {
  it('updates to the version on offer, and its undo goes back', async () => {
    const agent = await newUser(test, null);
    const tracked = await favorites(agent, 3);
    const before = await rows(tracked);
    const done = await bulk(agent, { action: 'update', ids: idsOf(tracked) });
    expect(done).toMatchObject({ action: 'update', matched: 3, changed: 3, failed_total: 0, failed: [] });
    for (const one of tracked)
      expect(await shown(agent, one)).toMatchObject({ version: { version: '2.0' }, available_version: null });
    expect(await undo(agent, done.id)).toEqual({ id: done.id, restored: 3, skipped_total: 0, skipped: [] });
    expect(await rows(tracked)).toEqual(before);
    expectProblem(await agent.post(`/api/v1/favorite/bulk/${done.id}/undo`), 409, 'conflict');
  });

  it.each([
    ['update', {}, (path: string, agent: Agent) => agent.post(`${path}/update-to-latest-version`).expect(200)],
    ['mute', {}, (path: string, agent: Agent) => agent.patch(path).send({ notifications_enabled: false }).expect(200)],
    [
      'skip',
      {},
      (path: string, agent: Agent) =>
        agent
          .patch(`${path}/policy`)
          .send({ skip: ['2.0'] })
          .expect(200),
    ],
    [
      'snooze',
      { until: UNTIL },
      (path: string, agent: Agent) => agent.patch(`${path}/policy`).send({ snoozed_until: UNTIL }).expect(200),
    ],
    [
      'policy',
      { policy: { series: '1', remind_every: '2d' } },
      (path: string, agent: Agent) =>
        agent.patch(`${path}/policy`).send({ series: '1', remind_every: '2d' }).expect(200),
    ],
  ] as const)('does what the request for one does: %s', async (action, more, single) => {
    const agents = [await newUser(test), await newUser(test)] as const;
    const tracked = await favorites(agents[0], 3, { notify_always: true });
    const twins: Tracked[] = [];
    for (const one of tracked) {
      const body = { software: one.software, version: '1.0', notify_always: true };
      const { body: made } = await agents[1].post('/api/v1/favorite').send(body).expect(201);
      twins.push({ ...one, id: made.data.uuid });
    }
    for (const name of [tracked[0]!.name])
      await test.import({ ...(await recordOf(name)), versions: [{ version: '2.1' }] });
    await test.check();
    await bulk(agents[0], { action, ids: idsOf(tracked), ...more });
    for (const { id } of twins) await single(`/api/v1/favorite/${id}`, agents[1]);
    const plain = (all: Record<string, unknown>[]) => all.map(({ created_at: _, ...row }) => row);
    // `skip` of the first one: 2.1 is on offer, which the single request does not skip.
    const from = action === 'skip' ? 1 : 0;
    const order = (all: Tracked[]) => [...all].sort((a, b) => (a.name < b.name ? -1 : 1)).slice(from);
    expect(plain(await rows(order(tracked)))).toEqual(plain(await rows(order(twins))));
    for (let at = from; at < 3; at++)
      expect(await policyOf(agents[0], tracked[at]!)).toEqual(await policyOf(agents[1], twins[at]!));
    const deliveries = async (ids: string[]) =>
      test.database.query(
        `SELECT n.software_id, d.state FROM notification n JOIN delivery d ON d.notification_id = n.id
         WHERE n.favorite_id IN (${ids.map(() => '?').join(', ')}) ORDER BY n.software_id`,
        ids,
      );
    await test.check();
    expect(await deliveries(idsOf(order(tracked)))).toEqual(await deliveries(idsOf(order(twins))));
  });

  it('skips the version on offer, each its own, and undoes only that', async () => {
    const agent = await newUser(test, null);
    const [one, other] = (await favorites(agent, 2)) as [Tracked, Tracked];
    await agent
      .patch(`/api/v1/favorite/${other.id}/policy`)
      .send({ skip: ['0.1'], series: '1' })
      .expect(200);
    const done = await bulk(agent, { action: 'skip', ids: [one.id, other.id] });
    expect(done).toMatchObject({ matched: 2, changed: 2 });
    expect([await offered(agent, one), await offered(agent, other)]).toEqual([null, null]);
    // A version that is skipped later stays skipped.
    await agent.post(`/api/v1/favorite/${one.id}/skip`).send({ version: one.versions['1.5'] }).expect(200);
    expect(await undo(agent, done.id)).toMatchObject({ restored: 2, skipped_total: 0 });
    expect((await policyOf(agent, one)).skip).toEqual(['1.5']);
    expect((await policyOf(agent, other)).skip).toEqual(['0.1']);
    expect([await offered(agent, one), await offered(agent, other)]).toEqual(['2.0', '1.5']);
  });

  it('snoozes, ends snoozes, mutes and unmutes, and counts only what was changed', async () => {
    const agent = await newUser(test, null);
    const tracked = await favorites(agent, 3);
    const ids = idsOf(tracked);
    const snoozed = await bulk(agent, { action: 'snooze', ids, until: UNTIL });
    expect(snoozed).toMatchObject({ changed: 3 });
    expect(await bulk(agent, { action: 'snooze', ids, until: '2030-01-01' })).toMatchObject({ matched: 3, changed: 0 });
    expect(await offered(agent, tracked[0]!)).toBeNull();
    const woken = await bulk(agent, { action: 'unsnooze', ids: ids.slice(1) });
    expect(woken).toMatchObject({ changed: 2 });
    expect(await offered(agent, tracked[1]!)).toBe('2.0');
    // Of the first undo, two were changed since, by the second change.
    expect(await undo(agent, snoozed.id)).toMatchObject({ restored: 1, skipped_total: 2 });
    expect(await undo(agent, woken.id)).toMatchObject({ restored: 2, skipped_total: 0 });
    expect((await policyOf(agent, tracked[1]!)).snoozed_until).toBe(UNTIL);
    // What was skipped can be tried again, once it is as it was left.
    expect(await undo(agent, snoozed.id)).toMatchObject({ restored: 2, skipped_total: 0 });
    expect(await Promise.all(tracked.map((one) => offered(agent, one)))).toEqual(['2.0', '2.0', '2.0']);

    const muted = await bulk(agent, { action: 'mute', ids });
    expect((await shown(agent, tracked[0]!)).notifications_enabled).toBe(false);
    expect(await bulk(agent, { action: 'unmute', ids: ids.slice(2) })).toMatchObject({ changed: 1 });
    expect(await undo(agent, muted.id)).toMatchObject({
      restored: 2,
      skipped: [{ favorite: ids[2], reason: 'changed' }],
    });
    expect((await shown(agent, tracked[0]!)).notifications_enabled).toBe(true);
  });

  it('writes fields of policies, where the software takes them', async () => {
    const agent = await newUser(test);
    const tracked = await favorites(agent, 2);
    const dated = await known(test, 'Dated', [{ version: 'a', released_at: '2026-01-01' }], {});
    const { body } = await agent.post('/api/v1/favorite').send({ software: dated.id, version: 'a' }).expect(201);
    const channel = (await agent.get('/api/v1/channel').expect(200)).body.data[0].id;
    await agent.patch(`/api/v1/favorite/${tracked[0]!.id}/policy`).send({ skip: ['2.0', '9'], minimum_age_days: 3 });
    const former = [await policyOf(agent, tracked[0]!), await policyOf(agent, tracked[1]!)];
    const policy = { skip: ['1.5'], channels: [channel], minimum_age_days: 0 };
    const done = await bulk(agent, { action: 'policy', ids: [...idsOf(tracked), body.data.uuid], policy });
    expect(done).toMatchObject({ matched: 3, changed: 3 });
    expect(await policyOf(agent, tracked[0]!)).toMatchObject({
      skip: ['1.5'],
      channels: [channel],
      minimum_age_days: null,
    });
    expect(await undo(agent, done.id)).toMatchObject({ restored: 3, skipped: [] });
    expect([await policyOf(agent, tracked[0]!), await policyOf(agent, tracked[1]!)]).toEqual(former);

    const refused = await bulk(agent, { action: 'policy', ids: idsOf(tracked), policy: { series: 'none' } });
    expect(refused).toMatchObject({ changed: 0, failed_total: 2 });
    expect(refused.failed[0].problem).toMatchObject({ type: '/docs/problems#invalid-body', title: 'Invalid body' });
    const stranger = await agent
      .post('/api/v1/favorite/bulk')
      .send({ action: 'policy', ids: idsOf(tracked), policy: { channels: [UNKNOWN_ID] } });
    expect(expectProblem(stranger, 422, 'invalid-body')).toEqual(['policy.channels']);
  });

  it('uses the channels that a policy names, or those of the profile again, and takes both back', async () => {
    const agent = await newUser(test);
    const tracked = await favorites(agent, 3);
    const [first, , third] = tracked as [Tracked, Tracked, Tracked];
    const channel = (await agent.get('/api/v1/channel').expect(200)).body.data[0].id;
    const usesProfile = () =>
      Promise.all(
        tracked.map(async (one) => (await agent.get(`/api/v1/favorite/${one.id}`)).body.data.use_default_notification),
      );
    await agent.patch(`/api/v1/favorite/${third.id}`).send({ use_default_notification: false }).expect(200);
    await agent
      .patch(`/api/v1/favorite/${third.id}/policy`)
      .send({ channels: [channel] })
      .expect(200);
    const own = { action: 'policy', ids: idsOf(tracked), policy: { channels: [channel] } };

    const chosen = await bulk(agent, own);
    expect(chosen).toMatchObject({ matched: 3, changed: 2 });
    expect(await usesProfile()).toEqual([false, false, false]);
    const back = await bulk(agent, { ...own, policy: { channels: [] }, use_default_notification: true });
    expect(back).toMatchObject({ changed: 3 });
    expect(await usesProfile()).toEqual([true, true, true]);
    expect((await policyOf(agent, first)).channels).toEqual([]);
    // Of a favorite that somebody has switched since, neither is taken back.
    await agent.patch(`/api/v1/favorite/${first.id}`).send({ use_default_notification: false }).expect(200);
    const reason = [{ favorite: first.id, reason: 'changed' }];
    expect(await undo(agent, back.id)).toMatchObject({ restored: 2, skipped: reason });
    expect(await usesProfile()).toEqual([false, false, false]);
    expect((await policyOf(agent, third)).channels).toEqual([channel]);
    await agent
      .patch(`/api/v1/favorite/${first.id}/policy`)
      .send({ channels: [channel] })
      .expect(200);
    expect(await undo(agent, chosen.id)).toMatchObject({ restored: 2, skipped: [] });
    expect(await usesProfile()).toEqual([true, true, false]);

    // Another field does not touch them; the channels may stay while those of the profile are used.
    await bulk(agent, { ...own, policy: { minimum_age_days: 3 } });
    expect(await usesProfile()).toEqual([true, true, false]);
    await bulk(agent, { ...own, use_default_notification: true });
    expect(await usesProfile()).toEqual([true, true, true]);
    expect((await policyOf(agent, third)).channels).toEqual([channel]);
  });

  it('deletes, and brings back ids, policies, channels, notes and what was notified, but not a notification twice', async () => {
    await test.check();
    await test.deliver();
    const agent = await newUser(test);
    const channel = (await agent.get('/api/v1/channel').expect(200)).body.data[0].id;
    const tracked = await favorites(agent, 3, { notes: 'Zeile 1\n\u{1F600}', use_default_notification: false });
    const policy = { skip: ['1.5', 'ü'], channels: [channel], series: '2', remind_every: '3d', minimum_age_days: null };
    for (const { id } of tracked) await agent.patch(`/api/v1/favorite/${id}/policy`).send(policy).expect(200);
    await agent.patch(`/api/v1/favorite/${tracked[2]!.id}`).send({ version: '1.2-mine' }).expect(200);
    await test.import({ ...(await recordOf(tracked[0]!.name)), versions: [{ version: '2.1' }] });
    await test.check();
    await test.deliver();
    const before = await rows(tracked);
    const answers = await Promise.all(tracked.map((one) => shown(agent, one)));
    expect(answers[0]!.notified_version?.version).toBe('2.1');
    const policies = await Promise.all(tracked.map((one) => policyOf(agent, one)));

    const done = await bulk(agent, { action: 'delete', ids: idsOf(tracked) });
    expect(done).toMatchObject({ matched: 3, changed: 3 });
    for (const { id } of tracked) await agent.get(`/api/v1/favorite/${id}`).expect(404);
    expect(await count(test, "version WHERE version = '1.2-mine'")).toBe(0);
    expect(await undo(agent, done.id)).toMatchObject({ restored: 3, skipped: [] });
    // The notification went with the favorite: that its owner knows the version is kept.
    const isNotified = ({ available, notified }: Record<string, unknown>) =>
      available !== null && available === notified;
    expect(before.filter(isNotified).length).toBeGreaterThan(0);
    const remembered = before.map((row) => (isNotified(row) ? { ...row, known: row.available } : row));
    expect(await rows(tracked)).toEqual(remembered);
    expect(await Promise.all(tracked.map((one) => policyOf(agent, one)))).toEqual(policies);
    const after = await Promise.all(tracked.map((one) => shown(agent, one)));
    const stays = ({ updated_at: _, ...favorite }: Shown & { updated_at?: string }) => favorite;
    expect(after.map(stays)).toEqual(
      answers.map((answer) => {
        const { version } = answer as unknown as { version: { created_at: string } };
        const own = answer.version.version === '1.2-mine';
        return stays(own ? { ...answer, version: { ...version, ...after[2]!.version } } : answer);
      }),
    );
    await test.check();
    expect(await test.deliver()).toMatchObject({ sent: 0 });
    // A newer one is notified.
    await test.import({ ...(await recordOf(tracked[0]!.name)), versions: [{ version: '2.2' }] });
    await test.check();
    expect(await test.deliver()).toMatchObject({ sent: 1 });
  });

  it('says of a deleted favorite why it does not come back', async () => {
    const agent = await newUser(test, null);
    const tracked = await favorites(agent, 2);
    const done = await bulk(agent, { action: 'delete', ids: idsOf(tracked) });
    const body = { software: tracked[0]!.software, version: '1.0' };
    await agent.post('/api/v1/favorite').send(body).expect(201);
    expect(await undo(agent, done.id)).toMatchObject({
      restored: 1,
      skipped: [{ favorite: tracked[0]!.id, reason: 'tracked' }],
    });
    const full = await newUser(test, null);
    const theirs = await favorites(full, 2);
    const gone = await bulk(full, { action: 'delete', ids: idsOf(theirs) });
    for (let made = 0; made < 59; made++) {
      const more = { software: (await known(test, `Filler ${++serial}`)).id, version: '1.0' };
      await full.post('/api/v1/favorite').send(more).expect(201);
    }
    expect(await undo(full, gone.id)).toMatchObject({ restored: 1, skipped: [{ reason: 'limit' }] });
    // After room was made, the rest comes back as well.
    const { body: list } = await full.get('/api/v1/favorite?software[like]=Filler&per_page=1').expect(200);
    await full.delete(`/api/v1/favorite/${list.data[0].uuid}`).expect(204);
    expect(await undo(full, gone.id)).toMatchObject({ restored: 1, skipped: [] });
  });

  it('revives a delivery that it cancelled', async () => {
    await test.check();
    await test.deliver();
    const agent = await newUser(test);
    const tracked = await favorites(agent, 1);
    await test.import({ ...(await recordOf(tracked[0]!.name)), versions: [{ version: '3.0' }] });
    await test.check();
    const done = await bulk(agent, { action: 'update', ids: idsOf(tracked) });
    expect(await test.deliver()).toMatchObject({ sent: 0, cancelled: 1 });
    await undo(agent, done.id);
    await test.check();
    expect(await test.deliver()).toMatchObject({ sent: 1 });
    // And it is not sent twice.
    const again = await bulk(agent, { action: 'update', ids: idsOf(tracked) });
    await undo(agent, again.id);
    await test.check();
    expect(await test.deliver()).toMatchObject({ sent: 0 });
  });
});

async function recordOf(name: string) {
  const [row] = await test.database.query<{ identity: string; publisher: string }>(
    'SELECT s.identity, p.name AS publisher FROM software s JOIN publisher p ON p.id = s.publisher_id WHERE s.name = ?',
    [name],
  );
  const [kind, id] = row!.identity.split(':');
  return { publisher: { name: row!.publisher }, software: { name }, identity: { kind, id } };
}

describe('the selection', () => {
  it('takes the filters of the list, without exceptions, and the number that was seen', async () => {
    const agent = await newUser(test, null);
    const tracked = await favorites(agent, 3);
    await agent.post(`/api/v1/favorite/${tracked[2]!.id}/update-to-latest-version`).expect(200);
    const filter = { update_available: true, 'software[like]': 'bulky' };
    const wrong = await agent.post('/api/v1/favorite/bulk').send({ action: 'mute', filter, expect: 3 });
    expectProblem(wrong, 409, 'conflict');
    expect(wrong.body.matched).toBe(2);
    const some = { action: 'mute', filter, except: [tracked[0]!.id], expect: 1 };
    expect(await bulk(agent, some)).toMatchObject({ matched: 1, changed: 1 });
    const muted = await Promise.all(tracked.map((one) => shown(agent, one)));
    expect(muted.map((one) => one.notifications_enabled)).toEqual([true, false, true]);
    expect(await bulk(agent, { action: 'mute', filter: {}, expect: 3 })).toMatchObject({ matched: 3, changed: 2 });
    expect(await bulk(agent, { action: 'mute', filter: { 'software[eq]': 'none' }, expect: 0 })).toMatchObject({
      matched: 0,
      changed: 0,
    });
  });

  it('says of unknown favorites and of those of others the same', async () => {
    const [agent, stranger] = [await newUser(test, null), await newUser(test, null)];
    const [own] = await favorites(agent, 1);
    const [foreign] = await favorites(stranger, 1);
    for (const action of ['update', 'delete', 'mute', 'skip']) {
      const ids = [foreign!.id, UNKNOWN_ID, ...(action === 'update' ? [own!.id] : [])];
      const done = await bulk(agent, { action, ids });
      expect(done).toMatchObject({ matched: ids.length, changed: action === 'update' ? 1 : 0, failed_total: 2 });
      const problem = { type: '/docs/problems#not-found', title: 'Not found', detail: 'There is no such favorite.' };
      expect(new Set(done.failed.map((one: { favorite: string }) => one.favorite))).toEqual(
        new Set([foreign!.id, UNKNOWN_ID]),
      );
      for (const failure of done.failed) expect(failure.problem).toEqual(problem);
    }
    const theirs = await bulk(stranger, { action: 'mute', ids: [foreign!.id] });
    expectProblem(await agent.post(`/api/v1/favorite/bulk/${theirs.id}/undo`), 404, 'not-found');
    expectProblem(await agent.get(`/api/v1/favorite/bulk/${theirs.id}`), 404, 'not-found');
    expect((await shown(stranger, foreign!)).version.version).toBe('1.0');
  });

  it('leaves a favorite on which another version is on offer than was seen', async () => {
    const agent = await newUser(test, null);
    const [one, other] = (await favorites(agent, 2)) as [Tracked, Tracked];
    await test.import({ ...(await recordOf(other.name)), versions: [{ version: '2.1' }] });
    const versions = { [one.id]: one.versions['2.0'], [other.id]: other.versions['2.0'] };
    const done = await bulk(agent, { action: 'update', ids: [one.id, other.id], versions });
    expect(done).toMatchObject({
      changed: 1,
      failed: [{ favorite: other.id, problem: { type: '/docs/problems#conflict' } }],
    });
    expect(await offered(agent, other)).toBe('2.1');
  });

  it.each<[string, object, string]>([
    ['nothing selected', { action: 'mute' }, 'ids'],
    ['both', { action: 'mute', ids: [UNKNOWN_ID], filter: {}, expect: 0 }, 'ids'],
    ['no number', { action: 'mute', filter: {} }, 'expect'],
    ['exceptions of ids', { action: 'mute', ids: [UNKNOWN_ID], except: [] }, 'except'],
    ['an unknown action', { action: 'explode', ids: [UNKNOWN_ID] }, 'action'],
    ['an unknown filter', { action: 'mute', filter: { color: 'red' }, expect: 0 }, 'filter.color'],
    ['a bad value', { action: 'mute', filter: { update_available: 'maybe' }, expect: 0 }, 'filter.update_available'],
    ['a value that is no text', { action: 'mute', filter: { software: [['x']] }, expect: 0 }, 'filter.software'],
    ['a page', { action: 'mute', filter: { per_page: 3 }, expect: 0 }, 'filter.per_page'],
    ['no end of a snooze', { action: 'snooze', ids: [UNKNOWN_ID] }, 'until'],
    ['an end of nothing', { action: 'mute', ids: [UNKNOWN_ID], until: UNTIL }, 'until'],
    ['a bad end', { action: 'snooze', ids: [UNKNOWN_ID], until: 'soon' }, 'until'],
    ['no policy', { action: 'policy', ids: [UNKNOWN_ID] }, 'policy'],
    [
      'a bad policy',
      { action: 'policy', ids: [UNKNOWN_ID], policy: { minimum_age_days: -1 } },
      'policy.minimum_age_days',
    ],
    [
      'an unreadable one',
      { action: 'policy', ids: [UNKNOWN_ID], policy: { remind_every: 'x' } },
      'policy.remind_every',
    ],
    [
      'channels of nothing',
      { action: 'mute', ids: [UNKNOWN_ID], use_default_notification: true },
      'use_default_notification',
    ],
    ['an id twice', { action: 'mute', ids: [UNKNOWN_ID, UNKNOWN_ID] }, 'ids'],
    ['no id', { action: 'mute', ids: ['x'] }, 'ids'],
    ['too many', { action: 'mute', ids: Array.from({ length: 501 }, () => crypto.randomUUID()) }, 'ids'],
    ['versions that are none', { action: 'mute', ids: [UNKNOWN_ID], versions: { x: 'y' } }, 'versions'],
  ])('refuses %s', async (_what, body, field) => {
    const agent = await newUser(test, null);
    const answer = await agent.post('/api/v1/favorite/bulk').send(body);
    expect(expectProblem(answer, 422, 'invalid-body')).toEqual([field]);
  });
});

describe('the journal', () => {
  it('is listed, newest first, and audited once for each favorite', async () => {
    const agent = await newUser(test, null);
    const tracked = await favorites(agent, 2);
    const first = await bulk(agent, { action: 'mute', ids: idsOf(tracked) });
    const second = await bulk(agent, { action: 'update', ids: [tracked[0]!.id] });
    await undo(agent, second.id);
    const { body } = await agent.get('/api/v1/favorite/bulk').expect(200);
    expect(body.data).toMatchObject([
      { id: second.id, action: 'update', matched: 1, changed: 1, undone_at: expect.any(String) },
      { id: first.id, action: 'mute', matched: 2, changed: 2, undone_at: null },
    ]);
    expect((await agent.get(`/api/v1/favorite/bulk/${first.id}`).expect(200)).body.data).toEqual(body.data[1]);
    const kept = Date.parse(body.data[0].undo_until) - Date.parse(body.data[0].created_at);
    expect(kept).toBe(30 * 86_400_000);
    const admin = await test.as('admin', ['admin']);
    const { body: audit } = await admin.get(`/api/v1/audit?resource=${tracked[0]!.id}`).expect(200);
    const entries = audit.data.map(({ action, details }: { action: string; details: object }) => ({ action, details }));
    expect(entries.slice(0, 3)).toEqual([
      {
        action: 'favorite.updated',
        details: { fields: ['version'], version: tracked[0]!.versions['1.0'], undone: second.id },
      },
      {
        action: 'favorite.updated',
        details: { fields: ['version'], version: tracked[0]!.versions['2.0'], bulk: second.id },
      },
      { action: 'favorite.updated', details: { fields: ['notifications_enabled'], bulk: first.id } },
    ]);
  });

  it('ends after a day, and with its user', async () => {
    const agent = await newUser(test, null);
    const tracked = await favorites(agent, 2);
    const done = await bulk(agent, { action: 'policy', ids: idsOf(tracked), policy: { skip: ['1.5'] } });
    const other = await bulk(agent, { action: 'delete', ids: idsOf(tracked) });
    const old = { text: `UPDATE favorite_bulk SET created_at = ? WHERE id = ?`, at: '2020-01-01 00:00:00.000000' };
    await test.database.execute(old.text, [old.at, done.id]);
    expectProblem(await agent.post(`/api/v1/favorite/bulk/${done.id}/undo`), 409, 'conflict');
    await test.app.get(UpkeepService).run();
    expectProblem(await agent.post(`/api/v1/favorite/bulk/${done.id}/undo`), 404, 'not-found');
    expect(await count(test, 'favorite_bulk_item WHERE bulk_id = ?', done.id)).toBe(0);
    expect(await count(test, 'favorite_bulk_skip WHERE bulk_id = ?', other.id)).toBe(2);
    const [{ user_id: user }] = (await test.database.query<{ user_id: string }>(
      'SELECT user_id FROM favorite_bulk WHERE id = ?',
      [other.id],
    )) as [{ user_id: string }];
    await test.app.get(UserRemoval).remove(user);
    for (const table of [
      'favorite_bulk WHERE id',
      'favorite_bulk_item WHERE bulk_id',
      'favorite_bulk_skip WHERE bulk_id',
    ])
      expect(await count(test, `${table} = ?`, other.id)).toBe(0);
  });
});

describe('at the same time', () => {
  it('two undos restore each favorite once, and one may find nothing left', async () => {
    const agent = await newUser(test, null);
    const tracked = await favorites(agent, 30);
    const done = await bulk(agent, { action: 'delete', ids: idsOf(tracked) });
    const path = `/api/v1/favorite/bulk/${done.id}/undo`;
    const answers = await Promise.all([agent.post(path), agent.post(path), agent.post(path)]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const restored = answers.map(({ body }) => (body.data?.restored as number | undefined) ?? 0);
    expect(restored.reduce((sum, one) => sum + one, 0)).toBe(30);
    expect(answers.every(({ status, body }) => status === 409 || body.data.skipped_total === 0)).toBe(true);
    expect((await agent.get('/api/v1/favorite?includeTotal').expect(200)).body.meta.total).toBe(30);
  });

  it('an undo ends the change that is still under way, and leaves nothing of it', async () => {
    const agent = await newUser(test, null);
    const tracked = await favorites(agent, 50);
    const writer = test.app.get(BulkWriter);
    const first = pauseBefore(writer, 'changePage');
    const answer = agent
      .post('/api/v1/favorite/bulk')
      .send({ action: 'mute', filter: {}, expect: 50 })
      .then((it) => it);
    await first.reached;
    const second = pauseBefore(writer, 'changePage');
    first.goOn();
    await second.reached;
    const [row] = (await agent.get('/api/v1/favorite/bulk').expect(200)).body.data as [{ id: string; changed: number }];
    expect(row.changed).toBeGreaterThan(0);
    expect(row.changed).toBeLessThan(50);
    expect(await undo(agent, row.id)).toMatchObject({ restored: row.changed, skipped: [] });
    second.goOn();
    expectProblem(await answer, 409, 'conflict');
    expect(
      await count(
        test,
        `favorite WHERE id IN (${tracked.map(() => '?').join(', ')}) AND notifications_enabled = 0`,
        ...idsOf(tracked),
      ),
    ).toBe(0);
  });

  it('checks, changes and undos leave what one after the other leaves', async () => {
    const agent = await newUser(test);
    const tracked = await favorites(agent, 20);
    for (const { name } of tracked.slice(0, 5))
      await test.import({ ...(await recordOf(name)), versions: [{ version: '2.1' }] });
    const update = { action: 'update', ids: idsOf(tracked) };
    const [one, other] = await Promise.all([bulk(agent, update), bulk(agent, update), test.check()]);
    expect(one.changed + other.changed).toBe(20);
    const undone = await Promise.all(
      [one, other].filter(({ changed }) => changed > 0).map(({ id }) => undo(agent, id)),
    );
    expect(undone.reduce((sum, { restored }) => sum + restored, 0)).toBe(20);
    await test.check();
    const all = await Promise.all(tracked.map((favorite) => shown(agent, favorite)));
    expect(all.map(({ version }) => version.version)).toEqual(tracked.map(() => '1.0'));
    expect(all.map((favorite) => favorite.available_version?.version)).toEqual(
      tracked.map((_one, at) => (at < 5 ? '2.1' : '2.0')),
    );
  });
});
