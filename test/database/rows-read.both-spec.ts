import { DataSource } from 'typeorm';
import { orderingFor } from 'version-order';
import { newId } from '../../src/common/ids';
import { insertRows } from '../../src/database/rows';
import { DeliveryService } from '../../src/notification/delivery/delivery.service';
import { SourceHostRepository } from '../../src/source/polling/source-host.repository';
import { claim } from '../notification/delivery/case-world';
import { useApp } from '../setup/app';
import { SERVER_URL } from '../setup/database';
import { rowsRead } from '../setup/rows-read';
import { crowd, newUser, track, type Tracked } from '../setup/tracking';

const MANY = 6_000;
/** Rows and index entries that one statement may read: some for each row that it is about, far fewer than there are favorites for each. */
const FOR_A_PAGE = 5_000;
const FOR_A_CLAIM = 1_300;
/** Which series are in use, and where the parts meet. */
const ONCE_FOR_ALL_PAGES = /DISTINCT p\.series|COUNT\(\*\) AS total FROM favorite|OFFSET/;
const CLAIMED = 64;
const LONG_AGO = '2020-01-01 00:00:00.000000';

/**
 * A server chooses a plan by statistics that may be out of date: just after many rows were written they may say that there are none,
 * and in a small database that it is as good to begin anywhere. Whatever they say, a statement is to read the rows that it is about.
 */
