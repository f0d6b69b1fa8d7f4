import { JSONPathEnvironment, type JSONPathQuery, type JSONValue, jsonpath, TokenKind } from 'json-p3';
import { isFields } from '../../common/fetch/read';

const { FilterQuery, FunctionExtension, InfixExpression, LogicalExpression, PrefixExpression, RelativeQuery } =
  jsonpath.expressions;

/**
 * JSONPath (RFC 9535) without what takes more than linear time: several selectors in one segment, more than one `..`, filter
 * queries that look at more than one value, and functions (`match` and `search` run patterns without bounds).
 */
const environment = new JSONPathEnvironment({ maxRecursionDepth: 32 });
environment.functionRegister.clear();

export interface Path {
  query: JSONPathQuery;
  /** Of a path of names only, such as `$.release.date`, or names and a final `[*]`, such as `$.releases[*]`; else null. */
  names: string[] | null;
  /** It ends with `[*]`. */
  ofEach: boolean;
}

/** A value with its name or index. */
export interface Found {
  value: unknown;
  key: string | number | undefined;
}

/** The mistake in a JSONPath, in words that follow the name of a field; null = none. */
export function validatePath(text: string): string | null {
  try {
    return excessOf(environment.compile(text));
  } catch (error) {
    return `is not a supported JSONPath: ${(error as Error).message}`;
  }
}

/**
 * The values at a valid path, in the order of the document.
 * @throws Error when the document is nested too deeply
 */
export function* valuesAt({ query, names, ofEach }: Path, document: unknown): Generator<Found> {
  if (names && ofEach) return yield* membersOf(memberAt(names, document));
  for (const { value, location } of query.lazyQuery(document as JSONValue)) yield { value, key: location.at(-1) };
}

/**
 * The first of them; undefined where there is none.
 * @throws Error when the document is nested too deeply
 */
export function firstAt(path: Path, document: unknown): unknown {
  if (path.names && !path.ofEach) return memberAt(path.names, document);
  for (const { value } of valuesAt(path, document)) return value;
  return undefined;
}

/** The same result as the library's in a tenth of the time: a list has thousands of items with several paths each. */
function memberAt(names: string[], document: unknown): unknown {
  let value = document;
  for (const name of names) {
    if (!isFields(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function* membersOf(value: unknown): Generator<Found> {
  if (Array.isArray(value)) for (let key = 0; key < value.length; key++) yield { value: value[key], key };
  else if (isFields(value)) for (const key of Object.keys(value)) yield { value: value[key], key };
}

/** Whether it looks at everything below some value, at any depth (`..`). */
export const descends = ({ query }: Path) => query.segments.some(({ token }) => token.kind === TokenKind.DDOT);

/** Cached paths: to compile one takes longer than to follow it. */
const COMPILED_AT_MOST = 1_000;
const compiled = new Map<string, Path>();

export function compilePath(text: string): Path {
  const known = compiled.get(text);
  if (known) return known;
  const query = environment.compile(text);
  const { segments } = query;
  const ofEach = segments.length > 0 && isEach(segments.at(-1)!);
  const path = { query, names: namesOf(ofEach ? segments.slice(0, -1) : segments), ofEach };
  if (compiled.size >= COMPILED_AT_MOST) compiled.clear();
  compiled.set(text, path);
  return path;
}

type Segment = JSONPathQuery['segments'][number];

/** The selector of a segment with a single one and without `..`. */
const stepOf = ({ token, selectors }: Segment) =>
  token.kind !== TokenKind.DDOT && selectors.length === 1 ? selectors[0] : null;

const isEach = (segment: Segment) => stepOf(segment) instanceof jsonpath.selectors.WildcardSelector;

function namesOf(segments: readonly Segment[]): string[] | null {
  const steps = segments.map(stepOf);
  const names = steps.map((step) => (step instanceof jsonpath.selectors.NameSelector ? step.name : null));
  return names.includes(null) ? null : (names as string[]);
}

function excessOf({ segments }: JSONPathQuery): string | null {
  if (segments.some(({ selectors }) => selectors.length > 1)) return 'must not have several selectors in one […]';
  if (segments.filter(({ token }) => token.kind === TokenKind.DDOT).length > 1) return 'must not have more than one ..';
  const filters = segments.flatMap(({ selectors }) =>
    selectors.flatMap((one) => (one instanceof jsonpath.selectors.FilterSelector ? [one.expression] : [])),
  );
  return filters.every(isSimple) ? null : 'must compare single values of the same item (@.name) in a filter';
}

/** Whether a filter takes constant time for each item. */
function isSimple(expression: unknown): boolean {
  if (expression instanceof LogicalExpression) return isSimple(expression.expression);
  if (expression instanceof PrefixExpression) return isSimple(expression.right);
  if (expression instanceof InfixExpression) return isSimple(expression.left) && isSimple(expression.right);
  if (expression instanceof FilterQuery) return expression instanceof RelativeQuery && expression.path.singularQuery();
  return !(expression instanceof FunctionExtension);
}
