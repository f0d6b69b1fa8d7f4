import { known, statementsOf } from '../setup/api';
import { useAgent, useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { Description } from '../setup/description';

/** On a page: more than a few, so that one statement for each of them would be seen. */
const MANY = 8;

const test = useApp({ FEEDS_PER_USER: '100' });
const ada = useAgent(() => test.as('ada', ['read', 'write', 'admin']));
let publisher: string;
let software: string;

beforeAll(async () => {
  const all = { publisher: { name: 'Publisher of all' } };
  const numbers = Array.from({ length: MANY + 1 }, (_, index) => index);
  await test.import(...numbers.map((number) => product(`Of its own ${number}`, ['1.0'])));
  const products = numbers.map((number) => product(`Product ${number}`, ['1.0', '1.1'], all));
  await test.import(...products);
  const { body } = await ada.get('/api/v1/software?name[like]=product&includePublisher').expect(200);
  publisher = body.data[0].publisher.id;
  software = body.data[0].id;
  for (const [index, { id }] of body.data.entries()) {
    const favorite = { software: id, version: '1.0', tags: [`tag ${index}`] };
    await ada.post('/api/v1/favorite').send(favorite).expect(201);
    const channel = { type: 'log', name: `log of ${id}`, settings: {} };
    await ada.post('/api/v1/channel').send(channel).expect(201);
  }
  await known(
    test,
    'Many versions',
    numbers.map((number) => `1.${number}`),
  );
  await test.import(...products.map((record) => ({ ...record, versions: [{ version: '1.2' }] })));
  await test.check();
  const favorites = await ada.get('/api/v1/favorite?per_page=1').expect(200);
  const ids = [favorites.body.data[0].uuid];
  const components = numbers.map((number) => ({ type: 'application', name: `Product ${number}`, version: '1.0' }));
  const file = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components });
  await ada.put('/api/v1/inventory/host-0/content').set('Content-Type', 'text/plain').send(file).expect(200);
  for (const number of numbers.slice(1)) await ada.put(`/api/v1/inventory/host-${number}`).send({}).expect(200);
  for (const made of numbers) {
    await test.token('ada');
    await test.token(`user ${made}`);
    await ada.post('/api/v1/feed').send({ kind: 'updates' }).expect(201);
    const action = made % 2 === 0 ? 'mute' : 'unmute';
    await ada.post('/api/v1/favorite/bulk').send({ ids, action }).expect(200);
  }
});

const statements = async (path: string) =>
  (await statementsOf(test, () => ada.get(`/api/v1/${path}`).expect(200))).length;

/** Lists that belong to nothing else, and how many statements a page takes. */
const LISTS: [string, number][] = [
  ['favorite?', 1],
  ['favorite?includeAvailableVersion&', 1],
  ['favorite?includeFreshness&freshness=no-source&', 1],
  ['favorite?sort=-software&software[like]=product&update_available=true&', 1],
  ['favorite?includePolicy&includeProduct&includeReleases&sort=kind&', 4],
  ['favorite?includeTags&tagged=true&', 2],
  ['favorite/bulk?', 1],
  // And one for the names of products, and one for what can be undone.
  ['history?', 3],
  ['tag?', 1],
  ['software?', 1],
  ['software?includeFavorite&includeReleases&', 3],
  ['software?includeSupport&', 2],
  ['software?includePublisher&includeLatestVersion&', 1],
  ['software?name[like]=o&last_update[gt]=2020-01-01&sort=-last_update&', 1],
  ['software?includeVersions&', 2],
  ['software?includeTotal&', 2],
  ['publisher?', 1],
  ['channel?', 1],
  // And one for the deliveries of all of them.
  ['notification?', 2],
  ['notification?state=pending&software[like]=product&', 2],
  ['feed?', 1],
  ['inventory?', 1],
  ['inventory/comparison?', 2],
  ['favorite?includeDeployments&inventory=host-0&', 2],
  ['token?', 1],
  ['audit?', 1],
  ['user?', 1],
];

