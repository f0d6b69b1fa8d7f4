import fc from 'fast-check';
import type { Step } from 'version-order';
import {
  momentOf,
  wallAt,
  type Digest,
  endOfQuiet,
  goesOutAt,
  nextDigest,
  type QuietHours,
  type Timing,
} from '../../../src/notification/delivery/digest/timing';

const utc = (text: string) => Date.parse(`${text}:00Z`);
const shown = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString().slice(0, 16));
const hourly: Digest = { every: 'hourly' };
const daily = (hour: number): Digest => ({ every: 'daily', hour });
const weekly = (weekday: number, hour: number): Digest => ({ every: 'weekly', weekday, hour });

describe('the next digest', () => {
  it.each<[string, Digest, string, string]>([
    ['UTC', hourly, '2026-03-01T10:00', '2026-03-01T11:00'],
    ['UTC', daily(9), '2026-03-01T08:59', '2026-03-01T09:00'],
    ['UTC', daily(9), '2026-03-01T09:00', '2026-03-02T09:00'],
    ['UTC', weekly(1, 9), '2026-03-01T10:00', '2026-03-02T09:00'],
    ['UTC', weekly(7, 9), '2026-03-01T10:00', '2026-03-08T09:00'],
    ['Asia/Kolkata', hourly, '2026-03-01T10:00', '2026-03-01T10:30'],
    ['Asia/Kolkata', daily(0), '2026-03-01T10:00', '2026-03-01T18:30'],
    // Berlin goes from 02:00 to 03:00 on 2026-03-29, and from 03:00 to 02:00 on 2026-10-25.
    ['Europe/Berlin', daily(9), '2026-03-28T12:00', '2026-03-29T07:00'],
    ['Europe/Berlin', daily(2), '2026-03-28T12:00', '2026-03-29T01:00'],
    ['Europe/Berlin', daily(2), '2026-03-29T01:00', '2026-03-30T00:00'],
    ['Europe/Berlin', daily(2), '2026-10-24T12:00', '2026-10-25T00:00'],
    ['Europe/Berlin', daily(2), '2026-10-25T00:00', '2026-10-26T01:00'],
    ['Europe/Berlin', hourly, '2026-10-25T00:00', '2026-10-25T01:00'],
    ['Europe/Berlin', weekly(7, 2), '2026-03-24T12:00', '2026-03-29T01:00'],
    // New York: 2026-03-08 and 2026-11-01.
    ['America/New_York', daily(2), '2026-03-08T05:00', '2026-03-08T07:00'],
    ['America/New_York', daily(1), '2026-11-01T04:00', '2026-11-01T05:00'],
    ['America/New_York', daily(1), '2026-11-01T05:00', '2026-11-02T06:00'],
    // Lord Howe goes half an hour back at 02:00 on 2026-04-05, and on at 02:00 on 2026-10-04.
    ['Australia/Lord_Howe', hourly, '2026-04-04T14:30', '2026-04-04T15:30'],
    ['Australia/Lord_Howe', hourly, '2026-10-03T15:00', '2026-10-03T16:00'],
    ['Australia/Lord_Howe', daily(2), '2026-10-03T12:00', '2026-10-03T15:30'],
    ['Australia/Lord_Howe', daily(2), '2026-04-04T12:00', '2026-04-04T15:30'],
    // Samoa had no 2011-12-30, a Friday.
    ['Pacific/Apia', daily(9), '2011-12-29T19:00', '2011-12-30T10:00'],
    ['Pacific/Apia', daily(9), '2011-12-30T10:00', '2011-12-30T19:00'],
    ['Pacific/Apia', weekly(5, 9), '2011-12-28T00:00', '2011-12-30T10:00'],
  ])('in %s of %j after %s is at %s', (zone, digest, now, expected) => {
    expect(shown(nextDigest(zone, digest, utc(now)))).toBe(expected);
  });

  it('is never when nothing is collected', () => {
    expect(nextDigest('UTC', { every: 'instant' }, 0)).toBeNull();
  });
});

const NIGHT: QuietHours = { from: '22:00', to: '07:00', except: 'major' };

describe('quiet hours', () => {
  it.each<[string, QuietHours, string, string | null]>([
    ['UTC', NIGHT, '2026-03-01T21:59', null],
    ['UTC', NIGHT, '2026-03-01T22:00', '2026-03-02T07:00'],
    ['UTC', NIGHT, '2026-03-02T06:59', '2026-03-02T07:00'],
    ['UTC', NIGHT, '2026-03-02T07:00', null],
    ['UTC', { from: '12:00', to: '13:30', except: 'none' }, '2026-03-02T12:15', '2026-03-02T13:30'],
    ['UTC', { from: '12:00', to: '13:30', except: 'none' }, '2026-03-02T13:30', null],
    ['Asia/Kolkata', NIGHT, '2026-03-01T18:00', '2026-03-02T01:30'],
    ['Europe/Berlin', NIGHT, '2026-03-28T22:00', '2026-03-29T05:00'],
    ['Europe/Berlin', NIGHT, '2026-10-24T22:00', '2026-10-25T06:00'],
    ['Europe/Berlin', { from: '01:00', to: '02:30', except: 'none' }, '2026-03-29T00:30', '2026-03-29T01:00'],
    ['Europe/Berlin', { from: '01:00', to: '02:30', except: 'none' }, '2026-10-25T00:00', '2026-10-25T00:30'],
    ['Europe/Berlin', { from: '01:00', to: '02:30', except: 'none' }, '2026-10-25T01:15', '2026-10-25T01:30'],
    ['Pacific/Apia', NIGHT, '2011-12-30T09:00', '2011-12-30T17:00'],
  ])('in %s of %j at %s end at %s', (zone, quiet, now, expected) => {
    expect(shown(endOfQuiet(zone, quiet, utc(now)))).toBe(expected);
  });
});

