import { JSONPathEnvironment, type JSONPathQuery, type JSONValue, jsonpath, TokenKind } from 'json-p3';

const { FilterQuery, FunctionExtension, InfixExpression, LogicalExpression, PrefixExpression, RelativeQuery } =
  jsonpath.expressions;

/**
 * JSONPath (RFC 9535) without what lets the work grow faster than the document: several selectors at once, more than one `..`,
 * queries in filters that look at more than one value, and functions (`match` and `search` would run a pattern without bounds).
 */
const environment = new JSONPathEnvironment({ maxRecursionDepth: 32 });
environment.functionRegister.clear();

/** A value, and the name or place under which it stands. */
export interface Found {
  value: unknown;
  key: string | number | undefined;
}

/** What is wrong with a JSONPath, in words that follow the name of a field, or null. */
export function validatePath(text: string): string | null {
  try {
    return excessOf(environment.compile(text));
  } catch (error) {
    return `is not a JSONPath that can be used: ${(error as Error).message}`;
  }
}

/**
 * The values at a valid path, in the order of the document.
 * @throws Error when the document is nested too deeply
 */
export function* valuesAt(path: JSONPathQuery, document: unknown): Generator<Found> {
  for (const { value, location } of path.lazyQuery(document as JSONValue)) yield { value, key: location.at(-1) };
}

/** Whether it looks at everything below some value, at any depth (`..`). */
export const descends = ({ segments }: JSONPathQuery) => segments.some(({ token }) => token.kind === TokenKind.DDOT);

/** Compiled paths that are kept: the same few are used for every product of a host, and to compile one takes longer than to follow it. */
const COMPILED_AT_MOST = 1_000;
const compiled = new Map<string, JSONPathQuery>();

export function compilePath(text: string): JSONPathQuery {
  const known = compiled.get(text);
  if (known) return known;
  const path = environment.compile(text);
  if (compiled.size >= COMPILED_AT_MOST) compiled.clear();
  compiled.set(text, path);
  return path;
}

function excessOf({ segments }: JSONPathQuery): string | null {
  if (segments.some(({ selectors }) => selectors.length > 1)) return 'must not have several selectors in one […]';
  if (segments.filter(({ token }) => token.kind === TokenKind.DDOT).length > 1) return 'must not have more than one ..';
  const filters = segments.flatMap(({ selectors }) =>
    selectors.flatMap((one) => (one instanceof jsonpath.selectors.FilterSelector ? [one.expression] : [])),
  );
  return filters.every(isSimple) ? null : 'must compare single values of the same item (@.name) in a filter';
}

/** Whether a filter takes the same few steps for every item. */
function isSimple(expression: unknown): boolean {
  if (expression instanceof LogicalExpression) return isSimple(expression.expression);
  if (expression instanceof PrefixExpression) return isSimple(expression.right);
  if (expression instanceof InfixExpression) return isSimple(expression.left) && isSimple(expression.right);
  if (expression instanceof FilterQuery) return expression instanceof RelativeQuery && expression.path.singularQuery();
  return !(expression instanceof FunctionExtension);
}
