import type { ListedVersionResponse } from '../../web/src/api/generated';
import { fromLocalTime, toLocalTime } from '../../web/src/parts/policy-values';
import { behindOf } from '../../web/src/software/behind';
import { matchesIn } from '../../web/src/parts/matches';

const version = (
  id: string,
  details: Partial<NonNullable<ListedVersionResponse['details']>> = {},
): ListedVersionResponse => ({
  id,
  version: id,
  created_at: '2026-01-01T00:00:00.000000Z',
  details: { notes_url: null, prerelease: false, withdrawn_at: null, left_out: null, kind: 'minor', ...details },
});

describe('how far behind', () => {
  const newer = [
    version('2.0'),
    version('1.5'),
    version('1.5-rc', { prerelease: true }),
    version('1.4', { withdrawn_at: '2026-02-01T00:00:00.000000Z' }),
    version('1.3'),
  ];

  it('does not count what is not offered', () => {
    const [two, ...others] = newer;
    const all = [two!, version('1.9', { left_out: 'It is deprecated' }), ...others];
    expect(behindOf(all, 6, { id: '2.0', prerelease: false })).toEqual({ releases: 3, prereleases: 1 });
  });

  it('counts from the version on offer down, without withdrawn ones, pre-releases apart', () => {
    expect(behindOf(newer, 5, { id: '2.0', prerelease: false })).toEqual({ releases: 3, prereleases: 1 });
    expect(behindOf(newer, 5, { id: '1.5', prerelease: false })).toEqual({ releases: 2, prereleases: 1 });
    expect(behindOf(newer, 5, { id: '1.5-rc', prerelease: true })).toEqual({ releases: 2, prereleases: 0 });
    expect(behindOf(newer, 5, { id: '1.3', prerelease: false })).toEqual({ releases: 1, prereleases: 0 });
  });

  it('counts those that are not read yet', () => {
    expect(behindOf(newer, 905, { id: '2.0', prerelease: false })).toEqual({ releases: 903, prereleases: 1 });
  });
});

describe('what was searched for', () => {
  const marked = (text: string, search: string) =>
    matchesIn(text, search)
      .map(([piece, isMatch]) => (isMatch ? `[${piece}]` : piece))
      .join('');

  it.each([
    ['Redis', 'red', '[Red]is'],
    ['refreshenv', 're', '[re]f[re]shenv'],
    ['Red Hat OpenShift', 'shift red', '[Red] Hat Open[Shift]'],
    ['Kühlschrank', 'kuhl', '[Kühl]schrank'],
    ['Kuhl', 'kühl', '[Kuhl]'],
    ['ŁÓDŹ', 'ódź', 'Ł[ÓDŹ]'],
    ['aaaa', 'aa', '[aaaa]'],
    ['Redis', '', 'Redis'],
    ['Redis', 'nothing', 'Redis'],
    ['<b>red</b>', 'b', '<[b]>red</[b]>'],
    ['متصفح سريع', 'سريع', 'متصفح [سريع]'],
    ['😀red', 'red', '😀[red]'],
  ])('of %s, %s is marked', (text, search, expected) => {
    expect(marked(text, search)).toBe(expected);
    expect(
      matchesIn(text, search)
        .map(([piece]) => piece)
        .join(''),
    ).toBe(text);
  });
});

describe('a moment in a field', () => {
  it('comes back as it was, to the minute', () => {
    const time = '2026-11-23T14:05:00.000Z';
    expect(fromLocalTime(toLocalTime(time))).toBe(time);
    expect(toLocalTime(time)).toMatch(/^2026-11-2\d[T]\d\d:\d\d$/);
  });

  it('is none for an empty field and for what is no time', () => {
    expect([toLocalTime(null), fromLocalTime(''), fromLocalTime('soon')]).toEqual(['', null, null]);
  });
});
