import { nextAttemptIn } from '../../../src/notification/providers/retry-schedule';

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
