import { FORMATS } from 'inventory-reader';
import { firstCharacters, isLonger } from 'small-parts';
import { queryPairs } from '../../api/list/list-request';
import { type FieldError, Problem } from '../../api/problem/problem';
import { INVENTORY_SCOPES, type InventoryScope } from '../store/inventory.list';
import { readTagList } from '../../favorite/tag/tag-name';
import { isEnvironment, MAX_ENVIRONMENT } from '../../favorite/deployment/deployment.sql';
import { type Labels, LABELS_FORM, readLabels } from '../../favorite/deployment/labels.sql';

/** The options of an upload. Undefined ones keep their stored value. */
export interface UploadOptions {
  isDryRun: boolean;
  /** Whether it says which products unknown components are like, as a dry run does. */
  hasHints: boolean;
  format: string | undefined;
  /** Name of the file, with or without its path: decides the format where the content does not. */
  fileName: string | undefined;
  scope: InventoryScope | undefined;
  environment: string | undefined;
  /** Of the inventory. */
  labels: Labels | undefined;
  /** Tags for the favorites of all that it brings. */
  tags: string[];
  /** Of which components products are made, where none is known; undefined = of images, where users may add products. */
  creating: 'all' | 'none' | undefined;
  /** Whether each image counts once more as what its tag leads to, so that one that was built anew is an update. */
  followsTags: boolean;
  mayShrink: boolean;
  /** Whether favorites may get a lower version than they have. */
  mayLower: boolean;
  /** Ids of the products whose favorites may; those of others keep their versions. null = as `mayLower` says, of all or none. */
  lower: ReadonlySet<string> | null;
  /** `If-Match`: the digest of a dry run; null = none. */
  expected: string | null;
}

const SWITCHES = {
  dry_run: 'isDryRun',
  hints: 'hasHints',
  follow_tags: 'followsTags',
  allow_shrink: 'mayShrink',
  allow_lower: 'mayLower',
} as const;

/** @throws Problem invalid-query */
export function readUploadQuery(url: string, ifMatch: string | undefined): UploadOptions {
  const options: UploadOptions = {
    ...{ isDryRun: false, hasHints: false, format: undefined, fileName: undefined, scope: undefined },
    ...{ environment: undefined, labels: undefined, tags: [] },
    ...{
      creating: undefined,
      followsTags: false,
      mayShrink: false,
      mayLower: false,
      lower: null,
      expected: digestIn(ifMatch),
    },
  };
  const errors: FieldError[] = [];
  const known = new Set<string>();
  for (const [name, value] of queryPairs(url)) {
    const message = known.has(name) ? 'must not be given twice' : take(options, name, value);
    known.add(name);
    if (message !== null) errors.push({ field: firstCharacters(name, 100), message });
  }
  if (errors.length > 0) throw new Problem('invalid-query', `${errors[0]!.field}: ${errors[0]!.message}`, errors);
  return options;
}

/** What the others mean; a text is the mistake. */
const VALUES: Record<string, (value: string) => Partial<UploadOptions> | string> = {
  format: (value) => {
    if (value === 'auto') return {};
    return FORMATS.includes(value) ? { format: value } : `must be auto or one of ${FORMATS.join(', ')}`;
  },
  file_name: (value) =>
    isFileName(value)
      ? { fileName: value.replaceAll('\\', '/') }
      : `must have 1 to ${MAX_FILE_NAME} characters, and no control characters`,
  scope: (value) =>
    (INVENTORY_SCOPES as readonly string[]).includes(value)
      ? { scope: value as InventoryScope }
      : `must be one of ${INVENTORY_SCOPES.join(', ')}`,
  lower: (value) => {
    const ids = value.split(',').filter((id) => id !== '');
    return ids.length <= LOWER_AT_MOST && ids.every((id) => UUID.test(id))
      ? { lower: new Set(ids.map((id) => id.toLowerCase())) }
      : `must be ids of products, separated by commas, at most ${LOWER_AT_MOST}`;
  },
  tags: (value) => {
    const tags = readTagList(value);
    return typeof tags === 'string' ? tags : { tags };
  },
  labels: (value) => {
    const labels = readLabels(value);
    return labels === null ? LABELS_FORM : { labels };
  },
  environment: (value) => (isEnvironment(value) ? { environment: value.trim() } : ENVIRONMENT_FORM),
};

/** @returns the mistake */
function take(options: UploadOptions, name: string, value: string): string | null {
  if (name === 'create' || Object.hasOwn(SWITCHES, name)) {
    if (!['', '1', 'true', '0', 'false'].includes(value)) return 'must be true or false';
    const isOn = !['0', 'false'].includes(value);
    if (name === 'create') options.creating = isOn ? 'all' : 'none';
    else options[SWITCHES[name as keyof typeof SWITCHES]] = isOn;
    return null;
  }
  const read = Object.hasOwn(VALUES, name) ? VALUES[name]!(value) : 'is not a parameter of this address';
  if (typeof read === 'string') return read;
  Object.assign(options, read);
  return null;
}

const ENVIRONMENT_FORM = `must have 1 to ${MAX_ENVIRONMENT} characters`;

/** @throws Problem invalid-body */
export function acceptEnvironment(given: string): string {
  if (!isEnvironment(given)) throw Problem.field('environment', ENVIRONMENT_FORM);
  return given.trim();
}

/** The address of an upload stays below the 8 KB that proxies take. */
export const LOWER_AT_MOST = 100;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const LOWER_PATTERN = `^(${UUID.source.slice(1, -1)}(,|$)){0,${LOWER_AT_MOST}}$`;

export const MAX_FILE_NAME = 255;
const isFileName = (text: string) => text !== '' && !isLonger(text, MAX_FILE_NAME) && !/\p{Cc}/u.test(text);

/** RFC 9110, 13.1.1. `*` always matches. */
function digestIn(header: string | undefined): string | null {
  if (header === undefined || header.trim() === '*') return null;
  return header.trim().replace(/^W\//, '').replaceAll('"', '');
}
