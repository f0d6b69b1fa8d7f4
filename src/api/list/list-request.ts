import { firstCharacters, fold, foldName, isLonger } from 'small-parts';
import { Problem, type FieldError } from '../problem/problem';
import { isStoredMoment, parseDay, parseMoment } from '../../common/time/utc-timestamp';
import { squeeze } from '../../common/search/search-text';
import { isId } from '../../common/ids';
import { type Cursor, decodeCursor } from './cursor';
import {
  DEFAULT_PER_PAGE,
  type FilterKind,
  type FilterSpec,
  type ListSpec,
  MAX_PAGE,
  MAX_PER_PAGE,
  MAX_SEARCH,
  type Operator,
} from './list-spec';

export interface Filter {
  field: string;
  operator: Operator;
  kind: FilterKind;
  column: string;
  value: string | number | boolean;
  condition?: string;
  /** Of `condition`, in the place of the value. */
  parameters?: string[];
}

export interface ListRequest {
  filters: Filter[];
  /** `q`; null = not given. */
  search: string | null;
  /** Key of `spec.sorts`. */
  sort: string;
  descending: boolean;
  perPage: number;
  /** null when a cursor is used, or the whole list is asked for. */
  page: number | null;
  cursor: Cursor | null;
  includes: ReadonlySet<string>;
  includeTotal: boolean;
  /** The accepted parameters but those that select the page, for links to other pages. */
  kept: [string, string][];
}

const MAX_FILTERS = 20;
const MAX_VALUE_LENGTH = 512;
const PLAIN_VALUE = [{ type: 'string', maxLength: MAX_VALUE_LENGTH }, { type: 'boolean' }];
/** The schema of a filter in a body, for the API description. */
export const FILTER_VALUE = {
  oneOf: [...PLAIN_VALUE, { type: 'array', maxItems: MAX_FILTERS, items: { oneOf: PLAIN_VALUE } }],
};
const OPERATORS = new Set<string>(['eq', 'ne', 'like', 'gt', 'gte', 'lt', 'lte']);
const FIELD = /^(?:filter\[([a-z_]+)\]|([a-z_]+))(?:\[([a-z]+)\])?$/;

/** The query string of a request's URL, as pairs in their order. */
export function queryPairs(url: string): [string, string][] {
  const start = url.indexOf('?');
  return start < 0 ? [] : [...new URLSearchParams(url.slice(start + 1))];
}

/** Reads all parameters and collects all mistakes. */
class ListQueryReader {
  readonly errors: FieldError[] = [];
  readonly filters: Filter[] = [];
  readonly includes = new Set<string>();
  readonly kept: [string, string][] = [];
  private readonly single = new Map<string, string>();

  constructor(private readonly spec: ListSpec) {}

  read(name: string, value: string): void {
    if (name === 'q' && this.spec.search) return this.readSearch(value);
    if (value.length > MAX_VALUE_LENGTH && name !== 'cursor')
      return this.refuse(name, `must not be longer than ${MAX_VALUE_LENGTH} characters`);
    if (['page', 'per_page', 'cursor', 'sort', 'includeTotal'].includes(name)) return this.readOnce(name, value);
    if (this.spec.includes?.includes(name)) return this.readInclude(name, value);
    this.readFilter(name, value);
  }

  refuse(field: string, message: string): void {
    this.errors.push({ field, message });
  }

  text(name: string): string | undefined {
    return this.single.get(name);
  }

