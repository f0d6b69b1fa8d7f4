import { expectProblem, forgeCursor, UNKNOWN_ID } from '../setup/api';
import { useAgent, useApp } from '../setup/app';
import { Description, type Described } from '../setup/description';
import { SCOPES } from '../../src/config/scopes';

const test = useApp();
const ada = useAgent(() => test.as('ada', [...SCOPES]));
let reading: Described[];

beforeAll(async () => {
  const { operations } = await Description.of(test);
  // Streams, and what only a session has.
  reading = operations.filter(
    ({ method, path, operation }) => method === 'GET' && !operation.security && !path.endsWith('/events'),
  );
});

/** It reads no query at all. */
const HAS_NONE = '/api/v1/summary';

const ofQuery = ({ operation }: Described) => operation.parameters.filter((one) => one.in === 'query');
const lists = () => reading.filter((one) => ofQuery(one).some(({ name }) => name === 'per_page'));

interface Bounds {
  type?: string;
  format?: string;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Values that a schema forbids, each for another reason. */
function wrongOf(schema: Record<string, unknown>): string[] {
  const { type, minimum, maximum, maxLength, pattern, format } = schema as Bounds;
  if (type === 'boolean') return ['yes', 'TRUE', '2', 'null'];
  if (type === 'integer') return [`${minimum! - 1}`, `${maximum! + 1}`, '1.5', '', '1e2', '99999999999999999999'];
  if (schema.enum) return ['nonsense', ''];
  const texts = maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)];
  if (format === 'uuid') texts.push('nonsense');
  if (pattern !== undefined)
    texts.push(...['nonsense!', '2024', ''].filter((text) => !new RegExp(pattern, 'u').test(text)));
  return texts;
}

async function refused({ path }: Described, query: string): Promise<string[]> {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'id' ? UNKNOWN_ID : 'prod'));
  const answer = await ada.get(`${address}?${query}`);
  expect([path, query, answer.status]).toEqual([path, query, 400]);
  return expectProblem(answer, 400, 'invalid-query');
}

const written = (values: [string, string][]) => values.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');

/** As many as an address has room for. */
function* portions(values: [string, string][]): Generator<[string, string][]> {
  let portion: [string, string][] = [];
  for (const value of values) {
    if (portion.length > 0 && written([...portion, value]).length > 6_000) {
      yield portion;
      portion = [];
    }
    portion.push(value);
  }
  if (portion.length > 0) yield portion;
}

describe('a query', () => {
  it('is told each of its values that is not as described, all at once', async () => {
    const silent: string[] = [];
    for (const described of reading) {
      // A cursor beside a page is another mistake.
      const valued = ofQuery(described).filter(({ name }) => name !== 'cursor');
      const ways = valued.map(({ name, schema }) => [name, wrongOf(schema)] as const);
      for (let round = 0; ways.some(([, wrong]) => round < wrong.length); round++) {
        const given = ways.flatMap(([name, wrong]): [string, string][] =>
          round < wrong.length ? [[name, wrong[round]!]] : [],
        );
        for (const portion of portions(given)) {
          const told = await refused(described, written(portion));
          const missing = portion.filter(([name]) => !told.includes(name));
          silent.push(...missing.map(([name, value]) => `${described.path} ${name} ${value.slice(0, 40)}`));
        }
      }
    }
    expect(silent).toEqual([]);
  });

  it('is told a name that is none', async () => {
    for (const described of reading.filter(({ path }) => path !== HAS_NONE))
      for (const name of ['nothing', 'name[', '__proto__', 'constructor[eq]', ''])
        expect([described.path, await refused(described, written([[name, 'x']]))]).toEqual([
          described.path,
          expect.arrayContaining([name]),
        ]);
  });
});

describe('a list', () => {
  it('takes its page, size, order and cursor once, and a page or a cursor', async () => {
    expect(lists().length).toBeGreaterThan(15);
    for (const described of lists()) {
      for (const once of ['page=1', 'per_page=1', 'includeTotal']) {
        const [name] = once.split('=');
        if (ofQuery(described).some((one) => one.name === name))
          expect(await refused(described, `${once}&${once}`)).toContain(name);
      }
      const cursor = forgeCursor('created_at', 0, 'x', UNKNOWN_ID);
      expect(await refused(described, `page=1&cursor=${cursor}`)).toContain('cursor');
      for (const sort of ['', '-', 'nothing', '--created_at', 'created_at,-created_at', 'constructor'])
        expect(await refused(described, `sort=${sort}`)).toContain('sort');
      for (const bad of ['', 'x', forgeCursor('nothing', 0, 'x', UNKNOWN_ID), forgeCursor()])
        expect(await refused(described, `cursor=${bad}`)).toContain('cursor');
    }
  });
});
