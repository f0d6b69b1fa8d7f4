import { nextAlert, noticeDays } from '../../src/favorite/store/next-alert';

const FAVORITE = '10000000-0000-4000-8000-000000000001';
const CYCLE = '30000000-0000-4000-8000-000000000014';
const subject = (rest: string) => `support:${CYCLE}:${rest}`;

/** PostgreSQL 14: its last day is 2026-11-12. */
const at = (today: string, values: Partial<Parameters<typeof nextAlert>[0]> = {}) =>
  nextAlert(
    {
      favoriteId: FAVORITE,
      lifecycleId: CYCLE,
      eolOn: '2026-11-12',
      notice: null,
      dueOn: today,
      alreadyNotified: [],
      ...values,
    },
    today,
  );

describe('the alert that is due', () => {
  it('is none long before the end, and the day of the first is known', () => {
    expect(at('2026-01-01')).toEqual({ alert: null, next: '2026-08-14' });
  });

  it.each([
    ['2026-08-14', '90', 'support.ending', '2026-10-13'],
    ['2026-10-13', '30', 'support.ending', '2026-11-05'],
    ['2026-11-05', '7', 'support.ending', '2026-11-13'],
    ['2026-11-13', '0', 'support.ended', null],
  ])('comes at each threshold: on %s that of %s days', (today, threshold, kind, next) => {
    expect(at(today)).toEqual({
      alert: { favoriteId: FAVORITE, kind, subject: subject(`2026-11-12:${threshold}`) },
      next,
    });
  });

  it('is sent once, also when the favorite is looked at again', () => {
    expect(at('2026-10-14', { alreadyNotified: [subject('2026-11-12:30')] })).toEqual({
      alert: null,
      next: '2026-11-05',
    });
    expect(at('2026-11-20', { alreadyNotified: [subject('2026-11-12:0'), subject('2026-11-12:7')] }).alert).toBeNull();
  });

  it('is only the nearest after an outage, however long that was', () => {
    const alreadyNotified = [subject('2026-11-12:90')];
    expect(at('2026-11-07', { dueOn: '2026-10-13', alreadyNotified }).alert?.subject).toBe(subject('2026-11-12:7'));
    expect(at('2027-06-01', { dueOn: '2026-10-13', alreadyNotified }).alert).toEqual({
      favoriteId: FAVORITE,
      kind: 'support.ended',
      subject: subject('2026-11-12:0'),
    });
  });

  it('is none for a threshold that was long past when it became known', () => {
    expect(at('2026-09-20')).toEqual({ alert: null, next: '2026-10-13' });
    expect(at('2026-08-20').alert?.subject).toBe(subject('2026-11-12:90'));
    expect(at('2026-12-24')).toEqual({ alert: null, next: null });
    expect(at('2026-11-20').alert?.kind).toBe('support.ended');
  });

  it('is sent once of a date that has moved by more than 14 days', () => {
    const alreadyNotified = [subject('2026-10-01:30')];
    expect(at('2026-09-05', { alreadyNotified })).toEqual({
      alert: { favoriteId: FAVORITE, kind: 'support.ending', subject: subject('2026-11-12:90:2026-10-01') },
      next: '2026-10-13',
    });
    expect(
      at('2026-09-06', { alreadyNotified: [subject('2026-11-12:90:2026-10-01'), ...alreadyNotified] }).alert,
    ).toBeNull();
    const later = at('2026-09-06', { eolOn: '2028-11-12', alreadyNotified });
    expect(later).toEqual({
      alert: { favoriteId: FAVORITE, kind: 'support.ending', subject: subject('2028-11-12:moved:2026-10-01') },
      next: '2028-08-14',
    });
    const again = {
      eolOn: '2028-11-12',
      alreadyNotified: [subject('2028-11-12:moved:2026-10-01'), ...alreadyNotified],
    };
    expect(at('2026-09-07', again)).toEqual({ alert: null, next: '2028-08-14' });
    expect(at('2028-08-14', again).alert?.subject).toBe(subject('2028-11-12:90'));
  });

  it('says nothing of a date that has moved by less, and tells no threshold twice', () => {
    expect(at('2026-10-14', { alreadyNotified: [subject('2026-10-30:30')] })).toEqual({
      alert: null,
      next: '2026-11-05',
    });
    expect(at('2026-11-05', { alreadyNotified: [subject('2026-10-30:30')] }).alert?.subject).toBe(
      subject('2026-11-12:7'),
    );
  });

  it('ignores alerts of another cycle', () => {
    const other = 'support:30000000-0000-4000-8000-000000000013:2026-11-12:30';
    expect(at('2026-10-13', { alreadyNotified: [other] }).alert?.subject).toBe(subject('2026-11-12:30'));
    expect(at('2026-10-13', { lifecycleId: null, alreadyNotified: [other] }).alert?.subject).toBe(
      'support:own:2026-11-12:30',
    );
  });

  it('is none without a date, and when the notice is off', () => {
    for (const values of [{ eolOn: null }, { notice: '' }, { notice: '[]' }])
      expect(at('2026-11-05', values)).toEqual({ alert: null, next: null });
    expect(at('2026-11-05', { notice: '180,10' })).toEqual({
      alert: { favoriteId: FAVORITE, kind: 'support.ending', subject: subject('2026-11-12:10') },
      next: null,
    });
  });
});

it('days of notice are read in any order', () => {
  expect(noticeDays('7,0,90')).toEqual([90, 7, 0]);
  expect(noticeDays(null)).toEqual([90, 30, 7, 0]);
});
