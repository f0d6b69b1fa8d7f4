import { addressKey } from '../../../src/access/rate-limit/rate-limits';
import { type LimitStore, SharedLimit } from '../../../src/access/rate-limit/shared-limit';

const RATE = { points: 100, seconds: 60 };
/** A twentieth of it. */
const PORTION = 5;

/** One window for each key, as the table has it. */
class MemoryStore implements LimitStore {
  readonly points = new Map<string, number>();

  addPoints(key: string, points: number) {
    const sum = (this.points.get(key) ?? 0) + points;
    this.points.set(key, sum);
    return Promise.resolve({ points: sum, endsInMs: RATE.seconds * 1_000 });
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

function fail(error: unknown): never {
  throw error;
}

/** As many requests as get through, one after the other, to the replicas in turn. */
async function granted(replicas: SharedLimit[], requests: number, key = 'somebody'): Promise<number> {
  let count = 0;
  for (let number = 0; number < requests; number++) {
    if (replicas[number % replicas.length]!.take(key).within) count++;
    await settled();
  }
  return count;
}

describe('a limit', () => {
  it('gives one process exactly what it says, and then nothing', async () => {
    const limit = new SharedLimit(RATE, null, fail);
    expect(limit.take('somebody')).toEqual({ within: true, remaining: 99, resetsIn: 60 });
    expect(await granted([limit], 200)).toBe(99);
    expect(limit.peek('somebody')).toEqual({ within: false, remaining: 0, resetsIn: 60 });
    expect(limit.take('somebody else').within).toBe(true);
  });

  it.each([2, 3, 8])('gives %i replicas up to a portion more for each but the first', async (count) => {
    const store = new MemoryStore();
    const replicas = Array.from({ length: count }, () => new SharedLimit(RATE, store, fail));
    const got = await granted(replicas, 500);
    expect(got).toBeGreaterThanOrEqual(RATE.points);
    expect(got).toBeLessThanOrEqual(RATE.points + (count - 1) * PORTION);
  });

  it('is used up on a replica that never saw the key once others used it up, after one portion at most', async () => {
    const store = new MemoryStore();
    await granted([new SharedLimit(RATE, store, fail)], 200);
    expect(await granted([new SharedLimit(RATE, store, fail)], 200)).toBeLessThanOrEqual(PORTION);
  });

  it('of a few is told one by one', async () => {
    const rate = { points: 3, seconds: 60 };
    const store = new MemoryStore();
    const [one, other] = [new SharedLimit(rate, store, fail), new SharedLimit(rate, store, fail)];
    expect(await granted([one], 10)).toBe(3);
    expect(await granted([other], 10)).toBe(1);
  });

  it('asks the store once for each portion, and never for who uses less', async () => {
    const told: number[] = [];
    const inner = new MemoryStore();
    const store: LimitStore = { addPoints: (key, points) => (told.push(points), inner.addPoints(key, points)) };
    const limit = new SharedLimit(RATE, store, fail);
    await granted([limit], PORTION - 1, 'a quiet one');
    expect(told).toEqual([]);
    await granted([limit], 50, 'a busy one');
    expect(told).toEqual(Array(10).fill(PORTION));
  });

  it('begins anew when its window ends', async () => {
    const limit = new SharedLimit({ points: 2, seconds: 0.02 }, null, fail);
    expect([limit.take('a').within, limit.take('a').within]).toEqual([true, true]);
    const deadline = performance.now() + 5_000;
    while (!limit.peek('a').within && performance.now() < deadline) await settled();
    expect(limit.take('a')).toMatchObject({ within: true, remaining: 1 });
  });

  it('holds in each process while the store is away, and tells it later what it missed', async () => {
    const inner = new MemoryStore();
    const errors: unknown[] = [];
    let away = true;
    const store: LimitStore = {
      addPoints: (key, points) => (away ? Promise.reject(new Error('away')) : inner.addPoints(key, points)),
    };
    const limit = new SharedLimit(RATE, store, (error) => errors.push(error));
    expect(await granted([limit], 60)).toBe(60);
    expect(errors).toHaveLength(1); // left alone for a second after it failed
    away = false;
    const deadline = performance.now() + 5_000;
    while (!inner.points.has('somebody') && performance.now() < deadline) {
      limit.take('somebody');
      await settled();
    }
    expect(inner.points.get('somebody')).toBeGreaterThan(60);
  });

  it('is not used up for a day by a replica whose clock is a day ahead', async () => {
    const errors: unknown[] = [];
    const ahead: LimitStore = {
      addPoints: (_key, points) => Promise.resolve({ points: RATE.points + points, endsInMs: 86_400_000 }),
    };
    const limit = new SharedLimit(RATE, ahead, (error) => errors.push(error));
    expect(await granted([limit], 200)).toBe(RATE.points);
    expect(String(errors[0])).toContain('clock');
  });

  it('does not wait for a store that says nothing', async () => {
    const limit = new SharedLimit(RATE, { addPoints: () => new Promise(() => undefined) }, fail);
    expect(await granted([limit], 200)).toBe(100);
  });

  it('forgets keys whose window has ended, and the oldest ones before it would remember too many', () => {
    const limit = new SharedLimit({ points: 1, seconds: 3_600 }, null, fail);
    for (let number = 0; number <= 100_000; number++) limit.take(`key ${number}`);
    expect(limit.peek('key 0').within).toBe(true);
    expect(limit.peek('key 100000').within).toBe(false);
  });
});

describe('an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['nobody', 'unknown'],
    [undefined, 'unknown'],
  ])('%s counts as %s', (address, key) => expect(addressKey(address)).toBe(key));
});
