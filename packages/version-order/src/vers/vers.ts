import { ANY, type Comparator, type Constraint, inOrder, spansOf } from './constraints';
import { isIn } from './spans';
import { VersError } from './vers-error';
import { assertPrintable, knownLine } from './version-line';

/**
 * A version range specifier, `vers:npm/>=1.0.0|<2.0.0`: clause 5 of https://github.com/package-url/vers-spec. The constraints are in the
 * order of their versions, each once; `*` is alone. The types `all` and `none` have `*` only.
 */
export interface VersRange {
  type: string;
  constraints: readonly Constraint[];
}

export const NOTHING: VersRange = { type: 'none', constraints: [ANY] };

const bad = (message: string): never => {
  throw new VersError(message);
};

/** The longest comparators first. */
const COMPARATORS: readonly Comparator[] = ['>=', '<=', '!=', '<', '>'];

/**
 * Reads a range. Sorts the constraints and drops repeated ones, and is strict otherwise.
 * @throws VersError
 */
export function parseVers(text: string): VersRange {
  if (/[^!-~]/.test(text)) bad('may have printable ASCII characters only, without spaces');
  if (!text.startsWith('vers:')) bad('must begin with vers:');
  const [, type = '', list = ''] = /^vers:([^/]*)(?:\/(.*))?$/.exec(text)!;
  assertType(type);
  const { constraints, contradiction } = inOrder(type, constraintsIn(type, list));
  if (contradiction !== null) bad(`the version ${JSON.stringify(contradiction)} has more than one constraint`);
  return { type, constraints };
}

function assertType(type: string): void {
  if (type === '') bad('a type is required');
  if (!/^[a-z][a-z0-9.-]*$/.test(type))
    bad('the type must begin with a letter and have only lower-case letters, digits, dots and hyphens');
  if (type === 'invalid') bad('the type invalid makes every range invalid');
}

function constraintsIn(type: string, list: string): Constraint[] {
  if (list === '') bad('constraints are required');
  if (list === '*') return [ANY];
  if (type === 'all' || type === 'none') bad(`the type ${type} has no constraint but *`);
  if (list.startsWith('|') || list.endsWith('|')) bad('a pipe must be between two constraints');
  return list.split('|').map((part) => constraintIn(type, part));
}

function constraintIn(type: string, part: string): Constraint {
  if (part === '') bad('a pipe must be between two constraints');
  if (part.startsWith('=')) bad('a version that is meant itself has no =');
  const comparator = COMPARATORS.find((one) => part.startsWith(one));
  const written = part.slice(comparator?.length ?? 0);
  if (written === '') bad(`a version is required after ${comparator}`);
  if (written.startsWith('*')) bad('* must be alone');
  const reserved = /[<>=!*]/.exec(written)?.[0];
  if (reserved !== undefined) bad(`${reserved} in a version must be percent-encoded`);
  const version = decoded(written);
  if (type === 'datetime') assertTime(written);
  return { comparator: comparator ?? '=', version };
}

/** Once: `%252F` is `%2F`. */
function decoded(written: string): string {
  if (/%(?![0-9A-Fa-f]{2})/.test(written)) bad('invalid percent-encoding in a version');
  try {
    const version = decodeURIComponent(written);
    assertPrintable(version);
    return version;
  } catch (error) {
    if (error instanceof URIError) return bad('percent-encoding in a version must be UTF-8');
    throw error;
  }
}

/** RFC 3339 as the specification narrows it. */
function assertTime(written: string): void {
  if (written.includes('%')) bad('a time must not be percent-encoded');
  if (/[tz]/.test(written)) bad('a time must have T and Z in upper case');
  knownLine('datetime').keyOf(written);
}

/** The canonical text; `parseVers` reads the same range from it. Constraints are not simplified. */
export function formatVers({ type, constraints }: VersRange): string {
  const written = constraints.map(
    ({ comparator, version }) => (comparator === '=' ? '' : comparator) + encoded(version),
  );
  return `vers:${type}/${written.join('|')}`;
}

/** What could be read as a comparator, a separator or an encoding, and what is no printable ASCII. */
const encoded = (version: string) =>
  version.replace(/[^!-~]|[<>=!*|%]/gu, (character) =>
    encodeURIComponent(character).replace(/[!*]/, (mark) => (mark === '!' ? '%21' : '%2A')),
  );

/**
 * Whether a version is in a range.
 * @throws VersError when the versions of the type cannot be ordered, or a version is none of it
 */
export function contains(range: VersRange, version: string): boolean {
  if (range.type === 'none') return false;
  if (range.constraints[0]?.comparator === '*') return true;
  const line = knownLine(range.type);
  return isIn(spansOf(line, range.constraints), line.keyOf(version));
}
