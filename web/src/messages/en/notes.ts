import { common, counted } from './common';

/** What releases say of themselves. */
export const notes = {
  title: 'Release notes',
  // Without a number: other lists count withdrawn releases, and those that the policy leaves out.
  none: (count: number) =>
    count === 1 ? 'No notes of this release are known.' : 'No notes of these releases are known.',
  notAsked: 'The release notes of this product have not been fetched yet.',
  noneHere: 'No notes of the newest releases are known.',
  without: (count: number, all: number) => `Without notes: ${common.number(count)} of ${counted(all, 'release')}.`,
  breaking: (count: number) => counted(count, 'breaking change'),
  moreBreaking: (count: number) => `Show ${counted(count, 'more breaking change')}`,
  security: 'Security',
  mentions: 'Speaks of security',
  original: 'Original',
  originalOf: (version: string) => `Original notes of ${version}`,
  all: 'Show all',
  allOf: (version: string) => `Show all notes of ${version}`,
  cut: 'These notes are longer than what is kept.',
  more: (count: number) => `Show the notes of ${counted(count, 'more release')}`,
  older: 'Show older releases',
};