  integer(name: string, fallback: number, max: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= 1 && value <= max) return value;
    this.refuse(name, `must be a whole number from 1 to ${max}`);
    return fallback;
  }

  switchedOn(name: string): boolean {
    const text = this.text(name);
    return text !== undefined && this.readSwitch(name, text);
  }

  /** Whether any parameter selects a page of the list. */
  selectsPage(): boolean {
    return ['page', 'per_page', 'cursor'].some((name) => this.single.has(name));
  }

  private readOnce(name: string, value: string): void {
    if (this.single.has(name)) return this.refuse(name, 'must not be given twice');
    this.single.set(name, value);
    if (name !== 'page' && name !== 'cursor') this.kept.push([name, value]);
  }

  private readSearch(text: string): void {
    if (isLonger(text, MAX_SEARCH)) return this.refuse('q', `must not be longer than ${MAX_SEARCH} characters`);
    if (squeeze(text) === '') return this.refuse('q', 'must not be empty');
    this.readOnce('q', text);
  }

  private readInclude(name: string, value: string): void {
    if (this.kept.some(([kept]) => kept === name)) return this.refuse(name, 'must not be given twice');
    if (this.readSwitch(name, value)) this.includes.add(name);
    this.kept.push([name, value]);
  }

  private readSwitch(name: string, value: string): boolean {
    if (['', 'true', '1'].includes(value)) return true;
    if (!['false', '0'].includes(value)) this.refuse(name, 'must be true, 1, false, 0 or without a value');
    return false;
  }

  readFilter(name: string, text: string): void {
    if (text.length > MAX_VALUE_LENGTH)
      return this.refuse(firstCharacters(name, 100), `must not be longer than ${MAX_VALUE_LENGTH} characters`);
    const match = FIELD.exec(name);
    const field = match?.[1] ?? match?.[2];
    const spec = field === undefined || !Object.hasOwn(this.spec.filters, field) ? undefined : this.spec.filters[field];
    if (!match || !field || !spec) return this.refuse(firstCharacters(name, 100), 'is not a parameter of this address');
    const operator = (match[3] ?? 'eq') as Operator;
    if (!OPERATORS.has(operator) || !spec.operators.includes(operator))
      return this.refuse(name, `takes ${spec.operators.map((one) => `${field}[${one}]`).join(', ')}`);
    if (this.filters.length >= MAX_FILTERS) return this.refuse(name, `is one filter too many (at most ${MAX_FILTERS})`);
    const compared = comparedWith(spec, operator, text);
    if (typeof compared === 'string') return this.refuse(name, compared);
    this.filters.push({ field, operator, ...compared });
    this.kept.push([name, text]);
  }
}

/** The comparison of a filter, or the mistake in its value. */
function comparedWith(spec: FilterSpec, operator: Operator, text: string): Omit<Filter, 'field' | 'operator'> | string {
  const { kind, column } = spec.per?.[operator] ?? spec;
  if (spec.read) {
    const read = spec.read(text, operator);
    return typeof read === 'string' ? read : { kind, column, ...read };
  }
  const value = parseFilterValue(kind, operator, text, spec.values);
  return value === null ? EXPECTED[kind](spec.values) : { kind, column, value, condition: spec.condition };
}

const EXPECTED: Record<FilterKind, (values?: readonly string[]) => string> = {
  name: () => 'must be text of at most 255 characters',
  label: () => 'must be text of at most 255 characters',
  version: () => 'must be a version of at most 255 characters',
  code: () => 'must be at most 32 lower-case letters, digits and -',
  boolean: () => 'must be true, false, 1 or 0',
  moment: () => 'must be an ISO 8601 date or datetime with at most six fractional digits',
  id: () => 'must be a uuid',
  day: () => 'must be a day, such as 2027-01-31',
  text: () => 'must be text',
  word: (values = []) => `must be one of ${values.join(', ')}`,
};

function parseFilterValue(
  kind: FilterKind,
  operator: Operator,
  given: string,
  values: readonly string[] = [],
): string | boolean | null {
  // As the import does: no stored text has a NUL, and SQLite's LIKE would end the pattern there.
  const text = given.replaceAll('\u0000', '\uFFFD');
  switch (kind) {
    case 'boolean':
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : null;
    case 'moment':
      return parseMoment(text);
    case 'day':
      return parseDay(text);
    case 'text':
      return text;
    case 'id':
      return isId(text) ? text.toLowerCase() : null;
    case 'word':
      return values.includes(text) ? text : null;
    case 'name':
      if (isLonger(text, 255)) return null;
      return operator === 'like' ? fold(text) : foldName(text);
    case 'label':
      return !isLonger(text, 255) ? text.toLowerCase() : null;
    case 'version':
      return text !== '' && !isLonger(text, 255) ? text : null;
    case 'code':
      return /^[a-z0-9-]{1,32}$/.test(text) ? text : null;
  }
}

/**
 * Reads the query of a list.
 * @throws Problem 400 that names every parameter which is unknown or has a bad value
 */
