import type { Sql } from '../../src/database/database';
import { EvaluationRepository } from '../../src/favorite/store/evaluation.repository';
import type { IdRange } from '../../src/favorite/store/favorite-scope';
import { EvaluationService } from '../../src/favorite/store/evaluation.service';
import { PageSize } from '../../src/update-check/page-evaluator';
import { UpdateMarkRepository } from '../../src/version/versions/update-mark.repository';
import { useApp } from '../setup/app';
import { onServerDatabase } from '../setup/process';
import { beforeCalls } from '../setup/named-points';
import { atScale, LONG } from '../setup/scale';
import { count, crowd, newUser, track, type Tracked } from '../setup/tracking';

/** Enough for each of three parts to have several pages. */
const MANY = atScale(451, 4_000);
const LONG_AGO = '2001-01-01 00:00:00.000000';

describe('software with so many favorites that parts of them are checked at the same time', () => {
  const test = useApp();
  let tracked: Tracked;

  beforeEach(async () => {
    // In the short form, parts are as small as two pages, and all pages as small as the first.
    const favorites = test.app.get(EvaluationRepository);
    const partEnds = favorites.partEnds.bind(favorites);
    if (!LONG)
      jest.spyOn(favorites, 'partEnds').mockImplementation((software, { most, least }) => {
        expect({ most, least }).toEqual({ most: 3, least: 1_000 });
        return partEnds(software, { most, least: 100 });
      });
    if (!LONG) jest.spyOn(PageSize.prototype, 'note').mockImplementation(() => undefined);
    tracked = await track(test, await newUser(test), '1.0');
    await crowd(test, tracked, MANY - 1);
    await tracked.release('2.0');
  });

  afterEach(() => jest.restoreAllMocks());

  const favorites = (where = '1 = 1') => count(test, `favorite WHERE ${where} AND software_id = ?`, tracked.software);
  const told = () => count(test, 'notification WHERE software_id = ?', tracked.software);
  const marks = () => count(test, 'update_mark');

  async function expectAllAreTold(): Promise<void> {
    const each = '(SELECT DISTINCT favorite_id FROM notification WHERE software_id = ?) n';
    const deliveries = 'delivery d JOIN notification n ON n.id = d.notification_id WHERE n.software_id = ?';
    expect(await count(test, each, tracked.software)).toBe(MANY);
    expect([await count(test, deliveries, tracked.software), await marks()]).toEqual([MANY, 0]);
  }

  /** Where the pages begin, in the order in which they are taken. */
  function watchPages(): string[] {
    const begins: string[] = [];
    beforeCalls(test.app.get(EvaluationRepository), 'lockNext', (_sql: Sql, _software: string, range: IdRange) => {
      begins.push(range.after);
    });
    return begins;
  }

  async function expectTheRestIsDoneByTheNextCheck(): Promise<void> {
    const before = await told();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(MANY);
    expect(await favorites('update_available = 1')).toBe(before);
    expect(await marks()).toBe(1);
    await test.database.execute('UPDATE update_mark SET next_at = ?', [LONG_AGO]);
    expect((await test.check()).notified).toBe(MANY - before);
    await expectAllAreTold();
  }

  it('all of them are told, each once', async () => {
    const begins = watchPages();
    expect(await test.check()).toEqual({ software: 1, favorites: MANY, flagged: MANY, notified: MANY });
    // The embedded database takes one transaction after the other, in turn.
    const [first, ...others] = begins.slice(0, 3).toSorted();
    expect(first).toBe('');
    const left = await Promise.all(others.map((begin) => favorites(`id > '${begin}'`)));
    expect(left).toEqual(atScale([300, 150], [2_666, 1_333]));
    await expectAllAreTold();
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
    const { favorites: checked } = await test.check();
    stop();
    expect(checked).toBeLessThan(MANY);
    expect(await told()).toBe(checked);
    await expectTheRestIsDoneByTheNextCheck();
  });
});
