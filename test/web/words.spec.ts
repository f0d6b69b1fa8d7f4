import { messages } from '../../web/src/messages';
import { vulnerabilities } from '../../web/src/messages/en/vulnerabilities';
import { type Known, unknownWords } from '../../web/src/parts/known-words';

// Has JSX in it, and nothing of it is used here.
jest.mock('../../web/src/parts/relative-time', () => ({}));

it.each([
  ['has', ['12.3.0', 2, 2, 0], 'Version 12.3.0 has 2 known vulnerabilities: 2 critical.'],
  ['has', ['1.0', 4, 1, 1], 'Version 1.0 has 4 known vulnerabilities: 1 critical, 1 known to be exploited.'],
  ['has', ['2.500', 1, 0, 0], 'Version 2.500 has 1 known vulnerability.'],
  ['fixedBy', ['13.0.1', 1, 2], 'The update to 13.0.1 fixes 1 of 2.'],
  ['fixedBy', ['1.30.4', 4, 4], 'The update to 1.30.4 fixes all 4.'],
  ['fixedBy', ['2.504', 0, 1], 'The update to 2.504 does not fix it.'],
  ['fixedBy', ['2.504', 0, 2], 'The update to 2.504 does not fix any of them.'],
  ['unclear', ['1.0', 0, 2], 'It is not clear whether version 1.0 is vulnerable: about 2 the databases disagree.'],
  [
    'noneKnown',
    [['Bitnami'], '2026-08-05T00:00:00Z'],
    "None of Bitnami's records is about this version, as of August 5, 2026. That doesn't mean there are none.",
  ],
] as const)('what is said of known vulnerabilities: %s of %j', (name, given, said) => {
  expect((vulnerabilities[name] as (...all: readonly unknown[]) => string)(...given)).toBe(said);
});

const NOBODY: Known = { state: 'no-source', known: 'nothing', checked_at: null };

it.each<[string | null, Partial<Known>]>([
  [null, { known: 'stable' }],
  ['No stable version is known', { known: 'prereleases' }],
  ['No version is known, and it has no source', {}],
  ['No version is known yet: its source has not been asked', { state: 'snapshot' }],
  ['No version is known yet: its source fails', { state: 'failing' }],
  ['No version is known: its source lists none', { state: 'live', checked_at: '2026-08-05T00:00:00Z' }],
])('what is said where no version can be compared: %s', (said, known) => {
  expect(unknownWords({ ...NOBODY, ...known })).toBe(said);
});

it.each([
  [0, 2, 'Nothing newer is known'],
  [1, 2, '1 of 2 favorites is up to date'],
  [1, 1, 'Your favorite is up to date'],
])('of %d of %d favorites somebody knows that they are up to date: %s', (sure, tracked, said) => {
  expect(messages.favorites.updates.upToDate(sure, tracked)).toBe(said);
});
