import type { Sql } from '../../src/database/database';
import { EvaluationRepository } from '../../src/favorite/store/evaluation.repository';
import type { LockedFavorites } from '../../src/favorite/store/favorite-scope';
import { EvaluationService } from '../../src/favorite/store/evaluation.service';
import { PAGE } from '../../src/update-check/page-evaluator';
import { importMany, trackAll } from '../favorite/many';
import { useAgent, useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { onServerDatabase } from '../setup/process';
import { atScale } from '../setup/scale';
import { beforeCalls, pauseBefore } from '../setup/named-points';
import { type Agent, count, crowd, newUser, track, type Tracked, trackRecord } from '../setup/tracking';

const NOTHING = { software: 0, favorites: 0, flagged: 0, notified: 0 };
const LONG_AGO = '2001-01-01 00:00:00.000000';
const IN_AN_HOUR = '2999-01-01 00:00:00.000000';
const onServer = onServerDatabase ? it : it.skip;

describe('the update check', () => {
  const test = useApp();
  const ada = useAgent(() => newUser(test));

  describe('flags', () => {
    it.each<[string, string[], (string | object)[], boolean]>([
      ['a higher version', ['1.9'], ['1.10'], true],
      ['a lower version', ['1.9'], ['1.8'], false],
      ['an equal version with another label', ['1.9'], ['v1.9'], false],
      ['a pre-release', ['1.9'], ['2.0-rc1'], false],
      ['what its source calls a pre-release', ['1.9'], [{ version: '2.0', prerelease: true }], false],
      ['a pre-release where there is nothing else', ['2.0-beta1'], ['2.0-beta2'], true],
      ['a release after a pre-release of it', ['2.0-rc1'], ['2.0'], true],
      ['a release before the pre-release in use', ['2.0-rc1'], ['1.9'], false],
      [
        'a version that was withdrawn before it was seen',
        ['1.9'],
        [{ version: '2.0', removed_at: '2026-01-01' }],
        false,
      ],
    ])('%s as it should', async (_what, before, after, expected) => {
      const tracked = await track(test, ada, before[0]!, before);
      await tracked.release(...after);
      await test.check();
      expect(await tracked.favorite()).toMatchObject({ update_available: expected });
      expect(await tracked.notifications()).toHaveLength(expected ? 1 : 0);
    });

    it('a favorite when it is made, moved and moved back, without a check', async () => {
      const tracked = await track(test, ada, '1.0', ['1.0', '2.0', '3.0']);
      expect(await tracked.favorite()).toMatchObject({ update_available: true });
      expect(await tracked.change({ version: '3.0' })).toMatchObject({ update_available: false });
      expect(await tracked.change({ version: '2.0' })).toMatchObject({ update_available: true });
      expect(await test.check()).toEqual(NOTHING);
      expect(await tracked.notifications()).toEqual([]);
    });

    it('not any more when the version is withdrawn, and again when it comes back, without telling twice', async () => {
      const tracked = await track(test, ada, '1.0');
      await tracked.release('2.0');
      expect(await test.check()).toEqual({ software: 1, favorites: 1, flagged: 1, notified: 1 });
      await tracked.release({ version: '2.0', removed_at: '2026-01-01' });
      expect(await test.check()).toEqual({ software: 1, favorites: 1, flagged: 1, notified: 0 });
      expect(await tracked.favorite()).toMatchObject({ update_available: false });
      await tracked.release('2.0');
      expect(await test.check()).toEqual({ software: 1, favorites: 1, flagged: 1, notified: 0 });
      expect(await tracked.favorite()).toMatchObject({ update_available: true });
      expect(await tracked.notifications()).toHaveLength(1);
    });

    it('the next lower one when the highest is withdrawn, and nothing when every version is', async () => {
      const tracked = await track(test, ada, '1.0');
      await tracked.release('1.1', '1.2');
      await test.check();
      const removed_at = '2026-01-01';
      await tracked.release({ version: '1.2', removed_at });
      await test.check();
      expect(await tracked.favorite()).toMatchObject({ update_available: true });
      await tracked.release({ version: '1.0', removed_at }, { version: '1.1', removed_at });
      await test.check();
      expect(await tracked.favorite()).toMatchObject({ update_available: false, version: { version: '1.0' } });
    });
  });

  describe('notifies', () => {
    it('of each new latest version once, however many checks there are, and of the highest when several came at once', async () => {
      const tracked = await track(test, ada, '1.0');
      await tracked.release('1.1');
      expect((await test.check()).notified).toBe(1);
      for (let pass = 0; pass < 2; pass++) expect(await test.check()).toEqual(NOTHING);
      await tracked.release('1.0.5', 'v1.1');
      expect(await test.check()).toMatchObject({ software: 1, favorites: 1, notified: 0 });
      await tracked.release('1.2');
      await tracked.release('1.4', '1.3');
      expect((await test.check()).notified).toBe(1);
      expect(await tracked.notifications()).toMatchObject([
        { version: { version: '1.4' }, state: 'pending' },
        { version: { version: '1.1' }, state: 'pending' },
      ]);
    });

    it('nobody who began to track it after the version had come, and flags it', async () => {
      const early = await track(test, ada, '1.0');
      await early.release('2.0');
      // Before the check has seen the version, and after it.
      const late = await trackRecord(test, await newUser(test), early.record, '1.0');
      expect(await late.favorite()).toMatchObject({ update_available: true });
      expect((await test.check()).notified).toBe(1);
      const later = await trackRecord(test, await newUser(test), early.record, '1.0');
      await early.release('0.9');
      expect(await test.check()).toMatchObject({ favorites: 3, notified: 0 });
      for (const one of [late, later]) {
        expect(await one.favorite()).toMatchObject({ update_available: true, notified_version: null });
        expect(await one.notifications()).toEqual([]);
      }
      await early.release('3.0');
      expect((await test.check()).notified).toBe(3);
    });

    it('nobody of what was known when the version in use was changed', async () => {
      const tracked = await track(test, ada, '2.0', ['1.0', '2.0']);
      await tracked.change({ version: '1.0' });
      await tracked.release('0.9');
      expect((await test.check()).notified).toBe(0);
      await tracked.release('2.1');
      expect((await test.check()).notified).toBe(1);
    });

    it('through every default channel that is switched on, and through no other', async () => {
      const user = await newUser(test, null);
      const log = { type: 'log', settings: {} };
      const ids: string[] = [];
      for (const channel of [{}, {}, { is_default: false }, { enabled: false }]) {
        const sent = user.post('/api/v1/channel').send({ ...log, name: 'x', ...channel });
        ids.push((await sent.expect(201)).body.data.id as string);
      }
      const tracked = await track(test, user, '1.0');
      await tracked.release('2.0');
      await test.check();
      const [notification] = await tracked.notifications();
      expect(notification!.deliveries.map(({ channel }) => channel).sort()).toEqual(ids.slice(0, 2).sort());
    });

    it.each<[string, (user: Agent) => Promise<unknown>, object]>([
      ['whose favorite has them switched off', async () => undefined, { notifications_enabled: false }],
      [
        'whose profile has them switched off',
        (user) => user.patch('/api/v1/profile').send({ notifications_enabled: false }).expect(200),
        {},
      ],
      [
        'whose favorite wants its own channels and names none',
        async () => undefined,
        { use_default_notification: false },
      ],
    ])('nobody %s, and queues nothing, but flags', async (_who, prepare, settings) => {
      const user = await newUser(test);
      await prepare(user);
      const tracked = await track(test, user, '1.0', ['1.0'], settings);
      await tracked.release('2.0');
      expect(await test.check()).toEqual({ software: 1, favorites: 1, flagged: 1, notified: 0 });
      expect(await tracked.favorite()).toMatchObject({ update_available: true, notified_version: null });
      expect(await count(test, 'notification WHERE favorite_id = ?', tracked.id)).toBe(0);
    });

    it('nobody without a channel', async () => {
      const tracked = await track(test, await newUser(test, null), '1.0');
      await tracked.release('2.0');
      expect(await test.check()).toMatchObject({ flagged: 1, notified: 0 });
      expect(await tracked.notifications()).toEqual([]);
    });
  });

  describe('reads', () => {
    it('favorites of software that changed only', async () => {
      const quiet = await track(test, ada, '1.0');
      const loud = await track(test, ada, '1.0');
      expect(await test.check()).toEqual(NOTHING);
      await loud.release('2.0');
      expect(await test.check()).toMatchObject({ software: 1, favorites: 1 });
      await quiet.release('1.0');
      expect(await test.check()).toEqual(NOTHING);
    });

    it('nothing of software that nobody has, or has any more', async () => {
      const record = product('Nobody has it', ['1.0']);
      await test.import(record);
      await test.import({ ...record, versions: [{ version: '2.0' }] });
      expect(await count(test, 'update_mark')).toBe(0);
      expect(await test.check()).toEqual(NOTHING);
      const given = await track(test, ada, '1.0');
      await given.release('2.0');
      await ada.delete(`/api/v1/favorite/${given.id}`).expect(204);
      expect(await test.check()).toEqual({ ...NOTHING, software: 1 });
      expect(await count(test, 'update_mark')).toBe(0);
    });

    it('all of many favorites, page by page', async () => {
      const tracked = await track(test, ada, '1.0');
      const many = atScale(PAGE + 60, 1_235);
      await crowd(test, tracked, many - 1);
      await tracked.release('2.0');
      expect(await test.check()).toEqual({ software: 1, favorites: many, flagged: many, notified: many });
      const of = 'favorite f WHERE f.software_id = ?';
      expect(await count(test, `${of} AND f.update_available = 1`, tracked.software)).toBe(many);
      const told = `${of} AND 1 = (SELECT COUNT(*) FROM notification n JOIN delivery d ON d.notification_id = n.id
        WHERE n.favorite_id = f.id)`;
      expect(await count(test, told, tracked.software)).toBe(many);
      expect(await test.check()).toEqual(NOTHING);
    });

    it('more than a hundred products in one pass, of which some have many favorites', async () => {
      const user = 'of 130';
      const agent = await test.as(user);
      await agent.post('/api/v1/channel').send({ type: 'log', name: 'log', settings: {} }).expect(201);
      const records = await importMany(test, 130, ['1.0']);
      const ids = await trackAll(test, user, records);
      const crowds = atScale([60, PAGE + 10, 99], [300, 900, 499]);
      for (const [at, place] of [20, 50, 90].entries()) await crowd(test, { id: ids[place]! } as Tracked, crowds[at]!);
      await test.import(...records.map((record) => ({ ...record, versions: [{ version: '2.0' }] })));
      const total = 130 + crowds[0]! + crowds[1]! + crowds[2]!;
      expect(await test.check()).toEqual({ software: 130, favorites: total, flagged: total, notified: total });
      expect(await count(test, 'update_mark')).toBe(0);
      const told = `favorite f WHERE f.software_id IN (SELECT software_id FROM favorite WHERE id IN (${ids.map(() => '?').join(', ')}))
        AND f.update_available = 1
        AND 1 = (SELECT COUNT(*) FROM notification n JOIN delivery d ON d.notification_id = n.id WHERE n.favorite_id = f.id)`;
      expect(await count(test, told, ...ids)).toBe(total);
    });

    onServer('favorites of products that changed, whatever happens to others', async () => {
      const records = Array.from({ length: 20 }, (_, index) => product(`One of twenty ${index}`, ['1.0']));
      await test.import(...records);
      const eve = await newUser(test);
      const all: Tracked[] = [];
      for (const record of records) all.push(await trackRecord(test, eve, record, '1.0'));
      await test.import(...records.slice(0, 10).map((record) => ({ ...record, versions: [{ version: '2.0' }] })));
      await test.database.transaction(async (sql) => {
        await sql.query(`SELECT id FROM favorite WHERE id = ? ${sql.dialect.forUpdate}`, [all[19]!.id]);
        expect(await test.check()).toEqual({ software: 10, favorites: 10, flagged: 10, notified: 10 });
      });
    });

    it('what can be read, and says so when a product cannot be', async () => {
      const all: Tracked[] = [];
      for (let place = 0; place < 5; place++) all.push(await track(test, ada, '1.0'));
      for (const tracked of all) await tracked.release('2.0');
      const stop = beforeCalls(
        test.app.get(EvaluationService),
        'flagOutdated',
        (_sql: Sql, locked: LockedFavorites) => {
          if (locked.favorites.some(({ id }) => id === all[2]!.id)) throw new Error('out of range');
        },
      );
      await expect(test.check()).rejects.toThrow('out of range');
      stop();
      const flags = async () => Promise.all(all.map(async (tracked) => (await tracked.favorite()).update_available));
      expect(await flags()).toEqual([true, true, false, true, true]);
      for (const table of ['update_mark', 'update_part'])
        await test.database.execute(`UPDATE ${table} SET next_at = ?`, [LONG_AGO]);
      expect(await test.check()).toMatchObject({ software: 1, notified: 1 });
      expect(await flags()).toEqual([true, true, true, true, true]);
    });

    onServer('what is left, when somebody else took up one of the products meanwhile', async () => {
      const all = [await track(test, ada, '1.0'), await track(test, ada, '1.0'), await track(test, ada, '1.0')];
      for (const tracked of all) await tracked.release('2.0');
      const { reached, goOn } = pauseBefore(test.app.get(EvaluationRepository), 'first');
      const check = test.check();
      await reached;
      await test.database.execute('UPDATE update_mark SET claim_id = ?, next_at = ? WHERE software_id = ?', [
        crypto.randomUUID(),
        IN_AN_HOUR,
        all[1]!.software,
      ]);
      goOn();
      expect(await check).toMatchObject({ favorites: 2, flagged: 2, notified: 2 });
      const flags = await Promise.all(all.map(async (tracked) => (await tracked.favorite()).update_available));
      expect(flags).toEqual([true, false, true]);
      expect(await count(test, 'update_mark')).toBe(1);
      await test.database.execute('UPDATE update_mark SET next_at = ?', [LONG_AGO]);
      expect(await test.check()).toMatchObject({ software: 1, flagged: 1, notified: 1 });
    });
  });

  describe('a mark', () => {
    it('that another process holds is left alone, and taken up when its lease is over', async () => {
      const tracked = await track(test, ada, '1.0');
      expect(await count(test, 'update_mark')).toBe(0);
      await tracked.release('2.0');
      expect(await count(test, 'update_mark WHERE software_id = ? AND claim_id IS NULL', tracked.software)).toBe(1);
      const hold = (until: string) =>
        test.database.execute('UPDATE update_mark SET claim_id = ?, next_at = ? WHERE software_id = ?', [
          crypto.randomUUID(),
          until,
          tracked.software,
        ]);
      await hold(IN_AN_HOUR);
      expect(await test.check()).toEqual(NOTHING);
      expect(await tracked.favorite()).toMatchObject({ update_available: false });
      await hold(LONG_AGO);
      expect(await test.check()).toEqual({ software: 1, favorites: 1, flagged: 1, notified: 1 });
      expect(await count(test, 'update_mark')).toBe(0);
    });

    onServer('that stands still in another process does not keep those of other products', async () => {
      const records = await importMany(test, 100, ['1.0']);
      await test.as('of 100');
      await trackAll(test, 'of 100', records);
      await test.import(...records.map((record) => ({ ...record, versions: [{ version: '2.0' }] })));
      await test.database.transaction(async (sql) => {
        const one = await sql.query(
          `SELECT software_id FROM update_mark ORDER BY software_id LIMIT 1 ${sql.dialect.forUpdate}`,
        );
        expect(one).toHaveLength(1);
        expect(await test.check()).toMatchObject({ software: 99 });
        expect(await count(test, 'update_mark')).toBe(1);
      });
      await test.check();
      expect(await count(test, 'update_mark')).toBe(0);
    });

    it('is renewed by a version that comes while another process holds it', async () => {
      const tracked = await track(test, ada, '1.0');
      await tracked.release('2.0');
      await test.database.execute('UPDATE update_mark SET claim_id = ?, next_at = ?', [
        crypto.randomUUID(),
        IN_AN_HOUR,
      ]);
      await tracked.release('3.0');
      expect(await test.check()).toMatchObject({ flagged: 1, notified: 1 });
      expect(await tracked.notifications()).toMatchObject([{ version: { version: '3.0' } }]);
    });
  });
});
