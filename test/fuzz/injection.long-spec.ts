import { fold } from 'small-parts';
import { expectProblem, forgeCursor, known, UNKNOWN_ID } from '../setup/api';
import { useAgent, useApp } from '../setup/app';
import { Description, type Parameter } from '../setup/description';

/** What ends a text, a pattern or a statement somewhere. */
const PAYLOADS = [
  `' OR '1'='1`,
  `" OR ""="`,
  '` OR 1=1 -- -',
  `\\' OR 1=1 #`,
  `') OR 1=1 /*`,
  `x'; DROP TABLE favorite; --`,
  `' UNION SELECT hash, hash, hash FROM access_token -- -`,
  `1) OR (SELECT COUNT(*) FROM user) > 0 -- -`,
  `' AND SLEEP(30) -- -`,
  `%' ESCAPE '!' OR 1=1 -- -`,
  '!%_!_!!',
  '\\%\\_\\\\',
  '? ?? :name @variable $1',
  '/*!50000 OR 1=1 */',
  '\u02bc\uff07 OR 1=1',
];

const test = useApp();
const ada = useAgent(() => test.as('ada', ['read', 'write', 'admin']));
let lists: { path: string; filters: Parameter[]; hasPages: boolean }[];

beforeAll(async () => {
  for (const payload of PAYLOADS) {
    const { id } = await known(test, payload, ['1.0'], { publisher: { name: `Of ${payload}` } });
    await ada.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
  }
  await ada.post('/api/v1/channel').send({ type: 'log', name: 'log', settings: {} }).expect(201);
  const lines = PAYLOADS.map((_, at) => `package-${at} 1.0`).join('\n');
  await ada.put('/api/v1/inventory/web-1/content').set('Content-Type', 'text/plain').send(lines).expect(200);
  const { id, publisher } = await known(test, 'Plain', ['1.0', '2.0']);
  const reads = (await Description.of(test)).operations.filter(
    ({ method, operation }) => method === 'GET' && operation.parameters.some(({ name }) => name === 'sort'),
  );
  lists = reads.map(({ path, operation }) => ({
    path: path.replace('{name}', 'web-1').replace('{id}', path.startsWith('/api/v1/publisher') ? publisher : id),
    filters: operation.parameters.filter(({ name }) => name.endsWith(']')),
    hasPages: operation.parameters.some(({ name }) => name === 'cursor'),
  }));
});

const namesOf = (body: { data: Record<string, string>[] }, field: string) =>
  body.data.map((entry) => entry[field]!).sort();

describe.each([
  ['/api/v1/software', 'name', 'name', PAYLOADS],
  ['/api/v1/publisher', 'name', 'name', PAYLOADS.map((payload) => `Of ${payload}`)],
  ['/api/v1/favorite', 'software', 'software', PAYLOADS],
])('%s', (path, filter, field, names) => {
  it.each(names)('finds what is named %j by that name, and nothing else', async (name) => {
    const ask = async (operator: string, value: string) =>
      namesOf(
        (
          await ada
            .get(path)
            .query({ [`${filter}[${operator}]`]: value, per_page: 200 })
            .expect(200)
        ).body,
        field,
      );
    const all = namesOf((await ada.get(path).query({ per_page: 200 }).expect(200)).body, field);
    expect(await ask('eq', name)).toEqual([name]);
    expect(await ask('ne', name)).toEqual(all.filter((other) => other !== name));
    // % matches any run of characters, nothing else matches anything but itself.
    const parts = fold(name).split('%');
    const matches = (other: string) => {
      const pattern = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*');
      return new RegExp(parts.length > 1 ? `^${pattern}$` : pattern, 's').test(fold(other));
    };
    expect(await ask('like', name)).toEqual(all.filter(matches));
  });
});

it('no filter of any list takes a value for anything but a value', async () => {
  expect(lists.length).toBeGreaterThan(7);
  for (const { path, filters } of lists)
    for (const { name } of filters)
      for (const payload of PAYLOADS) {
        const response = await ada.get(path).query({ [name]: payload });
        if (response.status !== 200) expect(expectProblem(response, 400, 'invalid-query')).toEqual([name]);
      }
});

it('a sort, a field or an operator that is none is refused by name', async () => {
  for (const { path } of lists)
    for (const payload of PAYLOADS) {
      const sort = await ada.get(path).query({ sort: payload });
      expect(expectProblem(sort, 400, 'invalid-query')).toEqual(['sort']);
      for (const name of [`${payload}[eq]`, `created_at[${payload}]`, `filter[${payload}][eq]`, `name ${payload}`]) {
        const response = await ada.get(path).query({ [name]: 'x' });
        expect(expectProblem(response, 400, 'invalid-query')).toHaveLength(1);
      }
    }
});

it('a cursor that somebody made up says a place in the list at most', async () => {
  for (const { path } of lists.filter(({ hasPages }) => hasPages)) {
    const all = (await ada.get(path).query({ per_page: 200 }).expect(200)).body.data as object[];
    const sort = String((await sortOf(path)) ?? '');
    for (const payload of PAYLOADS)
      for (const parts of [
        [sort, 0, payload, UNKNOWN_ID],
        [sort, 1, payload, UNKNOWN_ID],
        [sort, 0, '', payload],
        [payload, 0, '', UNKNOWN_ID],
        [sort, payload, '', UNKNOWN_ID],
      ]) {
        const response = await ada.get(path).query({ cursor: forgeCursor(...parts), per_page: 200 });
        if (response.status === 200)
          for (const entry of response.body.data as object[]) expect(all).toContainEqual(entry);
        else expect(expectProblem(response, 400, 'invalid-query')).toEqual(['cursor']);
      }
  }
});

/** The order in which a list comes by default, as its cursors say it. */
async function sortOf(path: string): Promise<unknown> {
  const { body } = await ada.get(path).query({ per_page: 1 });
  const cursor = (body as { meta: { next_cursor: string | null } }).meta.next_cursor;
  return cursor && (JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[])[0];
}

it('nothing is gone after all that', async () => {
  const favorites = await ada.get('/api/v1/favorite?includeTotal').expect(200);
  expect(favorites.body.meta.total).toBe(PAYLOADS.length);
});
