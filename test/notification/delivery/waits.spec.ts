import { Slots } from '../../../src/notification/delivery/slots';
import { type PaceWindow, takePlace } from '../../../src/notification/delivery/pace/delivery-pace';
import { HostRefusals } from '../../../src/notification/delivery/delivery.service';
import { nextAttemptIn } from '../../../src/notification/providers/retry-schedule';

const LIMITS = { all: 4, channel: 2, destination: 2, plugin: 2, open: 4 };

const at = (channel_id: string, destination: string) => ({ channel_id, destination });

describe('slots', () => {
  test('a destination that has answered takes another delivery, and its channel does not', async () => {
    const slots = new Slots(LIMITS);
    const [one, two] = [slots.take(at('a', 'host'))!, slots.take(at('a', 'host'))!];
    expect(slots.take(at('b', 'host'))).toBeNull();
    const left = slots.someLeft();
    one.leaveDestination();
    await left;
    expect(slots.take(at('a', 'elsewhere'))).toBeNull();
    expect(slots.take(at('b', 'host'))).not.toBeNull();
    expect(slots.take(at('c', 'host'))).toBeNull();
    // Twice, and at its end, it gives back nothing that is not its own.
    one.leaveDestination();
    one.release();
    expect(slots.take(at('c', 'host'))).toBeNull();
    two.release();
    expect(slots.take(at('c', 'host'))).not.toBeNull();
  });

  test('no more than the limit are open: sent, and not recorded yet', async () => {
    const slots = new Slots({ ...LIMITS, all: 2 });
    const taken = ['a', 'b'].map((channel) => slots.take(at(channel, ''))!);
    expect(slots.free).toBe(0);
    taken.forEach((slot) => slot.leaveDestination());
    expect(slots.free).toBe(2);
    taken.push(...['c', 'd'].map((channel) => slots.take(at(channel, ''))!));
    taken.forEach((slot) => slot.leaveDestination());
    expect(slots.free).toBe(0);
    expect(slots.take(at('e', ''))).toBeNull();
    let ended = false;
    const all = slots.allReleased().then(() => (ended = true));
    taken.slice(1).forEach((slot) => slot.release());
    expect(slots.free).toBe(2);
    expect(ended).toBe(false);
    taken[0]!.release();
    await all;
    expect(slots.isIdle).toBe(true);
  });

  test('an empty destination is shared with nobody', () => {
    const slots = new Slots(LIMITS);
    expect(['a', 'b', 'c'].map((channel) => slots.take(at(channel, '')))).not.toContain(null);
    expect(slots.full()).toEqual({ channels: new Set(), destinations: new Set(), plugins: new Set() });
  });

  test('what is full is named', () => {
    const slots = new Slots(LIMITS);
    slots.take(at('a', 'host'));
    slots.take(at('a', 'other'));
    slots.take(at('b', 'host'));
    expect(slots.full()).toEqual({ channels: new Set(['a']), destinations: new Set(['host']), plugins: new Set() });
  });

  test('a plug-in has its share, whatever its channels and destinations are', () => {
    const slots = new Slots({ ...LIMITS, open: 8 });
    const first = slots.take(at('a', 'host'), 0, 'tracker-slow')!;
    slots.take(at('b', ''), 0, 'tracker-slow');
    expect(slots.take(at('c', 'other'), 0, 'tracker-slow')).toBeNull();
    expect(slots.full().plugins).toEqual(new Set(['tracker-slow']));
    expect(slots.take(at('c', 'other'), 0, 'tracker-fast')).not.toBeNull();
    expect(slots.take(at('d', 'other'))).not.toBeNull();
    first.leaveDestination();
    expect(slots.full().plugins).toEqual(new Set());
    expect(slots.take(at('e', 'third'), 0, 'tracker-slow')).not.toBeNull();
  });

  test('a channel and a destination that are paused take nothing until the pause ends', () => {
    let clock = 0;
    const slots = new Slots(LIMITS, () => clock);
    expect(slots.untilPauseEnds()).toBeNull();
    slots.take(at('a', 'host'), 1_000)!.release();
    expect(slots.take(at('a', 'host'))).toBeNull();
    slots.pauseDestination('host', 3_000);
    slots.pauseDestination('host', 2_000);
    expect(slots.take(at('b', 'host'))).toBeNull();
    expect(slots.full()).toEqual({ channels: new Set(['a']), destinations: new Set(['host']), plugins: new Set() });
    expect(slots.untilPauseEnds()).toBe(1_000);
    clock = 1_000;
    expect(slots.take(at('a', 'elsewhere'))).not.toBeNull();
    expect(slots.untilPauseEnds()).toBe(2_000);
    clock = 3_000;
    expect(slots.take(at('b', 'host'))).not.toBeNull();
    expect(slots.untilPauseEnds()).toBeNull();
  });
});

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 5, 1, 12);