describe('an update', () => {
  const at = (now: string, step: Step, timing: Partial<Timing>, isSecurity = false) =>
    shown(
      goesOutAt({ zone: 'UTC', digest: { every: 'instant' }, quiet: null, ...timing }, utc(now), { step, isSecurity }),
    );

  it('goes out at once without a digest and outside of quiet hours, and when it is large enough', () => {
    expect(at('2026-03-01T23:00', 'patch', {})).toBeNull();
    expect(at('2026-03-01T12:00', 'patch', { quiet: NIGHT })).toBeNull();
    expect(at('2026-03-01T23:00', 'major', { quiet: NIGHT })).toBeNull();
    expect(at('2026-03-01T23:00', 'minor', { quiet: { ...NIGHT, except: 'minor' } })).toBeNull();
    expect(at('2026-03-01T23:00', 'other', { quiet: { ...NIGHT, except: 'patch' } })).toBeNull();
  });

  it('goes out in quiet hours that except security if it is about that, whatever its step', () => {
    const quiet: QuietHours = { ...NIGHT, except: 'security' };
    expect(at('2026-03-01T23:00', 'other', { quiet }, true)).toBeNull();
    expect(at('2026-03-01T23:00', 'major', { quiet })).toBe('2026-03-02T07:00');
    expect(at('2026-03-01T23:00', 'patch', { quiet: NIGHT }, true)).toBe('2026-03-02T07:00');
    expect(at('2026-03-01T12:00', 'patch', { digest: daily(23), quiet }, true)).toBe('2026-03-01T23:00');
  });

  it('waits for the end of the quiet hours, or for the digest, or for the end of those that the digest is in', () => {
    expect(at('2026-03-01T23:00', 'minor', { quiet: NIGHT })).toBe('2026-03-02T07:00');
    expect(at('2026-03-01T23:00', 'major', { quiet: { ...NIGHT, except: 'none' } })).toBe('2026-03-02T07:00');
    expect(at('2026-03-01T12:00', 'major', { digest: daily(23), quiet: NIGHT })).toBe('2026-03-01T23:00');
    expect(at('2026-03-01T12:00', 'patch', { digest: daily(23), quiet: NIGHT })).toBe('2026-03-02T07:00');
    expect(at('2026-03-01T23:00', 'patch', { digest: daily(9), quiet: NIGHT })).toBe('2026-03-02T09:00');
  });
});

describe('in any zone at any time', () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
  const zone = fc.constantFrom(...zones);
  // Before 1980 some zones changed their offset for other reasons, by minutes.
  const now = fc.integer({ min: utc('1980-01-01T00:00') / 1_000, max: utc('2037-12-01T00:00') / 1_000 });
  const hour = fc.integer({ min: 0, max: 23 });
  const HOUR = 3_600_000;

  it('a daily digest comes within two days, at its hour or at the first moment after a jump over it', () => {
    fc.assert(
      fc.property(zone, now, hour, (name, second, wanted) => {
        const from = second * 1_000;
        const next = nextDigest(name, daily(wanted), from)!;
        expect(next).toBeGreaterThan(from);
        expect(next - from).toBeLessThanOrEqual(50 * HOUR);
        const atHour = wallAt(name, next) % (24 * HOUR) === wanted * HOUR;
        const jumped = wallAt(name, next) - wallAt(name, next - 1_000) > 1_000;
        expect(atHour || jumped).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('an hourly digest comes within one and a half hours, when the clock shows a full one', () => {
    fc.assert(
      fc.property(zone, now, (name, second) => {
        const next = nextDigest(name, hourly, second * 1_000)!;
        expect(next).toBeGreaterThan(second * 1_000);
        expect(next - second * 1_000).toBeLessThanOrEqual(1.5 * HOUR);
        expect(wallAt(name, next) % HOUR).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it('quiet hours end, and are over then', () => {
    const time = fc.tuple(hour, fc.constantFrom('00', '30')).map(([h, m]) => `${String(h).padStart(2, '0')}:${m}`);
    fc.assert(
      fc.property(zone, now, time, time, (name, second, from, to) => {
        fc.pre(from !== to);
        const end = endOfQuiet(name, { from, to, except: 'none' }, second * 1_000);
        if (end === null) return;
        expect(end).toBeGreaterThan(second * 1_000);
        expect(endOfQuiet(name, { from, to, except: 'none' }, end)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it('a wall time that exists is found', () => {
    fc.assert(
      fc.property(zone, now, (name, second) => {
        const wall = wallAt(name, second * 1_000);
        const moment = momentOf(name, wall);
        expect(wallAt(name, moment)).toBe(wall);
        expect(moment).toBeLessThanOrEqual(second * 1_000);
      }),
      { numRuns: 500 },
    );
  });
});