(SERVER_URL ? describe : describe.skip).each([
  ['of when there was nothing', true],
  ['of now', false],
])('with the statistics %s', (_which, stale) => {
  const test = useApp();
  let tracked: Tracked;

  const run = (statement: string) => test.app.get(DataSource).query(statement) as Promise<unknown>;

  async function forEveryTable(statement: (table: string) => string): Promise<void> {
    const tables = (await run(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND engine = 'InnoDB'`,
    )) as { name: string }[];
    for (const { name } of tables) await run(statement(name));
  }

  /** Versions that are higher than all others, as so many users may have them. */
  async function addOwnVersions(software: string, many: number): Promise<void> {
    const columns = ['id', 'software_id', 'version', 'version_key', 'release_rank', 'created_at', 'added_at', 'hidden'];
    const rows = Array.from({ length: many }, (_, n) => {
      const label = `1.${n + 1}`;
      const { key } = orderingFor({ scheme: 'generic' }).read(label);
      return [newId(), software, label, key, 0, LONG_AGO, LONG_AGO, 1];
    });
    await insertRows(test.database, 'version', columns, rows);
  }

  async function readsAtMost(limit: number, work: () => Promise<unknown>, except?: RegExp): Promise<void> {
    const readings = await rowsRead(test, work);
    expect(readings.length).toBeGreaterThan(1);
    const many = readings.filter(({ statement, most }) => most > limit && !except?.test(statement));
    expect(many).toEqual([]);
  }

  beforeAll(async () => {
    tracked = await track(test, await newUser(test), '1.0');
    if (stale) {
      await forEveryTable((table) => `ANALYZE TABLE ${table}`);
      await forEveryTable((table) => `ALTER TABLE ${table} STATS_AUTO_RECALC = 0`);
    }
    await crowd(test, tracked, MANY - 1);
    await run(`INSERT INTO favorite_policy (favorite_id, snoozed_until)
      SELECT id, '${LONG_AGO}' FROM favorite WHERE id LIKE '%0'`);
    await run(`UPDATE favorite SET has_policy = 1 WHERE id LIKE '%0'`);
    await run(`INSERT INTO favorite_channel (favorite_id, channel_id)
      SELECT f.id, c.id FROM favorite f JOIN channel c ON c.user_id = f.user_id WHERE f.id LIKE '%1'`);
    await run(`UPDATE favorite SET use_default_notification = 0, notify_always = 1 WHERE id LIKE '%1'`);
    await run(`UPDATE channel SET digest = '{"every":"daily","hour":9}' WHERE user_id LIKE '%2'`);
    if (!stale) await forEveryTable((table) => `ANALYZE TABLE ${table}`);
  });

  it('a check reads its pages, and nobody else', async () => {
    for (const version of ['2.0', '3.0']) {
      await tracked.release(version);
      await readsAtMost(FOR_A_PAGE, async () => expect((await test.check()).notified).toBe(MANY), ONCE_FOR_ALL_PAGES);
    }
  });

  it('reminders and policies that are due are read in pages', async () => {
    await run(`UPDATE favorite SET due_at = '${LONG_AGO}' WHERE id LIKE '%1'`);
    await readsAtMost(FOR_A_PAGE, async () => expect((await test.check()).notified).toBeGreaterThan(100));
    await run(`UPDATE favorite SET evaluate_at = '${LONG_AGO}'`);
    await readsAtMost(FOR_A_PAGE, async () => expect((await test.check()).favorites).toBe(MANY));
  });

  it('the look of each second reads no more than the first that is due', async () => {
    const { deliveries, messages } = test.app.get(DeliveryService).conditions();
    const conditions = [deliveries, messages, test.app.get(SourceHostRepository).anyDue()];
    await readsAtMost(100, async () => {
      for (const condition of conditions) await test.database.query(`SELECT (${condition}) AS due`);
    });
  });

  it('a claim reads what it claims', async () => {
    for (let round = 0; round < 3; round++)
      await readsAtMost(FOR_A_CLAIM, async () => expect(await claim(test, CLAIMED)).toHaveLength(CLAIMED));
  });

  it('what is sent, and what is given up, reads its own', async () => {
    const [{ id }] = (await tracked.agent.get('/api/v1/channel').expect(200)).body.data as [{ id: string }];
    await run(`UPDATE delivery SET next_at = NULL, state = 'cancelled', collect_at = NULL WHERE channel_id <> '${id}'`);
    // A digest with a member that is left out: its version was skipped since.
    await run(
      `UPDATE delivery SET next_at = NULL, collect_at = '${LONG_AGO}', claim_id = NULL WHERE channel_id = '${id}'`,
    );
    await run(`INSERT INTO favorite_skip (favorite_id, version) VALUES ('${tracked.id}', '2.0')`);
    await readsAtMost(FOR_A_CLAIM, async () =>
      expect(await test.deliver()).toMatchObject({ sent: 1, cancelled: expect.any(Number) }),
    );
    await run(
      `UPDATE delivery SET state = 'queued', next_at = '2999-01-01 00:00:00.000000' WHERE channel_id = '${id}'`,
    );
    await run(`UPDATE notification SET state = 'pending' WHERE favorite_id = '${tracked.id}'`);
    await readsAtMost(FOR_A_CLAIM, () =>
      tracked.agent.patch(`/api/v1/channel/${id}`).send({ enabled: false }).expect(200),
    );
    expect((await tracked.notifications()).map(({ state }) => state)).not.toContain('pending');
  });

  it('nobody reads the own versions of others', async () => {
    await addOwnVersions(tracked.software, MANY);
    const { agent, software, id } = tracked;
    const versions = `/api/v1/software/${software}/versions?per_page=50`;
    await agent.put(`/api/v1/favorite/${id}/policy`).send({ series: '1', minimum_age_days: 1 }).expect(200);
    await readsAtMost(FOR_A_CLAIM, async () => {
      for (const query of ['', '&page=2', '&sort=created_at', '&version[gt]=1.0', '&includeTotal'])
        await agent.get(versions + query).expect(200);
      await agent.get(`/api/v1/software/${software}?includeVersions`).expect(200);
      await agent.patch(`/api/v1/favorite/${id}`).send({ notifications_enabled: true }).expect(200);
    });
  });

  it('a page of the log reads its rows, however many there are and however deep it is', async () => {
    const { agent, id } = await track(test, await newUser(test), '1.0');
    const { body } = await agent.get('/api/v1/channel').expect(200);
    const channel = (body.data as { id: string }[])[0]!.id;
    await run(`INSERT INTO notification (id, user_id, favorite_id, software_id, tracked_version_id, state, kind, subject, created_at)
      SELECT UUID(), f.user_id, f.id, f.software_id, f.version_id, CASE WHEN o.id LIKE '%0' THEN 'failed' ELSE 'sent' END, 'support.ended', o.id,
        TIMESTAMPADD(SECOND, -ROW_NUMBER() OVER (ORDER BY o.id), '2026-06-01') FROM favorite f CROSS JOIN favorite o WHERE f.id = '${id}'`);
    await run(`INSERT INTO delivery (id, notification_id, channel_id, type, state, attempts, expires_at, created_at, updated_at)
      SELECT UUID(), id, '${channel}', 'log', state, 1, created_at, created_at, created_at FROM notification WHERE favorite_id = '${id}'`);
    const middle = '2026-05-31T23:35:00Z';
    for (const filter of ['', '&state=sent', `&channel=${channel}`, `&channel=${channel}&state=sent`]) {
      const list = `/api/v1/notification?per_page=50${filter}`;
      await readsAtMost(FOR_A_CLAIM, async () => {
        await agent.get(list).expect(200);
        const deep = await agent.get(`${list}&created_at[lt]=${middle}`).expect(200);
        const next = await agent.get(`${list}&cursor=${deep.body.meta.next_cursor}`).expect(200);
        const shown = (next.body.data as { created_at: string }[]).map((one) => one.created_at);
        expect(shown).toHaveLength(50);
        expect(shown[0]! < deep.body.data[49].created_at).toBe(true);
      });
    }
  });
});
