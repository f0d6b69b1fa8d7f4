import { BulkRunner } from '../../src/favorite/bulk/bulk-runner';
import { BulkRunRepository } from '../../src/favorite/bulk/bulk-run.repository';
import { BulkWriter } from '../../src/favorite/bulk/bulk-writer';
import { UserRemoval } from '../../src/operations/upkeep/user-removal';
import { expectProblem, UNKNOWN_ID } from '../setup/api';
import { useApp } from '../setup/app';
import { eventually } from '../setup/eventually';
import { beforeCalls, pauseBefore } from '../setup/named-points';
import type { Agent } from '../setup/tracking';
import { importMany, trackAll } from './many';

/** More than a request changes at once. */
const MANY = 2_001;
/** That the first transaction takes. */
const FIRST_PAGE = 40;
const test = useApp({ WORKER: 'true', CHECK_EVERY: '1d' });

let serial = 0;

async function crowded(howMany: number): Promise<{ agent: Agent; name: string; ids: string[] }> {
  const name = `crowded ${++serial}`;
  const agent = await test.as(name);
  return { agent, name, ids: await trackAll(test, name, await importMany(test, howMany)) };
}

const BULK = '/api/v1/favorite/bulk';
/** With a key, which works in the background however few there are. */
const begin = async (agent: Agent, body: object) =>
  (await agent.post(BULK).set('Idempotency-Key', `key-${++serial}`).send(body).expect(202)).body.data as { id: string };
const outcome = async (agent: Agent, { id }: { id: string }) =>
  (await agent.get(`${BULK}/${id}`).expect(200)).body.data;
const ended = (agent: Agent, one: { id: string }) =>
  eventually(async () => (await outcome(agent, one)).state === 'done', 60_000);
const countOf = async (text: string, parameters: string[]) =>
  test.database.count({ text: `SELECT COUNT(*) AS total FROM ${text}`, parameters });
const audited = (name: string, action: string) =>
  test.database.query<{ times: number | string }>(
    `SELECT COUNT(*) AS times FROM audit_entry a JOIN user u ON u.id = a.user_id WHERE u.name = ? AND a.action = ? GROUP BY a.resource_id`,
    [name, action],
  );
const muted = (name: string) =>
  countOf('favorite f JOIN user u ON u.id = f.user_id WHERE u.name = ? AND f.notifications_enabled = 0', [name]);
/** As time does. */
const expire = () =>
  test.database.execute(
    `UPDATE favorite_bulk_run SET next_at = ${test.database.dialect.now} WHERE next_at IS NOT NULL`,
  );

it('changes and restores what is too much for a request after its answer, each favorite once', async () => {
  const { agent, name, ids } = await crowded(MANY);
  const body = { action: 'mute', filter: {}, expect: MANY };
  const { status, body: answer } = await agent.post(BULK).send(body);
  expect(status).toBe(202);
  const { id } = answer.data;
  expect(answer.data).toMatchObject({ state: 'running', action: 'mute', matched: MANY, failed_total: 0, failed: [] });
  const seen: number[] = [];
  await eventually(async () => {
    const { state, changed, operation } = await outcome(agent, { id });
    expect(operation).toMatchObject({ id, state, matched: MANY, done: changed, changed });
    seen.push(changed);
    return state === 'done';
  }, 60_000);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBe(MANY);
  expect(await muted(name)).toBe(MANY);
  const times = await audited(name, 'favorite.updated');
  expect(times).toHaveLength(MANY);
  expect(times.every((row) => Number(row.times) === 1)).toBe(true);
  expect(await countOf('favorite_bulk_item WHERE bulk_id = ?', [id])).toBe(MANY);
  expect(await countOf('favorite_bulk_part WHERE bulk_id = ?', [id])).toBe(0);

  // One was changed since.
  await agent.patch(`/api/v1/favorite/${ids[7]}`).send({ notifications_enabled: true }).expect(200);
  const undo = `${BULK}/${id}/undo`;
  const undone = await agent.post(undo);
  expect(undone.status).toBe(202);
  expect(undone.body.data).toMatchObject({ id, state: 'running', matched: MANY });
  expect([200, 202]).toContain((await agent.post(undo)).status);
  await ended(agent, { id });
  expect(await outcome(agent, { id })).toMatchObject({
    ...{ state: 'done', operation: null },
    undo: { matched: MANY, restored: MANY - 1, skipped_total: 1, skipped: [{ favorite: ids[7], reason: 'changed' }] },
  });
  expect(await muted(name)).toBe(0);
  expect((await agent.post(undo).expect(200)).body.data).toMatchObject({
    state: 'done',
    restored: 0,
    skipped_total: 1,
  });
}, 180_000);