export function readListRequest(spec: ListSpec, url: string): ListRequest {
  const reader = new ListQueryReader(spec);
  for (const [name, value] of queryPairs(url)) reader.read(name, value);
  const search = reader.text('q') ?? null;
  const sorts = Object.keys(spec.sorts);
  const wanted = reader.text('sort') ?? sorts.find((name) => spec.sorts[name]!.ofSearch) ?? spec.defaultSort;
  const known = sorts.find((name) => name === wanted.replace(/^-/, ''));
  if (known === undefined) reader.refuse('sort', `must be one of ${sorts.join(', ')}, with - in front for descending`);
  const isOfNothing = search === null && known !== undefined && spec.sorts[known]!.ofSearch;
  const sortText = isOfNothing ? spec.defaultSort : wanted;
  const sort = sortText.replace(/^-/, '');
  const cursorText = reader.text('cursor');
  if (cursorText !== undefined && reader.text('page') !== undefined)
    reader.refuse('cursor', 'cannot be combined with page');
  const cursor = cursorText === undefined ? null : readCursor(spec, cursorText, sortText);
  if (cursorText !== undefined && cursor === null)
    reader.refuse('cursor', 'is not a cursor of this list in this order; take it from next_cursor');
  const whole = spec.defaultPerPage !== undefined && !reader.selectsPage();
  const request: ListRequest = {
    filters: reader.filters,
    search,
    sort,
    descending: sortText.startsWith('-'),
    perPage: whole ? spec.defaultPerPage! : reader.integer('per_page', DEFAULT_PER_PAGE, MAX_PER_PAGE),
    // After a whole list goes on by cursor: page 2 would count in pages of another size.
    page: cursorText === undefined && !whole ? reader.integer('page', 1, MAX_PAGE) : null,
    cursor,
    includes: reader.includes,
    includeTotal: reader.switchedOn('includeTotal'),
    kept: reader.kept,
  };
  if (reader.errors.length > 0) throw queryProblem(reader.errors);
  return request;
}

function readCursor(spec: ListSpec, text: string, sortText: string): Cursor | null {
  const cursor = decodeCursor(text, sortText);
  const holds = spec.sorts[sortText.replace(/^-/, '')]?.holds;
  if (!cursor || (holds === 'moment' && !isStoredMoment(cursor.value))) return null;
  if (holds === 'number' && !/^\d{1,9}$/.test(cursor.value)) return null;
  return holds === 'ascii' && !/^\p{ASCII}*$/u.test(cursor.value) ? null : cursor;
}

/**
 * Reads the query of an address that answers one resource: includes only.
 * @throws Problem 400 that names every unknown parameter and bad value
 */
export function readIncludes(includes: readonly string[], url: string): ReadonlySet<string> {
  const reader = new ListQueryReader({ filters: {}, sorts: {}, defaultSort: '', idColumn: '', includes });
  for (const [name, value] of queryPairs(url)) {
    if (includes.includes(name)) reader.read(name, value);
    else reader.refuse(firstCharacters(name, 100), 'is not a parameter of this address');
  }
  if (reader.errors.length > 0) throw queryProblem(reader.errors);
  return reader.includes;
}

/**
 * Reads filters in a body, with the names and operators of the query, such as `{"name[like]": "x"}`; a filter that is given twice in a query
 * has a list here.
 * @param field of the body
 * @throws Problem 422 that names every filter which is unknown or has a bad value
 */
export function readFilters(spec: ListSpec, given: Record<string, unknown>, field: string): Filter[] {
  const reader = new ListQueryReader({ ...spec, search: undefined, includes: [] });
  for (const [name, value] of Object.entries(given))
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const isPlain = typeof one === 'string' || typeof one === 'boolean' || typeof one === 'number';
      if (isPlain) reader.readFilter(name, String(one));
      else reader.refuse(firstCharacters(name, 100), 'must be text, a number, true or false, or a list of these');
    }
  const [first] = reader.errors;
  if (!first) return reader.filters;
  const errors = reader.errors.map((error) => ({ field: `${field}.${error.field}`, message: error.message }));
  throw new Problem('invalid-body', `${errors[0]!.field}: ${first.message}`, errors);
}

export function queryProblem(errors: FieldError[]): Problem {
  const [first] = errors;
  return new Problem('invalid-query', `${first!.field}: ${first!.message}`, errors);
}