describe('a limit of so many in an hour', () => {
  const limit = { points: 3, seconds: 3_600 };
  const take = (window: PaceWindow, from: number, count: number) =>
    Array.from({ length: count }, () => takePlace(window, limit, from));

  it('lets that many go at once, and each hour as many of the others', () => {
    expect(take({ start: 0, used: 0 }, NOON, 8)).toEqual([
      ...[NOON, NOON, NOON],
      ...[NOON + HOUR, NOON + HOUR, NOON + HOUR],
      ...[NOON + 2 * HOUR, NOON + 2 * HOUR],
    ]);
  });

  it('counts what comes later in the hour, and begins anew once it is over', () => {
    const window = { start: 0, used: 0 };
    take(window, NOON, 2);
    expect(take(window, NOON + 1, 2)).toEqual([NOON + 1, NOON + HOUR]);
    expect(take(window, NOON + 2 * HOUR, 2)).toEqual([NOON + 2 * HOUR, NOON + 2 * HOUR]);
  });

  it('does not wait for a window that a wrong clock wrote', () => {
    expect(take({ start: NOON + 5_000 * HOUR, used: 1 }, NOON, 1)).toEqual([NOON]);
  });
});

const refused = (code: number) => ({ kind: 'dead', code }) as const;

describe('a host that refuses this process', () => {
  test('is left alone for the rest of ten minutes before it bans us', () => {
    const refusals = new HostRefusals();
    for (let count = 1; count < 2_500; count++) expect(refusals.count('host', refused(403), count)).toBeNull();
    expect(refusals.count('host', refused(429), 100_000)).toBe(500_001);
    expect(refusals.count('host', refused(401), 600_000)).toBe(1);
    expect(refusals.count('host', refused(401), 600_001)).toBeNull();
  });

  test('counts for itself, and only what it refuses', () => {
    const refusals = new HostRefusals();
    for (let count = 0; count < 5_000; count++) {
      expect(refusals.count('one', refused(count % 2 ? 404 : 500), count)).toBeNull();
      expect(refusals.count(`host ${count % 3}`, refused(401), count)).toBeNull();
    }
  });
});

const retry = { kind: 'retry' } as const;

describe('the retry schedule', () => {
  it.each(['http', 'email'] as const)('goes on for at least four days and at most seven for %s', (profile) => {
    for (const random of [() => 0, () => 1]) {
      let seconds = 0;
      let attempts = 1;
      for (let next = nextAttemptIn(profile, attempts, retry, 0, random); next !== null;) {
        seconds += next;
        next = nextAttemptIn(profile, ++attempts, retry, seconds, random);
      }
      expect(seconds).toBeGreaterThanOrEqual(4 * 86_400);
      expect(seconds).toBeLessThanOrEqual(7 * 86_400);
    }
  });

  it.each(['http', 'email'] as const)(
    'holds four days for %s though the first attempts all died at once',
    (profile) => {
      for (const random of [() => 0, () => 1]) {
        let seconds = 0;
        for (let attempts = 13, next: number | null = 0; next !== null; attempts++) {
          seconds += next;
          next = nextAttemptIn(profile, attempts, retry, seconds, random);
        }
        expect(seconds).toBeGreaterThanOrEqual(4 * 86_400);
        expect(seconds).toBeLessThanOrEqual(7 * 86_400);
      }
    },
  );

  it('waits for as long as the receiver asks, but never less than its step nor more than a day', () => {
    const middle = () => 0.5;
    expect(nextAttemptIn('http', 1, { ...retry, after: 120 }, 0, middle)).toBe(120);
    expect(nextAttemptIn('http', 4, { ...retry, after: 1 }, 0, middle)).toBe(1_800);
    expect(nextAttemptIn('http', 1, { ...retry, after: 999_999 }, 0, middle)).toBe(86_400);
  });

  it('asks the relay again after about a minute, however often that was', () => {
    expect(nextAttemptIn('email', 40, { ...retry, transport: true }, 0, () => 0.5)).toBe(60);
  });
});
