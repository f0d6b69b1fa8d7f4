import { type PaceWindow, takePlace } from '../../../src/notification/delivery/pace/delivery-pace';

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
