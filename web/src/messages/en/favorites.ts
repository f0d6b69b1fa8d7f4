import { common, counted } from './common';
import { dateFormat } from '../locale';

const clock = dateFormat({ timeStyle: 'short' });

export const favorites = {
  columns: {
    name: 'Name',
    change: 'In use → available',
    reasons: 'Why',
    state: 'State',
    actions: 'Actions',
  },
  wayOf: (from: string, to: string) => `${from} → ${to}`,
  notes: 'Notes',
  actionsOf: (name: string) => `Actions for ${name}`,
  skipVersion: (version: string) => `Skip ${version}`,
  filter: 'Filter by name',
  filterButton: { title: 'Filter', label: (set: string) => (set ? `Filter: ${set}` : 'Filter') },
  tags: 'Tags',
  editTags: 'Edit tags …',
  clearFilter: 'Clear the filter',
  noMatch: (what: string) => `No favorite matches ${what}`,
  filters: {
    q: (text: string) => `“${text}”`,
    tag: (tag: string) => `tag ${tag}`,
    kind: (step: string) => `step ${step.toLowerCase()}`,
    matters: (group: string) => `group “${group}”`,
    publisher: (name: string) => `publisher ${name}`,
    update: { true: 'has an update', false: 'has no update' },
    state: { snoozed: 'snoozed', muted: 'muted', policy: 'has a policy' },
    freshness: {
      live: 'source answers',
      stale: 'not checked lately',
      snapshot: 'not checked yet',
      'no-source': 'no source',
      failing: 'source fails',
    },
    known: { stable: 'stable version known', prereleases: 'no stable version known', nothing: 'no version known' },
  },
  versions: {
    asOf: (day: string, isChecking: boolean) => `Versions as of ${day}${isChecking ? '; checking now' : ''}.`,
    checked: (time: string) => `Checked ${time}.`,
    fail: (count: number) => `${counted(count, 'source fails', 'sources fail')}.`,
  },
  updates: {
    label: 'Updates',
    attention: (count: number, all: number) =>
      `${count === 0 ? 'None' : common.number(count)} of ${common.number(all)} ${count > 1 ? 'need' : 'needs'} attention.`,
    by: (group: string) => `by ${group}`,
    group: 'Group by',
    groups: { matters: 'What matters', step: 'Step', publisher: 'Publisher', age: 'Age' },
    matters: {
      groups: {
        exploited: 'Known to be exploited',
        fixes: 'Fixes vulnerabilities',
        breaking: 'Breaking changes',
        support: 'Support ends',
        behind: 'Far behind',
      },
      behind: (days: number) => {
        const months = Math.floor(days / 30.44);
        return months < 24
          ? `${common.number(months)} months behind`
          : `${common.number(Math.floor(months / 12))} years behind`;
      },
    },
    ages: { week: 'Last 7 days', month: 'Last 30 days', quarter: 'Last 90 days', older: 'Older' },
    updateAll: (count: number | undefined) =>
      count === undefined ? 'Mark all as updated' : `Mark all ${common.number(count)} as updated`,
    skipAll: (count: number | undefined) => (count === undefined ? 'Skip all' : `Skip all ${common.number(count)}`),
    groupAction: (group: string) => `Actions for all of: ${group}`,
    news: (count: number) => `${common.number(count)} new`,
    moved: 'The list has changed',
    show: 'Show',
    /** @param checked of which a check says so; nothing newer is known of the others, but nobody asked */
    upToDate: (checked: number, tracked: number) => {
      if (checked <= 0) return 'Nothing newer is known';
      if (checked < tracked)
        return `${common.number(checked)} of ${counted(tracked, 'favorite')} ${checked === 1 ? 'is' : 'are'} up to date`;
      return tracked === 1 ? 'Your favorite is up to date' : `All ${common.number(tracked)} favorites are up to date`;
    },
    /** Of none it can be said. */
    allUnknown: 'No stable version is known yet',
    lastCheck: (time: Date) => `Last check ${clock.format(time)}.`,
    noCheck: 'No check has run yet.',
    others: (snoozed: number, muted: number) =>
      [snoozed > 0 ? `${common.number(snoozed)} snoozed` : '', muted > 0 ? `${common.number(muted)} muted` : '']
        .filter(Boolean)
        .join(', '),
    freshness: {
      'no-source': (count: number) =>
        `${counted(count, 'product has', 'products have')} no source: new versions are not looked for.`,
      snapshot: (count: number) =>
        `${counted(count, 'product was', 'products were')} never checked: what is known comes from the catalogue file.`,
      failing: (count: number) => `The source of ${counted(count, 'product')} does not answer.`,
      stale: (count: number) => `The source of ${counted(count, 'product')} was not checked lately.`,
    },
    known: {
      nothing: (count: number) => `Of ${counted(count, 'product')} no version is known yet.`,
      prereleases: (count: number) => `Of ${counted(count, 'product')} no stable version is known.`,
    },
    see: 'See which',
    channelsFail: (count: number) =>
      `${counted(count, 'channel does', 'channels do')} not work: messages may not arrive.`,
    seeChannels: 'See the channels',
  },
  list: {
    label: 'Favorites',
    total: (count: number) => counted(count, 'favorite'),
    publisher: 'Publisher',
    step: 'Step',
    state: 'State',
    source: 'Source',
    any: 'Any',
    outdated: 'Has an update',
    current: 'Has no update',
    states: { snoozed: 'Snoozed', muted: 'Muted', policy: 'Has a policy' },
    freshness: {
      live: 'Answers',
      stale: 'Not asked recently',
      snapshot: 'Never asked',
      'no-source': 'None',
      failing: 'Fails',
    },
    versions: 'Versions known',
    known: { stable: 'A stable one', prereleases: 'Pre-releases only', nothing: 'None' },
    order: 'Order',
    reversed: 'Reversed',
    orders: {
      software: 'By name',
      '-risk': 'By risk',
      kind: 'By step',
      '-available_at': 'By age',
      eol: 'By support',
      publisher: 'By publisher',
    },
    none: 'Nothing is tracked yet',
    noneText: 'Say which products you use and in which version.',
  },
  policy: {
    series: (series: string) => `on ${series}`,
    prereleases: 'pre-releases',
    age: (days: number) => `from ${counted(days, 'day')}`,
    skips: (count: number) => `${common.number(count)} skipped`,
    snoozed: (day: string) => `snoozed until ${day}`,
    muted: 'muted',
  },
  selection: {
    count: (count: number) => `${common.number(count)} selected`,
    all: (count: number) => `All ${common.number(count)} that match`,
    selectAll: (count: number) => `Select all ${common.number(count)}`,
    bar: 'Selection',
  },
};
