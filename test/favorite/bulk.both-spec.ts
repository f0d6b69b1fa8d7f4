import { BulkRunner } from '../../src/favorite/bulk/bulk-runner';
import { UserRemoval } from '../../src/operations/upkeep/user-removal';
import { expectProblem, known, UNKNOWN_ID } from '../setup/api';
import { useAgent, useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { beforeCalls, pauseBefore } from '../setup/named-points';
import { type Agent, count, newUser } from '../setup/tracking';
import { importMany, trackAll } from './many';

const LIMIT = 200;
/** That the first transaction takes. */
const FIRST_PAGE = 40;
const test = useApp({ FAVORITES_PER_USER: String(LIMIT) });

interface Tracked {
  id: string;
  software: string;
  name: string;
  versions: Record<string, string>;
  release(version: string): Promise<unknown>;
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

const track = async (agent: Agent, software: string, settings: object = {}): Promise<string> =>
  (
    await agent
      .post('/api/v1/favorite')
      .send({ software, version: '1.0', ...settings })
      .expect(201)
  ).body.data.uuid;

/** Favorites on 1.0, with 2.0 on offer. */
async function favorites(agent: Agent, howMany: number, settings: object = {}): Promise<Tracked[]> {
  const records = Array.from({ length: howMany }, () => product(`Bulky ${++serial}`, ['1.0', '1.5', '2.0']));
  await test.import(...records);
  const tracked: Tracked[] = [];
  for (const record of records) {
    const rows = await test.database.query<{ id: string; version: string; software_id: string }>(
      'SELECT v.id, v.version, v.software_id FROM version v JOIN software s ON s.id = v.software_id WHERE s.identity = ?',
      [`test:${record.identity.id}`],
    );
    const software = rows[0]!.software_id;
    tracked.push({
      id: await track(agent, software, settings),
      ...{ software, name: record.software.name },
      versions: Object.fromEntries(rows.map(({ id, version }) => [version, id])),
      release: (version) => test.import({ ...record, versions: [{ version }] }),
    });
  }
  return tracked;
}

/** A user with so many of them, by SQL. */
async function crowded(howMany: number): Promise<{ agent: Agent; name: string; ids: string[] }> {
  const name = `crowded ${++serial}`;
  const agent = await test.as(name);
  return { agent, name, ids: await trackAll(test, name, await importMany(test, howMany)) };
}

const idsOf = (tracked: Tracked[]) => tracked.map(({ id }) => id);
const bulk = async (agent: Agent, body: object) =>
  (await agent.post('/api/v1/favorite/bulk').send(body).expect(200)).body.data;
const undo = async (agent: Agent, id: string) =>
  (await agent.post(`/api/v1/favorite/bulk/${id}/undo`).expect(200)).body.data;
type Named = Pick<Tracked, 'id'>;
const shown = async (agent: Agent, { id }: Named) =>
  (await agent.get(`/api/v1/favorite/${id}?includeAvailableVersion`).expect(200)).body.data as Shown;
const policyOf = async (agent: Agent, { id }: Named) =>
  (await agent.get(`/api/v1/favorite/${id}/policy`).expect(200)).body.data;
const offered = async (agent: Agent, tracked: Named) =>
  (await shown(agent, tracked)).available_version?.version ?? null;

/** Columns of a favorite that single requests and bulk operations write, and that an undo restores. */
const rows = (ids: string[]) =>
  test.database.query<Record<string, unknown>>(
    `SELECT f.software_id, v.version, av.version AS available, kv.version AS known, nv.version AS notified, f.has_policy, f.wake_at,
       f.notes, f.notifications_enabled, f.use_default_notification, f.notify_always, f.created_at, f.due_at IS NULL AS rests, f.support, f.eol_on, f.alert_at IS NULL AS silent
     FROM favorite f JOIN version v ON v.id = f.version_id LEFT JOIN version av ON av.id = f.available_version_id
       LEFT JOIN version kv ON kv.id = f.known_version_id LEFT JOIN version nv ON nv.id = f.notified_version_id
     WHERE f.id IN (${ids.map(() => '?').join(', ')}) ORDER BY f.software_id`,
    ids,
  );

const UNTIL = '2030-01-01T00:00:00.000000Z';
const SUPPORT = { support_notice: [1], support_basis: 'active', supported_until: '2030-01-01' };
const POLICY = { series: '1', remind_every: '2d', ...SUPPORT };

describe('a change of many favorites', () => {
  it.each<[string, object, (agent: Agent, path: string) => { expect(status: number): PromiseLike<unknown> }]>([
    ['update', {}, (agent, path) => agent.post(`${path}/update-to-latest-version`)],
    ['mute', {}, (agent, path) => agent.patch(path).send({ notifications_enabled: false })],
    ['skip', {}, (agent, path) => agent.patch(`${path}/policy`).send({ skip: ['2.0'] })],
    ['snooze', { until: UNTIL }, (agent, path) => agent.patch(`${path}/policy`).send({ snoozed_until: UNTIL })],
    ['policy', { policy: POLICY }, (agent, path) => agent.patch(`${path}/policy`).send(POLICY)],
  ])('does what the request for one does: %s', async (action, more, single) => {
    const [agent, other] = [await newUser(test), await newUser(test)];
    const tracked = await favorites(agent, 2, { notify_always: true });
    const twins: string[] = [];
    for (const { software } of tracked) twins.push(await track(other, software, { notify_always: true }));
    // The single request does not skip what is on offer by now, and so the bulk operation is to skip 2.0.
    if (action !== 'skip') await tracked[0]!.release('2.1');
    await test.check();
    await bulk(agent, { action, ids: idsOf(tracked), ...more });
    for (const id of twins) await single(other, `/api/v1/favorite/${id}`).expect(200);
    const plain = (all: Record<string, unknown>[]) => all.map(({ created_at: _, ...row }) => row);
    expect(plain(await rows(idsOf(tracked)))).toEqual(plain(await rows(twins)));
    for (const [at, id] of twins.entries())
      expect(await policyOf(agent, tracked[at]!)).toEqual(await policyOf(other, { id }));
    const deliveries = (ids: string[]) =>
      test.database.query(
        `SELECT n.software_id, d.state FROM notification n JOIN delivery d ON d.notification_id = n.id
         WHERE n.favorite_id IN (?, ?) ORDER BY n.software_id`,
        ids,
      );
    await test.check();
    expect(await deliveries(idsOf(tracked))).toEqual(await deliveries(twins));
  });

  it('skips the version on offer, each its own, and undoes it', async () => {
    const agent = await newUser(test, null);
    const [one, other] = (await favorites(agent, 2)) as [Tracked, Tracked];
    await agent
      .patch(`/api/v1/favorite/${other.id}/policy`)
      .send({ skip: ['0.1'], series: '1' })
      .expect(200);
    const done = await bulk(agent, { action: 'skip', ids: [one.id, other.id] });
    expect(done).toMatchObject({ matched: 2, changed: 2 });
    expect([await offered(agent, one), await offered(agent, other)]).toEqual([null, null]);
    // Not where another one was skipped later.
    await agent.post(`/api/v1/favorite/${one.id}/skip`).send({ version: one.versions['1.5'] }).expect(200);
    const reason = [{ favorite: one.id, reason: 'changed' }];
    expect(await undo(agent, done.id)).toMatchObject({ restored: 1, skipped: reason });
    expect((await policyOf(agent, one)).skip).toEqual(['1.5', '2.0']);
    expect((await policyOf(agent, other)).skip).toEqual(['0.1']);
    expect([await offered(agent, one), await offered(agent, other)]).toEqual([null, '1.5']);
    const [later] = (await agent.get('/api/v1/history?per_page=1').expect(200)).body.data;
    await undo(agent, later.id);
    expect(await undo(agent, done.id)).toMatchObject({ restored: 1, skipped: [] });
    expect((await policyOf(agent, one)).skip).toEqual([]);
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
    // Its policy, too, was written since, although it says what it said.
    expect(await undo(agent, chosen.id)).toMatchObject({ restored: 1, skipped: reason });
    expect(await usesProfile()).toEqual([false, true, false]);
    await agent.patch(`/api/v1/favorite/${first.id}`).send({ use_default_notification: true }).expect(200);

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
    const policy = { skip: ['1.5', 'ü'], channels: [channel], series: '2', remind_every: '3d', ...SUPPORT };
    for (const { id } of tracked) await agent.patch(`/api/v1/favorite/${id}/policy`).send(policy).expect(200);
    await agent.patch(`/api/v1/favorite/${tracked[2]!.id}`).send({ version: '1.2-mine' }).expect(200);
    await tracked[0]!.release('2.1');
    await test.check();
    await test.deliver();
    const before = await rows(idsOf(tracked));
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
    expect(await rows(idsOf(tracked))).toEqual(remembered);
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
    await tracked[0]!.release('2.2');
    await test.check();
    expect(await test.deliver()).toMatchObject({ sent: 1 });
  });

  it('says of a deleted favorite why it does not come back', async () => {
    const agent = await newUser(test, null);
    const tracked = await favorites(agent, 2);
    const done = await bulk(agent, { action: 'delete', ids: idsOf(tracked) });
    await track(agent, tracked[0]!.software);
    expect(await undo(agent, done.id)).toMatchObject({
      restored: 1,
      skipped: [{ favorite: tracked[0]!.id, reason: 'tracked' }],
    });
    const { agent: full, name, ids } = await crowded(2);
    const gone = await bulk(full, { action: 'delete', ids });
    const [filler] = await trackAll(test, name, await importMany(test, LIMIT - 1));
    expect(await undo(full, gone.id)).toMatchObject({ restored: 1, skipped: [{ reason: 'limit' }] });
    // After room was made, the rest comes back as well.
    await full.delete(`/api/v1/favorite/${filler}`).expect(204);
    expect(await undo(full, gone.id)).toMatchObject({ restored: 1, skipped: [] });
  });

  it('revives a delivery that it cancelled', async () => {
    await test.check();
    await test.deliver();
    const agent = await newUser(test);
    const tracked = await favorites(agent, 1);
    await tracked[0]!.release('3.0');
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

describe('the selection', () => {
  const somebody = useAgent(() => newUser(test, null));

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
    await other.release('2.1');
    const versions = { [one.id]: one.versions['2.0'], [other.id]: other.versions['2.0'] };
    const done = await bulk(agent, { action: 'update', ids: [one.id, other.id], versions });
    expect(done).toMatchObject({
      changed: 1,
      failed: [{ favorite: other.id, problem: { type: '/docs/problems#conflict' } }],
    });
    expect(await offered(agent, other)).toBe('2.1');
  });

  const one = { action: 'mute', ids: [UNKNOWN_ID] };
  const all = { action: 'mute', filter: {}, expect: 0 };
  it.each<[string, object, string]>([
    ['nothing selected', { action: 'mute' }, 'ids'],
    ['both', { ...one, ...all }, 'ids'],
    ['no number', { ...all, expect: undefined }, 'expect'],
    ['exceptions of ids', { ...one, except: [] }, 'except'],
    ['an unknown action', { ...one, action: 'explode' }, 'action'],
    ['an unknown filter', { ...all, filter: { color: 'red' } }, 'filter.color'],
    ['a bad value', { ...all, filter: { update_available: 'maybe' } }, 'filter.update_available'],
    ['a value that is no text', { ...all, filter: { software: [['x']] } }, 'filter.software'],
    ['a page', { ...all, filter: { per_page: 3 } }, 'filter.per_page'],
    ['no end of a snooze', { ...one, action: 'snooze' }, 'until'],
    ['an end of nothing', { ...one, until: UNTIL }, 'until'],
    ['a bad end', { ...one, action: 'snooze', until: 'soon' }, 'until'],
    ['no policy', { ...one, action: 'policy' }, 'policy'],
    ['a bad policy', { ...one, action: 'policy', policy: { minimum_age_days: -1 } }, 'policy.minimum_age_days'],
    ['an unreadable one', { ...one, action: 'policy', policy: { remind_every: 'x' } }, 'policy.remind_every'],
    ['channels of nothing', { ...one, use_default_notification: true }, 'use_default_notification'],
    ['an id twice', { ...one, ids: [UNKNOWN_ID, UNKNOWN_ID] }, 'ids'],
    ['no id', { ...one, ids: ['x'] }, 'ids'],
    ['too many', { ...one, ids: Array.from({ length: 501 }, () => crypto.randomUUID()) }, 'ids'],
    ['versions that are none', { ...one, versions: { x: 'y' } }, 'versions'],
  ])('refuses %s', async (_what, body, field) => {
    const answer = await somebody.post('/api/v1/favorite/bulk').send(body);
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
    const one = (await agent.get(`/api/v1/favorite/bulk/${first.id}`).expect(200)).body.data;
    expect(one).toEqual({ ...body.data[1], operation: null, undo: null });
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

  it('goes with its user', async () => {
    const agent = await newUser(test, null);
    const tracked = await favorites(agent, 2);
    await agent.patch(`/api/v1/favorite/${tracked[0]!.id}/policy`).send({ skip: ['1.5'] });
    const { id } = await bulk(agent, { action: 'delete', ids: idsOf(tracked) });
    const rowsOf = () =>
      Promise.all(
        ['favorite_bulk WHERE id', 'favorite_bulk_item WHERE bulk_id', 'favorite_bulk_skip WHERE bulk_id'].map(
          (table) => count(test, `${table} = ?`, id),
        ),
      );
    expect(await rowsOf()).toEqual([1, 2, 1]);
    const [row] = await test.database.query<{ user_id: string }>('SELECT user_id FROM favorite_bulk WHERE id = ?', [
      id,
    ]);
    await test.app.get(UserRemoval).remove(row!.user_id);
    expect(await rowsOf()).toEqual([0, 0, 0]);
  });
});

describe('at the same time', () => {
  it('two undos restore each favorite once, and one may find nothing left', async () => {
    const { agent, ids } = await crowded(30);
    const done = await bulk(agent, { action: 'delete', ids });
    const path = `/api/v1/favorite/bulk/${done.id}/undo`;
    const answers = await Promise.all([agent.post(path), agent.post(path), agent.post(path)]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const restored = answers.map(({ body }) => (body.data?.restored as number | undefined) ?? 0);
    expect(restored.reduce((sum, one) => sum + one, 0)).toBe(30);
    expect(answers.every(({ status, body }) => status === 409 || body.data.skipped_total === 0)).toBe(true);
    expect((await agent.get('/api/v1/favorite?includeTotal').expect(200)).body.meta.total).toBe(30);
  });

  it('an undo ends the change that is still under way, and leaves nothing of it', async () => {
    const { agent, ids } = await crowded(FIRST_PAGE + 1);
    const runner = test.app.get(BulkRunner);
    const first = pauseBefore(runner, 'page');
    const answer = agent
      .post('/api/v1/favorite/bulk')
      .send({ action: 'mute', filter: {}, expect: ids.length })
      .then((it) => it);
    await first.reached;
    const second = pauseBefore(runner, 'page');
    first.goOn();
    await second.reached;
    const [row] = (await agent.get('/api/v1/favorite/bulk').expect(200)).body.data as [{ id: string; changed: number }];
    expect(row.changed).toBe(FIRST_PAGE);
    expect(await undo(agent, row.id)).toMatchObject({ restored: FIRST_PAGE, skipped: [] });
    second.goOn();
    expectProblem(await answer, 409, 'conflict');
    expect((await rows(ids)).every(({ notifications_enabled }) => Number(notifications_enabled) === 1)).toBe(true);
  });

  it('checks, changes and undos leave what one after the other leaves', async () => {
    const agent = await newUser(test);
    const tracked = await favorites(agent, 6);
    for (const one of tracked.slice(0, 2)) await one.release('2.1');
    const update = { action: 'update', ids: idsOf(tracked) };
    const [one, other] = await Promise.all([bulk(agent, update), bulk(agent, update), test.check()]);
    expect(one.changed + other.changed).toBe(6);
    const undone = await Promise.all(
      [one, other].filter(({ changed }) => changed > 0).map(({ id }) => undo(agent, id)),
    );
    expect(undone.reduce((sum, { restored }) => sum + restored, 0)).toBe(6);
    await test.check();
    const all = await Promise.all(tracked.map((favorite) => shown(agent, favorite)));
    expect(all.map(({ version, available_version }) => [version.version, available_version?.version])).toEqual(
      tracked.map((_one, at) => ['1.0', at < 2 ? '2.1' : '2.0']),
    );
  });
});

/** The long test kills the process there. */
it.each(['update', 'delete'])(
  'a change that is cut off between two transactions leaves what it did, and its undo, cut off too, the rest: %s',
  async (action) => {
    const { agent, ids } = await crowded(4 * FIRST_PAGE);
    /** @param times of calls that go on */
    const cutOff = async <Owner extends object>(
      [owner, method, times]: [Owner, keyof Owner & string, number],
      path: string,
      body: object,
    ) => {
      const stop = beforeCalls(owner, method, () => {
        if (times-- === 0) throw new Error('cut off');
      });
      expect((await agent.post(path).send(body)).status).toBe(500);
      stop();
    };
    const before = await rows(ids);
    const body = { action, filter: { update_available: true }, expect: ids.length };
    await cutOff([test.app.get(BulkRunner), 'page', 2], '/api/v1/favorite/bulk', body);
    const [{ id, changed }] = (await agent.get('/api/v1/favorite/bulk').expect(200)).body.data;
    expect(changed).toBeGreaterThan(FIRST_PAGE);
    expect(changed).toBeLessThan(ids.length);
    const isAsBefore = (row: Record<string, unknown>) => row.version === '1.0';
    expect((await rows(ids)).filter(isAsBefore)).toHaveLength(ids.length - changed);
    const path = `/api/v1/favorite/bulk/${id}/undo`;
    await cutOff([test.app.get(BulkRunner), 'page', 1], path, {});
    expect((await rows(ids)).filter(isAsBefore)).toHaveLength(ids.length - changed + FIRST_PAGE);
    expect(await undo(agent, id)).toMatchObject({ restored: changed - FIRST_PAGE, skipped: [] });
    expect(await rows(ids)).toEqual(before);
    expectProblem(await agent.post(path), 409, 'conflict');
    expect(await bulk(agent, body)).toMatchObject({ matched: ids.length, changed: ids.length, failed: [] });
  },
);
