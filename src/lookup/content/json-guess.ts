/** Names that documents give to a version, the date of its release and so on, the likeliest first. */
const NAMES = {
  version: [
    'version',
    'tag_name',
    'tag',
    'version_number',
    'versionNumber',
    'name',
    'ver',
    'number',
    'label',
    'release',
  ],
  date: [
    'date',
    'released_at',
    'release_date',
    'releaseDate',
    'released',
    'published_at',
    'publishedAt',
    'created_at',
    'time',
  ],
  prerelease: ['prerelease', 'pre_release', 'preRelease', 'is_prerelease', 'isPrerelease'],
  notes: ['notes_url', 'notesUrl', 'html_url', 'changelog', 'url'],
} as const;

/** Names of lists. */
const LISTS = ['releases', 'versions', 'items', 'data', 'results', 'tags', 'entries'];
/** Names of the one version that a document is about. */
const LATEST = ['version', 'latest_version', 'latestVersion', 'tag_name', 'latest', 'stable', 'current', 'release'];
/** Entries that are looked at. */
const LOOKED_AT = 20;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number, perhaps with a word before it: `1.27.4`, `v2`, `release-1.2`. */
const VERSION = /^(?:[a-z]{1,16}[-_ ]?)?v?\d[0-9a-z]*(?:[.\-_+~][0-9a-z]+)*$/i;

const isVersion = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 100 && VERSION.test(value.trim());
/** As a name of a member: a word with a digit may be anything, so a dot is wanted. */
const isDotted = (text: string): boolean => /^v?\d+(?:\.\d+)+/i.test(text);

/** Settings of the source `json` that find versions in a document; null = they would find none. */
export function guessJson(document: unknown): Record<string, string> | null {
  if (Array.isArray(document)) return ofList(document, '$');
  if (!isFields(document)) return null;
  const names = Object.keys(document);
  for (const name of [...LISTS, ...names].filter((one) => Object.hasOwn(document, one)).slice(0, 100)) {
    const found = ofMember(document[name], pathOf(name));
    if (found) return found;
  }
  if (names.length > 0 && names.slice(0, LOOKED_AT).every(isDotted)) return named(document, '$');
  const latest = LATEST.find((name) => isVersion(document[name]));
  return latest === undefined ? null : { items: '$', version: `$.${latest}`, ...others(document) };
}

function ofMember(value: unknown, path: string): Record<string, string> | null {
  if (Array.isArray(value)) return ofList(value, path);
  if (!isFields(value)) return null;
  const names = Object.keys(value);
  return names.length > 0 && names.slice(0, LOOKED_AT).every(isDotted) ? named(value, path) : null;
}

function ofList(list: unknown[], path: string): Record<string, string> | null {
  const some = list.slice(0, LOOKED_AT);
  if (some.length === 0) return null;
  if (some.some(isVersion)) return { items: `${path}[*]`, version: '$' };
  const entries = some.filter(isFields);
  const version = NAMES.version.find((name) => entries.some((entry) => isVersion(entry[name])));
  if (version === undefined) return null;
  return {
    items: `${path}[*]`,
    version: `$.${version}`,
    ...others(entries.find((entry) => isVersion(entry[version]))!),
  };
}

/** An object whose names are the versions. */
function named(object: Fields, path: string): Record<string, string> {
  const entry = Object.values(object).find(isFields);
  return { items: `${path}[*]`, version: '~', ...(entry ? others(entry) : {}) };
}

function others(entry: Fields): Record<string, string> {
  const date = NAMES.date.find((name) => typeof entry[name] === 'string' && /\d{4}/.test(entry[name]));
  const prerelease = NAMES.prerelease.find((name) => typeof entry[name] === 'boolean');
  const notes = NAMES.notes.find((name) => typeof entry[name] === 'string' && /^https?:\/\//.test(entry[name]));
  return {
    ...(date && { date: `$.${date}` }),
    ...(prerelease && { prerelease: `$.${prerelease}` }),
    ...(notes && { notes: `$.${notes}` }),
  };
}

/** `$.releases`, `$['my list']` */
const pathOf = (name: string): string =>
  /^[a-z_]\w*$/i.test(name) ? `$.${name}` : `$['${name.replace(/[\\']/g, '\\$&')}']`;
