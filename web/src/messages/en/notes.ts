import { common, counted } from './common';

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const FEW = 5;

/** What releases say of themselves. */
export const notes = {
  title: 'Release notes',
  // Without a number: other lists count withdrawn releases, and those that the policy leaves out.
  none: (count: number) =>
    count === 1 ? 'No notes of this release are known.' : 'No notes of these releases are known.',
  notAsked: 'Nobody has asked for release notes of this product yet.',
  noneHere: 'No notes of the newest releases are known.',
  without: (versions: string[], all: number) => {
    const shown = versions.slice(0, FEW);
    const more = versions.length - shown.length;
    const named = list.format(more > 0 ? [...shown, `${common.number(more)} more`] : shown);
    return `Without notes: ${common.number(versions.length)} of ${counted(all, 'release')} (${named}).`;
  },
  breaking: (count: number) => counted(count, 'breaking change'),
  moreBreaking: (count: number) => `Show ${counted(count, 'more breaking change')}`,
  security: 'Security',
  mentions: 'Speaks of security',
  original: 'Original',
  originalOf: (version: string) => `Original notes of ${version}`,
  all: 'Show all',
  allOf: (version: string) => `Show all notes of ${version}`,
  fewer: 'Show less',
  fewerOf: (version: string) => `Show less of the notes of ${version}`,
  cut: 'These notes are longer than what is kept.',
  more: (count: number) => `Show the notes of ${counted(count, 'more release')}`,
  older: 'Show older releases',
};
