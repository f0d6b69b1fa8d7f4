import { orderingFor } from 'version-order';
import { type Cycle, isSupportDay } from '../../src/version/lifecycle/product-cycle';
import { rangeOf } from '../../src/version/lifecycle/lifecycle.store';
import { cycleOf, NO_LAST_DAY, supportFacts, SupportKind, supportOf } from '../../src/version/lifecycle/support';

const TODAY = '2026-08-22';
const generic = orderingFor({ scheme: 'generic' });
const byDate = orderingFor({ scheme: 'date' });

function cycle(name: string, facts: Partial<Cycle> = {}, ordering = generic): Cycle {
  return {
    id: name,
    cycle: name,
    label: null,
    releasedOn: null,
    ltsFrom: null,
    activeUntil: null,
    eolOn: null,
    isEol: null,
    extendedUntil: null,
    isExtendedOver: null,
    latest: null,
    link: null,
    asOf: TODAY,
    isGone: false,
    origin: null,
    ...rangeOf(ordering, name),
    ...facts,
  };
}

function match(label: string, cycles: Cycle[], ordering = generic): string | null {
  const found = cycleOf(ordering.read(label).key, ordering.versionIn(label), cycles, TODAY);
  return typeof found === 'string' || found === null ? found : found.cycle;
}

describe('the cycle of a version', () => {
  const cycles = [cycle('3'), cycle('3.1'), cycle('2.0', { isEol: true }), cycle('2', { eolOn: '2020-01-01' })];

  it.each([
    ['3.1.7', '3.1'],
    ['3.10.2', '3'],
    ['3.1-rc1', '3.1'],
    ['v3.2', '3'],
    ['2.0.1', '2.0'],
    ['2.7', '2'],
    ['4.0', null],
    ['nightly', null],
  ])('%s belongs to %s', (label, expected) => {
    expect(match(label, cycles)).toBe(expected);
  });

  it('is older than the oldest one, if that has ended', () => {
    expect(match('1.9', cycles)).toBe('older');
    expect(match('1.9', [cycle('2', { eolOn: '2026-08-22' })])).toBe(null);
    expect(match('1.9', [cycle('2', { isEol: true })])).toBe('older');
    expect(match('1.9', [cycle('2')])).toBe(null);
    expect(match('1.9', [cycle('2', { eolOn: '2020-01-01', extendedUntil: '2030-01-01' })])).toBe(null);
  });

  it('is found by name where versions have no order', () => {
    const phones = [cycle('15', {}, byDate), cycle('15-pro', { latest: 'A3101' }, byDate)];
    expect(match('15', phones, byDate)).toBe('15');
    expect(match('15-Pro', phones, byDate)).toBe('15-pro');
    expect(match('15-pro-max', phones, byDate)).toBe('15-pro');
    expect(match('a3101', phones, byDate)).toBe('15-pro');
    expect(match('150', phones, byDate)).toBe(null);
  });

  it('is unknown without cycles', () => {
    expect(match('1.0', [])).toBe(null);
  });
});

describe('the support of a cycle', () => {
  const full = cycle('14', { activeUntil: '2025-01-01', eolOn: '2026-11-12', extendedUntil: '2028-01-01' });

  it.each([
    ['2026-08-13', 'supported', 91],
    ['2026-08-14', 'ending', 90],
    ['2026-11-12', 'ending', 0],
    ['2026-11-13', 'extended', -1],
    ['2028-01-01', 'extended', -415],
    ['2028-01-02', 'ended', -416],
  ])('is on %s %s', (today, state, daysLeft) => {
    expect(supportOf(full, today)).toMatchObject({ state, daysLeft, eolOn: '2026-11-12', basis: 'eol' });
  });

  it('is judged by the day that the user cares for', () => {
    expect(supportOf(full, TODAY, { basis: 'active' })).toMatchObject({ state: 'ended', eolOn: '2025-01-01' });
    expect(supportOf(full, '2027-01-01', { basis: 'extended' })).toMatchObject({
      state: 'supported',
      eolOn: '2028-01-01',
    });
    expect(supportOf(full, TODAY, { until: '2031-01-01' })).toMatchObject({ state: 'supported', basis: 'contract' });
    expect(supportOf(null, TODAY, { until: '2026-08-21' })).toMatchObject({ state: 'ended', daysLeft: -1 });
  });

  it('falls back to the end of support where the other day is unknown', () => {
    const plain = cycle('1', { eolOn: '2026-01-01' });
    for (const basis of ['active', 'extended'] as const)
      expect(supportOf(plain, TODAY, { basis })).toMatchObject({ state: 'ended', eolOn: '2026-01-01', basis: 'eol' });
  });

  it('is never supported when nothing is known', () => {
    expect(supportOf(null, TODAY).state).toBe('unknown');
    expect(supportOf(cycle('1'), TODAY).state).toBe('unknown');
    expect(supportOf('older', TODAY)).toMatchObject({ state: 'ended', eolOn: null, daysLeft: null });
  });

  it('may have no known day', () => {
    expect(supportOf(cycle('1', { isEol: false }), TODAY).state).toBe('supported');
    expect(supportOf(cycle('1', { isEol: true }), TODAY).state).toBe('ended');
    const open = cycle('1', { eolOn: '2020-01-01', isExtendedOver: false });
    expect(supportOf(open, TODAY)).toMatchObject({ state: 'extended', extendedUntil: NO_LAST_DAY });
    expect(supportFacts(open, { basis: 'extended' }).kind).toBe(SupportKind.Supported);
    expect(supportOf(cycle('1', { isEol: true, isExtendedOver: true }), TODAY).state).toBe('ended');
  });
});

it.each([
  ['1970-01-01', true],
  ['2199-12-31', true],
  ['2200-01-01', false],
  ['1969-12-31', false],
  ['2026-02-29', false],
  ['2026-2-1', false],
  ['2026-01-01T00:00:00Z', false],
])('%s is a day of support: %s', (text, expected) => {
  expect(isSupportDay(text)).toBe(expected);
});
