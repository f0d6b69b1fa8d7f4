import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { LONGEST_INTERVAL } from '../../../src/software/freshness.sql';
import { nextPoll, nextRetry } from '../../../src/source/polling/poll-times';
import { Pace, Semaphore } from '../../../src/common/concurrency/semaphore';
import { eventually } from '../../setup/eventually';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const usual = fc.integer({ min: 600, max: 86_400 });
const age = fc.option(fc.integer({ min: 0, max: 2_000_000_000 }));
const MIDDLE = 0.5;

describe('the time until the next poll', () => {
  it.each([
    ['was just released', 0, 1_800],
    ['was released a day ago', 86_400, 1_800],
    ['was released two days ago', 2 * 86_400, 3_600],
    ['was released ten days ago', 10 * 86_400, 18_000],
    ['was released years ago', 9e8, 86_400],
    ['has never been released', null, 86_400],
  ])('of a product that %s', (_what, seconds, expected) => {
    expect(nextPoll(3_600, seconds, null, MIDDLE)).toBe(expected);
  });

  it('is never longer than a day, nor shorter than half of the usual one, but for chance', () => {
    fc.assert(
      fc.property(usual, age, random, (every, seconds, chance) => {
        const next = nextPoll(every, seconds, null, chance);
        expect(Number.isInteger(next)).toBe(true);
        expect(next).toBeGreaterThanOrEqual(Math.floor((every / 2) * 0.9));
        expect(next).toBeLessThanOrEqual(Math.ceil(LONGEST_INTERVAL * 1.1));
      }),
    );
  });

  it('grows with the time since the last release', () => {
    fc.assert(
      fc.property(usual, age, age, (every, a, b) => {
        const [younger, older] = [a ?? Infinity, b ?? Infinity].sort((one, other) => one - other) as [number, number];
        expect(nextPoll(every, younger, null, MIDDLE)).toBeLessThanOrEqual(nextPoll(every, older, null, MIDDLE));
      }),
    );
  });

  it('is what somebody set, whatever else is known', () => {
    fc.assert(
      fc.property(usual, age, fc.integer({ min: 600, max: 86_400 }), random, (every, seconds, fixed, chance) => {
        const next = nextPoll(every, seconds, fixed, chance);
        expect(Math.abs(next - fixed)).toBeLessThanOrEqual(fixed * 0.1 + 1);
      }),
    );
  });

  it('differs for two that were asked together', () => {
    const times = Array.from({ length: 100 }, (_, index) => nextPoll(3_600, 0, null, index / 100));
    expect(new Set(times).size).toBe(100);
  });
});

describe('the time until the next try', () => {
  it('doubles up to a day', () => {
    const times = [1, 2, 3, 4, 10, 11, 1_000].map((failures) => nextRetry(failures, null, MIDDLE));
    expect(times).toEqual([120, 240, 480, 960, 61_440, 86_400, 86_400]);
  });

  it('is not sooner than the source asks, nor later than a day because of that', () => {
    const failures = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(failures, fc.integer({ min: 1, max: 10_000_000 }), random, (count, asked, chance) => {
        const next = nextRetry(count, asked, chance);
        expect(next).toBeGreaterThanOrEqual(Math.min(asked, LONGEST_INTERVAL));
        expect(next).toBeLessThanOrEqual(Math.ceil(LONGEST_INTERVAL * 1.1));
        expect(next).toBeGreaterThanOrEqual(nextRetry(count, null, chance));
      }),
    );
  });
});

describe('turns', () => {
  /** Work that ends when it is told to. */
  function works(turns: Semaphore, count: number) {
    const begun: number[] = [];
    const ends: ((fail?: boolean) => void)[] = [];
    const all = Array.from({ length: count }, (_, index) =>
      turns.run(
        () =>
          new Promise<number>((resolve, reject) => {
            begun.push(index);
            ends[index] = (fail) => (fail ? reject(new Error('failed')) : resolve(index));
          }),
      ),
    );
    return { begun, ends, all };
  }

  it('are as many at once as there are places, first come first served, whether they fail or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.boolean(), { maxLength: 12 }),
        async (places, fails) => {
          const { begun, ends, all } = works(new Semaphore(places), fails.length);
          const settled = Promise.allSettled(all);
          for (const [index, fail] of fails.entries()) {
            await sleep(0);
            expect(begun).toEqual(fails.map((_, place) => place).slice(0, index + places));
            ends[index]!(fail);
          }
          expect((await settled).map(({ status }) => status === 'rejected')).toEqual(fails);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('go to the next when one takes too long, and that one ends as it would have', async () => {
    const turns = new Semaphore(2, 30);
    const { begun, ends, all } = works(turns, 5);
    await sleep(0);
    expect(begun).toEqual([0, 1]);
    await eventually(() => begun.length === 4);
    await eventually(() => begun.length === 5);
    for (const end of ends) end();
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
    // Nobody gave back two places: there are two of them, as before.
    const later = works(turns, 3);
    await sleep(0);
    expect(later.begun).toEqual([0, 1]);
    later.ends[0]!();
    await sleep(0);
    expect(later.begun).toEqual([0, 1, 2]);
    for (const end of later.ends) end();
    await Promise.all(later.all);
  });

  it('given back twice are one', async () => {
    const turns = new Semaphore(1);
    const leave = await turns.enter();
    const [second, third] = [turns.enter(), turns.enter()];
    leave();
    leave();
    (await second)();
    (await third)();
    let entered = false;
    const last = turns.enter().then((leaveAgain) => ((entered = true), leaveAgain));
    await last;
    expect(entered).toBe(true);
    const waiting = turns.enter();
    const first = await Promise.race([waiting, sleep(20).then(() => 'waits')]);
    expect(first).toBe('waits');
  });
});

describe('a pace', () => {
  it('lets one begin after the other, however many come at once', async () => {
    const pace = new Pace(40);
    const begun = performance.now();
    const times = await Promise.all(Array.from({ length: 4 }, () => pace.turn().then(() => performance.now() - begun)));
    // A timer may be a millisecond early.
    for (const [index, time] of times.entries()) expect(time).toBeGreaterThanOrEqual(index * 40 - 2);
  });

  it('does not make up for a time in which nobody came', async () => {
    const pace = new Pace(30);
    await pace.turn();
    await sleep(100);
    const begun = performance.now();
    await Promise.all([pace.turn(), pace.turn()]);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(28);
  });
});
