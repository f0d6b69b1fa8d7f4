import type { Sql } from '../../src/database/database';
import { EvaluationRepository } from '../../src/favorite/store/evaluation.repository';
import type { IdRange } from '../../src/favorite/store/favorite-scope';
import { EvaluationService } from '../../src/favorite/store/evaluation.service';
import { PageSize } from '../../src/update-check/page-evaluator';
import { UpdateCheckerService } from '../../src/update-check/update-checker.service';
import { UpdatePartRepository } from '../../src/update-check/update-part.repository';
import { UpdateMarkRepository } from '../../src/version/versions/update-mark.repository';
import { useApp } from '../setup/app';
import { beforeCalls, pauseBefore } from '../setup/named-points';
import { atScale, LONG } from '../setup/scale';
import { count, crowd, newUser, track, type Tracked } from '../setup/tracking';

/** Enough for each of three parts to have several pages. */
const MANY = atScale(451, 4_000);
const PART = atScale(150, 1_000);
const LONG_AGO = '2001-01-01 00:00:00.000000';

describe('software with so many favorites that parts of them are checked at the same time', () => {
  const test = useApp();
  let tracked: Tracked;
  let other: Tracked;

  beforeEach(async () => {
    // Parts are as small as a few pages, and in the short form all pages as small as the first.
    const favorites = test.app.get(EvaluationRepository);
    const partEnds = favorites.partEnds.bind(favorites);
    jest.spyOn(favorites, 'partEnds').mockImplementation((software, size) => {
      expect(size).toBe(5_000);
      return partEnds(software, PART);
    });
    if (!LONG) jest.spyOn(PageSize.prototype, 'note').mockImplementation(() => undefined);
    other = await track(test, await newUser(test), '1.0');
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

  const parts = () => count(test, 'update_part');

  async function expectTheRestIsDoneByTheNextCheck(): Promise<void> {
    const before = await told();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(MANY);
    expect(await favorites('update_available = 1')).toBe(before);
    expect(await marks()).toBe(1);
    for (const table of ['update_mark', 'update_part'])
      await test.database.execute(`UPDATE ${table} SET next_at = ?`, [LONG_AGO]);
    expect(await test.check()).toMatchObject({ software: 1, favorites: MANY - before, notified: MANY - before });
    await expectAllAreTold();
    expect(await parts()).toBe(0);
  }

  it('all of them are told, each once', async () => {
    const begins = watchPages();
    expect(await test.check()).toEqual({ software: 1, favorites: MANY, flagged: MANY, notified: MANY });
    // The embedded database takes one transaction after the other, in turn.
    const [first, ...others] = begins.slice(0, 3).toSorted();
    expect(first).toBe('');
    const left = await Promise.all(others.map((begin) => favorites(`id > '${begin}'`)));
    expect(left).toEqual([MANY - PART, MANY - 2 * PART]);
    await expectAllAreTold();
  });

  it('a part that cannot go on does not stop the others, and goes on where it stood', async () => {
    let pages = 0;
    const stop = beforeCalls(test.app.get(EvaluationService), 'flagOutdated', () => {
      if (++pages === 5) throw new Error('no more');
    });
    await expect(test.check()).rejects.toThrow('no more');
    stop();
    expect(await parts()).toBe(1);
    expect(await told()).toBeGreaterThan(MANY - PART);
    await expectTheRestIsDoneByTheNextCheck();
  });

  it('they stop when somebody else has taken them up', async () => {
    let pages = 0;
    const stop = beforeCalls(test.app.get(EvaluationService), 'flagOutdated', async (sql: Sql) => {
      // On the embedded database, nothing else can be written now.
      if (++pages === 5) await sql.execute('UPDATE update_part SET claim_id = ?', [crypto.randomUUID()]);
    });
    const { favorites: checked } = await test.check();
    stop();
    expect(checked).toBeLessThan(MANY);
    expect(await told()).toBe(checked);
    await expectTheRestIsDoneByTheNextCheck();
  });

  it('a version that comes meanwhile is told to all of them', async () => {
    const { reached, goOn } = pauseBefore(test.app.get(UpdatePartRepository), 'finish');
    const check = test.check();
    await reached;
    await tracked.release('3.0');
    goOn();
    await check;
    await test.check();
    const latest =
      'available_version_id = (SELECT latest_version_id FROM software s WHERE s.id = favorite.software_id)';
    expect([await favorites(latest), await marks(), await parts()]).toEqual([MANY, 0, 0]);
    const of = "notification n JOIN version v ON v.id = n.version_id WHERE v.version = '3.0' AND n.software_id = ?";
    expect(await count(test, of, tracked.software)).toBe(MANY);
  });

  it('other products are checked between their pages', async () => {
    const now = performance.now.bind(performance);
    let pages = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + pages * 1_000);
    const stop = beforeCalls(test.app.get(EvaluationService), 'flagOutdated', async () => void pages++);
    const done: number[] = [];
    beforeCalls(test.app.get(UpdateMarkRepository), 'remove', async () => void done.push(await told()));
    beforeCalls(test.app.get(UpdatePartRepository), 'divide', () => other.release('2.0').then(() => undefined));
    expect(await test.check()).toMatchObject({ software: 2, notified: MANY + 1 });
    stop();
    expect(done).toEqual([expect.any(Number)]);
    expect(done[0]).toBeLessThan(MANY);
    await expectAllAreTold();
  });

  it('a process that is stopped gives its parts to others at once', async () => {
    const stopping = new AbortController();
    stopping.abort();
    const now = performance.now.bind(performance);
    let pages = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + pages * 1_000);
    beforeCalls(test.app.get(EvaluationService), 'flagOutdated', () => void pages++);
    const { notified } = await test.app.get(UpdateCheckerService).check(stopping.signal);
    expect(notified).toBeLessThan(MANY);
    expect(await count(test, 'update_part WHERE claim_id IS NOT NULL')).toBe(0);
    expect(await test.check()).toMatchObject({ software: 1, notified: MANY - notified });
    await expectAllAreTold();
  });
});
