import { counted } from './common';

export const behind = {
  title: 'How far behind',
  lead: 'What you use against what was on offer, day by day.',
  periods: { label: 'Period', year: 'One year', years: 'Two years' },
  nothing: 'Nothing is recorded yet',
  nothingText: 'Once a day the service writes down how far behind your favorites are. Come back tomorrow.',
  knownSince: (day: string) => `Recorded since ${day}. What was before is not known.`,
  notKnown: 'not known',
  table: 'Table',
  plot: 'Plot',
  hint: 'Arrow keys move from day to day.',
  day: 'From',
  month: 'Month',
  dayOf: (day: string, parts: string[]) => `${day}: ${parts.join(', ')}`,
  steps: {
    title: 'Favorites with an update',
    tracked: 'tracked',
    kinds: { patch: 'patch', minor: 'minor', major: 'major', other: 'other' },
    summary: (outdated: number, tracked: number) =>
      `${counted(outdated, 'favorite')} of ${tracked} had an update when last recorded.`,
  },
  age: {
    title: 'Days behind',
    median: 'median',
    worst: 'worst',
    summary: (median: number | null, worst: number | null) =>
      median === null
        ? 'How many days it is behind is not known of any favorite with an update, or there is none.'
        : `Half of what has an update is behind by ${counted(median, 'day')} or more, the worst by ${counted(worst ?? median, 'day')}.`,
    explained:
      'From the release of the version in use to the release of the one on offer. Favorites without an update, or without known days, do not count.',
  },
  updates: {
    title: 'Updates made',
    series: 'updates',
    summary: (total: number) => `${counted(total, 'update')} in this time.`,
    explained: 'What you marked as updated, up to yesterday. What inventories and programs reported does not count.',
  },
};
