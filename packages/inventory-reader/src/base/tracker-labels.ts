import { readExclude, readInclude, type TagFilter } from './tag-filter';

/** What labels of other trackers say of a container. */
export interface SaidByLabels {
  /** The label that leaves it out, such as `wud.watch=false`. */
  ignored?: string;
  policy?: LabelPolicy;
  /** Labels that a policy cannot follow. */
  remarks?: { label: string; reason: string }[];
}

/** What they say of its versions, as far as a policy can say it. */
export interface LabelPolicy {
  /** What it is from, such as `wud.tag.include`. */
  labels: string[];
  prereleases: boolean;
  /** Such as `16`; null = any. */
  series: string | null;
  minimumAgeDays: number | null;
}

class Said {
  readonly taken: string[] = [];
  isOn = false;
  off: string | undefined;
  filter: TagFilter | null = null;
  age: number | null = null;

  constructor(
    readonly labels: ReadonlyMap<string, string>,
    readonly tag: string | null,
  ) {}
}

/** Why a label cannot be followed, or takes up what it says: null = it did, or there is nothing to do. */
type Meaning = string | null | ((said: Said, value: string, label: string) => string | null);

/** Labels of a container that are looked at: each tracker knows some thirty, and thousands of containers may share theirs. */
export const LABELS_AT_MOST = 64;

/** As Go's ParseBool reads it. */
const FLAG = /^(?:(1|t|true)|0|f|false)$/i;

const watch: Meaning = (said, value, label) => {
  const flag = FLAG.exec(value);
  if (!flag) return 'it is neither true nor false';
  if (flag[1] !== undefined) said.isOn = true;
  else said.off ??= `${label}=false`;
  return null;
};

const take = (said: Said, label: string): null => {
  said.taken.push(label);
  return null;
};

/** Diun's are lists, of which a long one is refused as one. */
const filtersIn = (value: string, label: string) =>
  label.endsWith('_tags') && value.length <= 2_000 ? value.split(';').filter((one) => one.trim() !== '') : [value];

const include: Meaning = (said, value, label) => {
  let { filter } = said;
  for (const one of filtersIn(value, label)) {
    const read = readInclude(one, said.tag);
    if (typeof read === 'string') return read;
    filter ??= read;
    if (filter.series !== read.series || filter.prereleases !== read.prereleases) return 'a policy has one series only';
  }
  said.filter = filter;
  return take(said, label);
};

const exclude: Meaning = (said, value, label) => {
  const reason = filtersIn(value, label)
    .map(readExclude)
    .find((one) => one !== null);
  return reason ?? take(said, label);
};

const takeAge = (said: Said, days: number, label: string): string | null => {
  if (!Number.isInteger(days) || days > 3_650) return 'a policy has an age of whole days, up to 3,650';
  if (days === 0) return null;
  said.age = days;
  return take(said, label);
};

const age: Meaning = (said, value, label) => {
  const [, count, unit] = /^(\d{1,6})([hdw]?)$/.exec(value) ?? [];
  const hours = unit === 'h' ? 1 : unit === 'w' ? 168 : unit === 'd' || count === '0' ? 24 : NaN;
  return takeAge(said, (Number(count) * hours) / 24, label);
};

const maturity: Meaning = (said, _value, label) => {
  const of = (name: string) => said.labels.get(`dd.updatePolicy.maturity${name}`);
  if (of('Mode') === 'mature') return takeAge(said, Number(of('MinAgeDays') ?? 7), label);
  return of('Mode') === undefined ? 'it counts with dd.updatePolicy.maturityMode=mature only' : null;
};

const CHANNELS = 'channels are chosen at the favorite or in the profile';
const INSTALLS = 'updates are told of here, and not installed';
const SHOWN = 'a favorite is shown by the name of its product';
const LINKS = 'the product says where its releases are, and how they are asked for';

/** What both WUD and drydock, which is made from it, know. */
const COMMON: [RegExp, Meaning][] = [
  [/^watch$/, watch],
  [/^tag\.include$/, include],
  [/^tag\.exclude$/, exclude],
  [/^(?:watch|tag)\.delay$/, age],
  [/^(?:watch\.digest|tag\.family|tag\.pin\.info)$/, null],
  [/^(?:tag\.transform|inspect\..*)$/, 'the product says how its tags are read'],
  [/^(?:link|source|registry)\./, LINKS],
  [/^(?:display\..*|group|stack)$/, SHOWN],
  [/^(?:trigger|notification)\./, CHANNELS],
];

/** In the order in which they count; of a label, its first meaning. */
const TRACKERS: { prefix: string; meanings: [RegExp, Meaning][] }[] = [
  // https://getdrydock.com/docs/configuration/watchers
  {
    prefix: 'dd.',
    meanings: [
      ...COMMON,
      [/^updatePolicy\.maturity/, maturity],
      [/^updatePolicy\.skip/, 'a favorite that skips a version skips the older ones, too'],
      [/^(?:action|hook|rollback|compose|webhook|update|runtime)\./, INSTALLS],
    ],
  },
  // https://getwud.app/docs/configuration/watchers/labels
  { prefix: 'wud.', meanings: COMMON },
  // https://crazymax.dev/diun/providers/docker/#docker-labels
  {
    prefix: 'diun.',
    meanings: [
      [/^enable$/, watch],
      [/^include_tags$/, include],
      [/^exclude_tags$/, exclude],
      [/^(?:watch_repo|sort_tags|max_tags)$/, null],
      [/^notify_on$/, (_, value) => (value.includes('new') ? null : 'new versions are told of, too')],
      [/^(?:regopt|platform|hub_link)$/, LINKS],
      [/^metadata/, SHOWN],
    ],
  },
  // https://containrrr.dev/watchtower/container-selection
  {
    prefix: 'com.centurylinklabs.watchtower.',
    meanings: [
      [/^enable$/, watch],
      [/^(?:monitor-only|no-pull)$/, null],
      [/^cooldown-(?:delay|period)$/, age],
      [/^(?:scope|depends-on|stop-signal|lifecycle\..*)$/, INSTALLS],
    ],
  },
];

export const isTrackerLabel = (name: string): boolean => TRACKERS.some(({ prefix }) => name.startsWith(prefix));

/** What labels of Watchtower, WUD, drydock and Diun say of a container. @param tag of its image; null = none */
export function saidByLabels(labels: ReadonlyMap<string, string>, tag: string | null): SaidByLabels {
  const given = [...labels].filter(([name]) => isTrackerLabel(name)).slice(0, LABELS_AT_MOST);
  if (given.length === 0) return {};
  const said = new Said(new Map(given), tag);
  const remarks = TRACKERS.flatMap(({ prefix, meanings }) =>
    given
      .filter(([label]) => label.startsWith(prefix))
      .flatMap(([label, value]) => {
        const [, meaning] = meanings.find(([name]) => name.test(label.slice(prefix.length))) ?? [null, 'it is unknown'];
        const reason = typeof meaning === 'function' ? meaning(said, value.trim(), label) : meaning;
        return reason === null ? [] : [{ label, reason }];
      }),
  );
  const { series = null, prereleases = false } = said.filter ?? {};
  return {
    // Who has one tracker leave out what another one watches wants it watched.
    ...(said.off !== undefined && !said.isOn && { ignored: said.off }),
    ...(said.taken.length > 0 && { policy: { labels: said.taken, prereleases, series, minimumAgeDays: said.age } }),
    ...(remarks.length > 0 && { remarks }),
  };
}