it.each(LISTS)('%s takes %i statements for a page of 1, of many and for the next one', async (path, count) => {
  const one = await ada.get(`/api/v1/${path}per_page=1`).expect(200);
  const many = await ada.get(`/api/v1/${path}per_page=${MANY}`).expect(200);
  expect([one.body.data.length, many.body.data.length]).toEqual([1, MANY]);
  expect(await statements(`${path}per_page=1`)).toBe(count);
  expect(await statements(`${path}per_page=${MANY}`)).toBe(count);
  expect(await statements(`${path}per_page=${MANY}&page=2`)).toBe(count);
  expect(await statements(`${path}per_page=${MANY}&cursor=${one.body.meta.next_cursor}`)).toBe(count);
});

it('the software of a publisher takes one statement', async () => {
  expect((await ada.get(`/api/v1/publisher/${publisher}/software`)).body.data).toHaveLength(MANY + 1);
  for (const query of ['', '?per_page=1', '?title[like]=product'])
    expect(await statements(`publisher/${publisher}/software${query}`)).toBe(1);
});

it('the deployments of an inventory take one statement, and one for the inventory', async () => {
  expect((await ada.get('/api/v1/inventory/host-0/deployment')).body.data).toHaveLength(MANY + 1);
  for (const query of ['', '?per_page=1', '?update_available=true'])
    expect(await statements(`inventory/host-0/deployment${query}`)).toBe(2);
});

it('the products of a group take as many statements, however many they are', async () => {
  const path = 'inventory-group/product?labels=group=web&per_page=';
  expect(await statements(`${path}1`)).toBe(await statements(`${path}50`));
});

it('the decisions of an inventory take one statement, and one for the inventory', async () => {
  for (const query of ['', '?per_page=50']) expect(await statements(`inventory/host-0/decision${query}`)).toBe(2);
});

it('the versions of software take one statement, and one more for its version scheme when they are filtered by version', async () => {
  const { body } = await ada.get('/api/v1/software?name=many versions').expect(200);
  const { id } = body.data[0];
  for (const query of ['', '?per_page=1', '?per_page=50', '?per_page=50&version[like]=1'])
    expect(await statements(`software/${id}/versions${query}`)).toBe(1);
  expect(await statements(`software/${id}/versions?per_page=50&version[gt]=1.5&version[like]=1`)).toBe(2);
});

it('the sources take two statements', async () => {
  for (const query of ['', '?per_page=50', '?state=failing']) expect(await statements(`source${query}`)).toBe(2);
});

it('every list of the API is among them', async () => {
  const { operations } = await Description.of(test);
  const lists = operations
    .filter(({ operation }) => operation.parameters.some(({ name }) => name === 'per_page'))
    .map(({ path }) => path);
  const own = new Set(LISTS.map(([path]) => `/api/v1/${path.split('?')[0]}`));
  const others = [
    '/api/v1/source',
    '/api/v1/inventory-group/product',
    '/api/v1/inventory/{name}/decision',
    '/api/v1/inventory/{name}/deployment',
    '/api/v1/publisher/{id}/software',
    '/api/v1/software/{id}/versions',
  ];
  expect(lists.sort()).toEqual([...own, ...others].sort());
});

it('single resources take one statement', async () => {
  for (const path of [
    `software/${software}?includePublisher&includeLatestVersion`,
    `software/${software}/publisher`,
    `software/${software}/favorite`,
    `publisher/${publisher}`,
    'profile',
  ])
    expect(await statements(path)).toBe(1);
});

it('a request that is refused takes none', async () => {
  const refused = [
    () => ada.get('/api/v1/software?page=0'),
    () => ada.get('/api/v1/software/nothing'),
    () => ada.post('/api/v1/favorite').send({ notes: 1 }),
    () => ada.put('/api/v1/software'),
  ];
  for (const work of refused) expect(await statementsOf(test, work)).toEqual([]);
});
