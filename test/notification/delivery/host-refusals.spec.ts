import { HostRefusals } from '../../../src/notification/delivery/host-refusals';

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
