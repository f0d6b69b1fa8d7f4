import { UpkeepService } from '../../../src/operations/upkeep/upkeep.service';
import { useApp } from '../../setup/app';
import { count, crowd, newUser, track, type Tracked } from '../../setup/tracking';

const DAY = 86_400;

describe('what is kept for a time only', () => {
  const test = useApp({ KEEP_NOTIFICATIONS: '30d' });

  const upkeep = () => test.app.get(UpkeepService).run();

  async function release(tracked: Tracked, version: string | object) {
    await tracked.release(version);
    await test.check();
    await test.deliver();
  }

  /** Makes the notifications of a version, or all of them, as old as this. */
  async function age(tracked: Tracked, days: number, version = '%') {
    const { dialect } = test.database;
    await test.database.execute(
      `UPDATE notification SET created_at = ${dialect.nowPlus} WHERE favorite_id = ? AND version_id IN
         (SELECT id FROM version WHERE software_id = ? AND version LIKE ?)`,
      [-days * DAY, tracked.id, tracked.software, version],
    );
  }

  const versionsOf = async (tracked: Tracked) =>
    (await tracked.notifications()).map(({ version }) => version.version).sort();

  it('is removed when it is older, with deliveries and attempts, but for what a favorite was told last', async () => {
    const tracked = await track(test, await newUser(test), '1.0');
    for (const version of ['1.1', '1.2', '1.3']) await release(tracked, version);
    await age(tracked, 31);
    await age(tracked, 29, '1.2');
    expect(await upkeep()).toMatchObject({ notifications: 1 });
    expect(await versionsOf(tracked)).toEqual(['1.2', '1.3']);
    await age(tracked, 31);
    expect(await upkeep()).toMatchObject({ notifications: 1 });
    expect(await versionsOf(tracked)).toEqual(['1.3']);
    expect(await count(test, 'delivery')).toBe(1);
    // Nothing is told anew.
    await test.database.execute(`UPDATE favorite SET evaluate_at = ${test.database.dialect.now}`);
    expect((await test.check()).notified).toBe(0);
    expect(await tracked.favorite()).toMatchObject({ update_available: true, notified_version: { version: '1.3' } });
  });

  it('is not told once more when an older version is on offer again', async () => {
    const tracked = await track(test, await newUser(test), '2.0');
    for (const version of ['2.1', '2.2']) await release(tracked, version);
    await age(tracked, 31);
    expect(await upkeep()).toMatchObject({ notifications: 1 });
    await release(tracked, { version: '2.2', removed_at: '2026-05-01T10:00:00Z' });
    expect(await tracked.favorite()).toMatchObject({ update_available: true });
    expect(await versionsOf(tracked)).toEqual(['2.2']);
    await release(tracked, '2.3');
    expect(await versionsOf(tracked)).toEqual(['2.2', '2.3']);
  });

  it('is removed when it is an alert, which is about no version', async () => {
    const tracked = await track(test, await newUser(test), '1.0');
    const { nowPlus, uuid } = test.database.dialect;
    await test.database.execute(
      `INSERT INTO notification (id, user_id, favorite_id, software_id, tracked_version_id, state, kind, subject, created_at)
       SELECT ${uuid}, user_id, id, software_id, version_id, 'sent', 'support.ended', 'support:own:2026-01-01:0', ${nowPlus}
       FROM favorite WHERE id = ?`,
      [-31 * DAY, tracked.id],
    );
    expect(await tracked.notifications()).toHaveLength(1);
    await upkeep();
    expect(await tracked.notifications()).toEqual([]);
  });

  it('stays while it is under way', async () => {
    const tracked = await track(test, await newUser(test), '3.0');
    await tracked.release('3.1');
    await test.check();
    await tracked.change({ version: '3.1' });
    await age(tracked, 400);
    await upkeep();
    expect(await versionsOf(tracked)).toEqual(['3.1']);
  });

  it('of reminders goes after two weeks, and its version is not told anew', async () => {
    const tracked = await track(test, await newUser(test), '5.0', ['5.0'], { notify_always: true });
    await release(tracked, '5.1');
    const remind = async () => {
      await test.database.execute(`UPDATE favorite SET due_at = created_at WHERE id = ?`, [tracked.id]);
      await test.check();
      await test.deliver();
    };
    for (let number = 0; number < 2; number++) await remind();
    await age(tracked, 13);
    await upkeep();
    expect(await versionsOf(tracked)).toHaveLength(3);
    // As the clock goes on, what was looked at is not looked at again.
    await test.database.execute("DELETE FROM upkeep WHERE name = 'reminders'");
    await age(tracked, 15);
    expect(await upkeep()).toMatchObject({ notifications: 2 });
    expect(await versionsOf(tracked)).toEqual(['5.1']);
    await test.database.execute(`UPDATE favorite SET evaluate_at = ${test.database.dialect.now}`);
    expect((await test.check()).notified).toBe(0);
    await remind();
    expect(await versionsOf(tracked)).toEqual(['5.1', '5.1']);
  });

  it('is removed page by page, however much there is', async () => {
    const tracked = await track(test, await newUser(test), '6.0');
    // More than two pages, which have 200.
    await crowd(test, tracked, 201);
    for (const version of ['6.1', '6.2']) await release(tracked, version);
    const { dialect } = test.database;
    // The copies of its channel do not open: what they were to send is made to be over.
    await test.database.execute(`UPDATE delivery SET state = 'sent', next_at = NULL`);
    await test.database.execute(
      `UPDATE notification SET state = 'sent', created_at = ${dialect.nowPlus} WHERE software_id = ?`,
      [-31 * DAY, tracked.software],
    );
    const all = `notification WHERE software_id = '${tracked.software}'`;
    expect(await count(test, all)).toBe(404);
    expect(await upkeep()).toMatchObject({ notifications: 202 });
    expect(await count(test, all)).toBe(202);
    expect(await upkeep()).toMatchObject({ notifications: 0 });
  });

  it('is looked after by one replica an hour', async () => {
    const service = test.app.get(UpkeepService);
    const { signal } = new AbortController();
    const passes = await Promise.all([1, 2, 3].map(() => service.runIfDue(signal)));
    expect(passes.filter((pass) => pass !== null)).toHaveLength(1);
    expect(await service.runIfDue(signal)).toBeNull();
    await test.database.execute(`UPDATE upkeep SET next_at = ${test.database.dialect.now}`);
    expect(await service.runIfDue(signal)).not.toBeNull();
  });

  it('of limits is what ended an hour ago', async () => {
    if (test.database.dialect.embedded) return;
    const now = Date.now();
    for (const [key, expire] of Object.entries({
      'token:a': now - 2 * 3_600_000,
      'token:b': now,
      'token:c': now + 60_000,
    }))
      await test.database.execute('INSERT INTO rate_limit VALUES (?, 1, ?)', [key, expire]);
    expect(await upkeep()).toMatchObject({ rate_limits: 1 });
    expect(await count(test, 'rate_limit')).toBe(2);
  });
});
