import { messages } from '../../web/src/messages';
import { vulnerabilities } from '../../web/src/messages/en/vulnerabilities';

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

it('there are words for what keeps anybody from comparing versions', () => {
  const { noStable, noVersion } = messages.known;
  expect([noStable, ...Object.values(noVersion)]).toEqual([
    'No stable version is known',
    'No version is known: its source lists none',
    'No version is known yet: its source fails',
    'No version is known, and it has no source',
    'No version is known yet: its source has not been asked',
  ]);
});

it.each([
  [0, 2, 'Nothing newer is known'],
  [1, 2, '1 of 2 favorites is up to date'],
  [1, 1, 'Your favorite is up to date'],
])('of %d of %d favorites somebody knows that they are up to date: %s', (sure, tracked, said) => {
  expect(messages.favorites.updates.upToDate(sure, tracked)).toBe(said);
});
