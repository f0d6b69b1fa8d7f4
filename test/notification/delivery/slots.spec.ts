import { Slots } from '../../../src/notification/delivery/slots';

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