it('keeps the answer to a key, names what failed, and takes one operation after the other', async () => {
  const { agent, name, ids } = await crowded(3);
  const body = { action: 'mute', ids: [...ids, UNKNOWN_ID] };
  const first = await agent.post(BULK).set('Idempotency-Key', 'once').send(body).expect(202);
  const again = await agent.post(BULK).set('Idempotency-Key', 'once').send(body).expect(202);
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  const last = await begin(agent, { action: 'unmute', ids });
  await ended(agent, last);
  expect((await outcome(agent, first.body.data)).operation).toMatchObject({
    ...{ state: 'done', matched: 4, done: 4, changed: 3, failed_total: 1 },
    failed: [{ favorite: UNKNOWN_ID, problem: { type: '/docs/problems#not-found' } }],
  });
  expect((await outcome(agent, last)).operation).toMatchObject({ changed: 3, failed: [] });
  expect(await muted(name)).toBe(0);
  expect((await agent.get(BULK).expect(200)).body.data).toHaveLength(2);
  const nothing = { action: 'mute', filter: { update_available: false }, expect: 0 };
  const none = await agent.post(BULK).set('Idempotency-Key', 'none').send(nothing).expect(200);
  expect(none.body.data).toMatchObject({ state: 'done', matched: 0, done: 0, changed: 0 });
});

it('goes on after an interruption where it stood', async () => {
  const { agent, name, ids } = await crowded(3 * FIRST_PAGE);
  let calls = 0;
  const stop = beforeCalls(test.app.get(BulkWriter), 'changePage', () => {
    if (++calls === 2) throw new Error('cut off');
  });
  const one = await begin(agent, { action: 'mute', filter: {}, expect: ids.length });
  await eventually(() => calls === 2);
  expect((await outcome(agent, one)).operation).toMatchObject({
    state: 'running',
    done: FIRST_PAGE,
    changed: FIRST_PAGE,
  });
  stop();
  await expire();
  await ended(agent, one);
  expect((await outcome(agent, one)).operation).toMatchObject({ done: ids.length, changed: ids.length });
  const times = await audited(name, 'favorite.updated');
  expect(times.map((row) => Number(row.times))).toEqual(ids.map(() => 1));
});

it('two that believe to have the claim change each favorite once', async () => {
  const { agent, name, ids } = await crowded(4 * FIRST_PAGE);
  const claim = pauseBefore(test.app.get(BulkRunRepository), 'claim');
  const one = await begin(agent, { action: 'mute', filter: {}, expect: ids.length });
  await claim.reached;
  const runs = test.app.get(BulkRunRepository);
  const task = (await runs.claim())!;
  expect(task.id).toBe(one.id);
  await expire();
  claim.goOn();
  const runner = test.app.get(BulkRunner);
  while (await runner.nextPage(task, 7)) expect(await muted(name)).toBeLessThanOrEqual(ids.length);
  await ended(agent, one);
  const times = await audited(name, 'favorite.updated');
  expect(times.map((row) => Number(row.times))).toEqual(ids.map(() => 1));
  expect((await outcome(agent, one)).operation).toMatchObject({ done: ids.length, changed: ids.length });
});

it('its undo ends it', async () => {
  const { agent, name, ids } = await crowded(2 * FIRST_PAGE);
  const runner = test.app.get(BulkRunner);
  const first = pauseBefore(runner, 'nextPage');
  const one = await begin(agent, { action: 'mute', filter: {}, expect: ids.length });
  await first.reached;
  const second = pauseBefore(runner, 'nextPage');
  first.goOn();
  await second.reached;
  expect((await outcome(agent, one)).changed).toBe(FIRST_PAGE);
  const { body } = await agent.post(`${BULK}/${one.id}/undo`).expect(200);
  expect(body.data).toMatchObject({ state: 'done', restored: FIRST_PAGE, skipped: [] });
  second.goOn();
  await ended(agent, one);
  expect(await muted(name)).toBe(0);
  expectProblem(await agent.post(`${BULK}/${one.id}/undo`), 409, 'conflict');
});

it('ends where a replica of a former version has undone it', async () => {
  const { agent, ids } = await crowded(FIRST_PAGE);
  const claim = pauseBefore(test.app.get(BulkRunRepository), 'claim');
  const one = await begin(agent, { action: 'mute', filter: {}, expect: ids.length });
  await claim.reached;
  const { now } = test.database.dialect;
  await test.database.execute(`UPDATE favorite_bulk SET undone_at = ${now} WHERE id = ?`, [one.id]);
  claim.goOn();
  await ended(agent, one);
  expect(await outcome(agent, one)).toMatchObject({ changed: 0, operation: null, undo: null });
});

it('rests while its user is disabled, and goes with them', async () => {
  const { agent, name, ids } = await crowded(FIRST_PAGE);
  const claim = pauseBefore(test.app.get(BulkRunRepository), 'claim');
  const one = await begin(agent, { action: 'mute', filter: {}, expect: ids.length });
  await claim.reached;
  const [user] = await test.database.query<{ id: string }>('SELECT id FROM user WHERE name = ?', [name]);
  await test.app.get(UserRemoval).disable(user!.id);
  claim.goOn();
  expect(await test.app.get(BulkRunRepository).claim()).toBeNull();
  await test.app.get(UserRemoval).remove(user!.id);
  expect(await countOf('favorite_bulk_run WHERE bulk_id = ?', [one.id])).toBe(0);
  expect(await countOf('favorite_bulk_part WHERE bulk_id = ?', [one.id])).toBe(0);
});
