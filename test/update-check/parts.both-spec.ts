import type { Sql } from '../../src/database/database';
import { EvaluationRepository } from '../../src/favorite/store/evaluation.repository';
import type { IdRange } from '../../src/favorite/store/favorite-scope';
import { EvaluationService } from '../../src/favorite/store/evaluation.service';
import { UpdateMarkRepository } from '../../src/version/update-mark.repository';
import { startApp, type TestApp } from '../setup/app';
import { onServerDatabase } from '../setup/process';
import { beforeCalls } from '../setup/named-points';
import { count, crowd, newUser, track, type Tracked } from '../setup/tracking';

/** Enough for each part to have several pages. */
const MANY = 4_000;
const LONG_AGO = '2001-01-01 00:00:00.000000';

describe('software with so many favorites that parts of them are checked at the same time', () => {
  let test: TestApp;
  let tracked: Tracked;

  beforeEach(async () => {
    test = await startApp();
    tracked = await track(test, await newUser(test), '1.0');
    await crowd(test, tracked, MANY - 1);
    await tracked.release('2.0');
  });

  afterEach(() => test.close());

  /** Where the pages begin, in the order in which they are taken. */
  function watchPages(): string[] {
    const begins: string[] = [];
    beforeCalls(test.app.get(EvaluationRepository), 'lockNext', (_sql: Sql, _software: string, range: IdRange) => {
      begins.push(range.after);
    });
    return begins;
  }

  async function expectTheRestIsDoneByTheNextCheck(): Promise<void> {
    const told = await count(test, 'notification');
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThan(MANY);
    expect(await count(test, 'favorite WHERE update_available = 1')).toBe(told);
    expect(await count(test, 'update_mark')).toBe(1);
    await test.database.execute('UPDATE update_mark SET next_at = ?', [LONG_AGO]);
    expect((await test.check()).notified).toBe(MANY - told);
    expect(await count(test, '(SELECT DISTINCT favorite_id FROM notification) n')).toBe(MANY);
    expect(await count(test, 'delivery')).toBe(MANY);
    expect(await count(test, 'update_mark')).toBe(0);
  }

  it('all of them are told, each once', async () => {
    const begins = watchPages();
    expect(await test.check()).toEqual({ software: 1, favorites: MANY, flagged: MANY, notified: MANY });
    // The embedded database takes one transaction after the other, in turn.
    const [first, ...others] = begins.slice(0, 3).toSorted();
    expect(first).toBe('');
    const left = await Promise.all(others.map((begin) => count(test, 'favorite WHERE id > ?', begin)));
    expect(left).toEqual([2_666, 1_333]);
    expect(await count(test, '(SELECT DISTINCT favorite_id FROM notification) n')).toBe(MANY);
    expect([await count(test, 'delivery'), await count(test, 'update_mark')]).toEqual([MANY, 0]);
  });

  it('a part that cannot go on stops the others, and the software is checked again', async () => {
    let pages = 0;
    const stop = beforeCalls(test.app.get(EvaluationService), 'flagOutdated', () => {
      if (++pages === 5) throw new Error('no more');
    });
    await expect(test.check()).rejects.toThrow('no more');
    stop();
    // At most the pages that the others were at.
    expect(pages).toBeLessThanOrEqual(7);
    await expectTheRestIsDoneByTheNextCheck();
  });

  // The embedded database lets one transaction run at a time.
  (onServerDatabase ? it : it.skip)('all stop when somebody else has taken it up', async () => {
    let pages = 0;
    const stop = beforeCalls(test.app.get(UpdateMarkRepository), 'lock', async () => {
      if (++pages !== 5) return;
      await test.database.execute('UPDATE update_mark SET claim_id = ?', [crypto.randomUUID()]);
    });
    const { favorites } = await test.check();
    stop();
    expect(favorites).toBeLessThan(MANY);
    expect(await count(test, 'notification')).toBe(favorites);
    await expectTheRestIsDoneByTheNextCheck();
  });
});
