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

const ofQuery = ({ operation }: Described) => operation.parameters.filter((one) => one.in === 'query');
const lists = () => reading.filter((one) => ofQuery(one).some(({ name }) => name === 'per_page'));

/** Values that a schema forbids, each for another reason. */
function wrongOf(schema: Record<string, unknown>): string[] {
  const { type, minimum, maximum, maxLength, pattern, format } = schema as Record<string, never>;
  if (type === 'boolean') return ['yes', 'TRUE', '2', 'null'];
  if (type === 'integer') return [`${minimum - 1}`, `${maximum + 1}`, '1.5', '', '1e2', '99999999999999999999'];
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

describe('a query', () => {
  it('is told each of its values that is not as described, all at once', async () => {
    const silent: string[] = [];
    for (const described of reading) {
      const ways = ofQuery(described).map(({ name, schema }) => [name, wrongOf(schema)] as const);
      for (let round = 0; ways.some(([, wrong]) => round < wrong.length); round++) {
        const given = ways.flatMap(([name, wrong]): [string, string][] =>
          round < wrong.length ? [[name, wrong[round]!]] : [],
        );
        const told = await refused(described, written(given.slice(0, 40)));
        silent.push(
          ...given
            .slice(0, 40)
            .filter(([name]) => !told.includes(name))
            .map((pair) => `${described.path} ${pair.join(' ').slice(0, 60)}`),
        );
      }
    }
    expect(silent).toEqual([]);
  });

  it('is told each of its names that is none', async () => {
    const names = ['nothing', 'name[]', '[name]', '__proto__', 'constructor[eq]', 'filter[x]', ''];
    for (const described of reading)
      expect([described.path, await refused(described, written(names.map((name) => [name, 'x'])))]).toEqual([
        described.path,
        expect.arrayContaining(names),
      ]);
  });
});

describe('a list', () => {
  it('takes its page, size, order and cursor once, and a page or a cursor', async () => {
    expect(lists().length).toBeGreaterThan(20);
    for (const described of lists()) {
      for (const once of ['page=1', 'per_page=1', 'includeTotal']) {
        const [name] = once.split('=');
        if (ofQuery(described).some((one) => one.name === name))
          expect(await refused(described, `${once}&${once}`)).toEqual([name]);
      }
      const cursor = forgeCursor('created_at', 0, 'x', UNKNOWN_ID);
      expect(await refused(described, `page=1&cursor=${cursor}`)).toEqual(['cursor']);
      for (const sort of ['', '-', 'nothing', '--created_at', 'created_at,-created_at', 'constructor'])
        expect(await refused(described, `sort=${sort}`)).toEqual(['sort']);
      for (const bad of ['', 'x', forgeCursor('nothing', 0, 'x', UNKNOWN_ID), forgeCursor()])
        expect(await refused(described, `cursor=${bad}`)).toEqual(['cursor']);
    }
  });
});
