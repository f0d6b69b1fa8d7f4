import { counted } from './common';

const KINDS: Record<string, string> = { major: 'Major', minor: 'Minor', patch: 'Patch', other: 'Other' };
const FLAGS: Record<string, string> = {
  prerelease: 'Pre-release',
  withdrawn: 'Withdrawn',
  latest: 'Latest',
  in_use: 'In use',
  notified: 'You were notified',
  available: 'On offer',
};
const signsOf = ({ kind, flags }: { kind: string; flags: ReadonlySet<string> }): string[] => [
  // What is neither is no news.
  ...(kind === 'other' ? [] : [KINDS[kind] ?? kind]),
  ...Object.keys(FLAGS).flatMap((flag) => (flags.has(flag) ? FLAGS[flag]!.toLowerCase() : [])),
];
const releaseDay = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

export const software = {
  title: 'Product',
  gone: {
    title: 'Removed from the catalogue',
    text: 'The operator has removed this product, or the address is wrong. A favorite of it is gone, too.',
    back: 'Back',
  },
  site: 'Site',
  notes: 'Notes',
  inUseAt: 'In use:',
  inUseAtOthers: (count: number) => `and at ${counted(count, 'other place')}`,
  inUse: 'In use',
  latest: 'Latest',
  nothingKnown: 'No versions known',
  upToDate: 'Up to date',
  notTracked: 'Not tracked',
  ownVersion: 'A version of your own: the catalogue does not know it.',
  behind: (count: number, prereleases: number) =>
    `${counted(count, 'release')} behind` + (prereleases > 0 ? `, and ${counted(prereleases, 'pre-release')}` : ''),
  outFor: 'out for',
  snoozedUntil: (day: string) => `Snoozed until ${day}`,
  muted: 'Muted: no messages are sent',
  excluded: (version: string) => `Newer, but not on offer: ${version}`,
  versions: {
    title: 'Versions',
    between: (from: string, to: string, count: number) => `Between ${from} and ${to}: ${counted(count, 'release')}`,
    all: (count: number) => counted(count, 'version'),
    none: (version: string) => `Nothing is newer than ${version}`,
    older: (version: string) => `${version} and older`,
    showOlder: 'Show older versions',
    hideOlder: 'Hide older versions',
    showAll: (count: number) => `Show all ${counted(count, 'release')}`,
    columns: { version: 'Version', step: 'Step', released: 'Released', notes: 'Notes', actions: 'Actions' },
    notesOf: (version: string) => `Notes of ${version}`,
    actionsOf: (version: string) => `What to do with ${version}`,
    use: 'This is in use',
    used: (name: string, version: string) => `${name}: ${version} is now in use`,
    skip: 'Skip this version',
    unskip: 'Stop skipping',
    onOffer: 'On offer',
    isLatest: 'Latest',
    isInUse: 'In use',
    isSkipped: 'Skipped',
    prerelease: 'Pre-release',
    withdrawn: (day: string) => `Withdrawn ${day}`,
    leftOut: 'Not offered',
  },
  ownNotes: {
    title: 'Notes to self',
    placeholder: 'Where it runs, who to ask, what to mind',
    saved: 'Notes saved.',
  },
  messagesTo: {
    title: 'Messages',
    default: 'My defaults',
    own: 'Own channels',
    defaultText: 'As your profile says, to your default channels.',
    channels: 'Channels',
    none: 'Nobody is told: no channel is chosen.',
    remind: 'Remind me while an update is outstanding',
    manage: 'Channels',
  },
  source: {
    title: 'Where this comes from',
    states: {
      live: 'Its source answers.',
      stale: 'Its source has not answered for longer than expected: newer versions may be missing.',
      failing: 'Its source did not answer the last time: newer versions may be missing.',
      snapshot: 'Its source has not been asked yet. What is shown is as old as the catalogue.',
      'no-source': 'Nobody can be asked for new versions. What is shown is as old as the catalogue.',
    },
    names: {
      live: 'Live',
      stale: 'Late',
      failing: 'Failing',
      snapshot: 'From the catalogue',
      'no-source': 'No source',
    },
    answered: 'Last answer',
    since: 'since',
    catalogue: (day: string) => `Catalogue of ${day}.`,
    off: 'This installation asks no sources (SOURCES=off).',
    tracked: 'Sources are asked only for products that somebody tracks.',
    howTo: 'An operator can give it one: PUT /api/v1/software/{id}/source.',
  },
  identifiers: 'Identifiers',
  search: {
    field: 'Search the catalogue',
    placeholder: 'Name, publisher, or the address of what you run',
    hint: 'Type at least two letters.',
    found: (found: number, all: number | undefined) =>
      all === undefined ? counted(found, 'product') : `${found.toLocaleString('en')} of ${counted(all, 'product')}`,
    results: (text: string) => `Products for “${text}”`,
    recent: 'Recently seen',
    nothing: (text: string) => `No product is called “${text}”`,
    similar: (text: string) => `“${text}” is not in the catalogue; similar:`,
    tracked: (version: string) => `Tracked, ${version} in use`,
    columns: { product: 'Product', latest: 'Latest', releases: '12 months', tracked: 'In use' },
    keys: '↑ ↓ to move, Enter to open, t to track',
    pages: 'Pages',
    controls: { first: 'First page', last: 'Last page', next: 'Next page', previous: 'Previous page' },
  },
  track: {
    title: 'Track a product',
    titleOf: (name: string) => `Track ${name}`,
    product: 'Product',
    placeholder: 'Name or publisher',
    nothing: (text: string) => `No product is called “${text}”.`,
    type: 'Type at least two letters.',
    isTracked: 'tracked',
    version: 'Version in use',
    versionHint: 'Choose from the list, or type what you run.',
    ownVersion: 'As typed, the catalogue does not know it: it would be kept as a version of your own.',
    submit: 'Track',
    done: (name: string) => `${name} is tracked.`,
  },
  sparkline: (total: number, silent: number) =>
    total === 0
      ? 'No releases in the last 12 months'
      : `${counted(total, 'release')} in the last 12 months` +
        (silent > 0 ? `, none in the last ${silent === 1 ? 'month' : `${silent} months`}` : ''),
  timeline: {
    title: 'Releases',
    range: 'Period',
    ranges: { '1y': '1 year', '2y': '2 years', all: 'All' },
    view: 'Shown as',
    plot: 'Plot',
    table: 'Table',
    tableOf: (name: string) => `Releases of ${name}`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    older: 'Older',
    kinds: KINDS,
    flags: FLAGS,
    signsOf,
    columns: { version: 'Version', released: 'Released', series: 'Series', signs: 'What it is' },
    count: (seen: number, all: number) =>
      seen === all ? counted(all, 'release') : `${counted(seen, 'release')} of ${all.toLocaleString('en')}`,
    dateless: 'The source gives no dates of releases: these are the times at which the versions were added.',
    summary: (
      count: number,
      of: {
        from: string | null;
        to: string | null;
        inUse: string | null;
        available: string | null;
        latest: string | null;
      },
    ) =>
      [
        count === 0 ? 'No releases' : `${counted(count, 'release')} from ${of.from} to ${of.to}`,
        of.inUse && `${of.inUse} is in use`,
        of.available && `${of.available} is on offer`,
        of.latest && `${of.latest} is the latest`,
      ]
        .filter(Boolean)
        .join('. ') + '.',
    markOf: (mark: { version: string; time: number; kind: string; flags: ReadonlySet<string> }) =>
      [mark.version, ...signsOf(mark), releaseDay.format(mark.time)].join(', '),
    inUse: (version: string) => `In use ${version}`,
    inUseEarlier: (version: string) => `← In use ${version}, earlier`,
    latest: (version: string) => `${version} latest`,
    available: (version: string) => `${version} on offer`,
    legend: 'What the signs mean',
    outside: (series: string) => `Outside the series ${series}`,
    tooYoung: (days: number) => `Younger than ${counted(days, 'day')}`,
    notes: 'Notes',
  },
  policy: {
    title: 'Policy',
    series: 'Stay on the series',
    seriesHint: 'Such as 1.30. Empty: any.',
    prereleases: 'Pre-releases count as updates',
    minimumAge: 'Minimum age',
    minimumAgeHint: 'Days since its release before a version is offered.',
    days: ' days',
    day: ' day',
    skipped: 'Skipped versions',
    skippedHint: 'Enter adds one.',
    snoozed: 'Snoozed until',
    snoozedHint: 'Nothing is offered until then.',
    offers: 'Would offer',
    offersNothing: 'Would offer nothing',
    not: 'not',
    reasons: {
      series: 'another series',
      skip: 'skipped',
      age: 'too young',
      prerelease: 'pre-release',
      snoozed: 'snoozed',
    } as Record<string, string>,
    others: (count: number) => `and ${counted(count, 'other')}`,
    reset: 'Discard',
  },
};
