import { known } from '../setup/api';
import { useAgent, useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { SERVER_URL } from '../setup/database';
import { rowsRead } from '../setup/rows-read';

const MOST = 100;

const test = useApp({ CHANNELS_PER_USER: '200' });
const ada = useAgent(() => test.as('ada'));

const labelsOf = (versions: { version: string }[]) => versions.map(({ version }) => version);
const pathOf = (url: string) => url.slice(new URL(url).origin.length);
const labels = (count: number) => Array.from({ length: count }, (_, index) => `1.${index}`);

describe('versions', () => {
  it('inside a list of software are the newest 100 of each, and a link leads to all', async () => {
    await known(test, 'Few', ['1.0', '2.0']);
    await known(test, 'Just enough', labels(MOST));
    const { id } = await known(test, 'Too many', labels(MOST + 1));
    await known(test, 'Unreleased', []);
    const { body } = await ada.get('/api/v1/software?includeVersions&sort=name').expect(200);
    const counts = (body.data as { name: string; versions: unknown[]; has_more_versions: boolean }[]).map(
      ({ name, versions, has_more_versions: more }) => [name, versions.length, more],
    );
    expect(counts).toEqual([
      ['Few', 2, false],
      ['Just enough', MOST, false],
      ['Too many', MOST, true],
      ['Unreleased', 0, false],
    ]);
    const many = body.data[2];
    const all = await ada.get(pathOf(many.links.versions)).expect(200);
    expect(all.body.data).toHaveLength(MOST + 1);
    expect(many.versions).toEqual(all.body.data.slice(0, MOST));
    const one = await ada.get(`/api/v1/software/${id}?includeVersions`).expect(200);
    expect([one.body.data.versions, one.body.data.has_more_versions]).toEqual([all.body.data, false]);
    const plain = await ada.get(`/api/v1/software/${id}`).expect(200);
    expect(plain.body.data).not.toHaveProperty('has_more_versions');
  });

  it('are in order and apart where more products are shown than one statement reads', async () => {
    await test.import(
      ...Array.from({ length: 60 }, (_, number) => product(`Ordered ${number}`, ['1.10', '1.9', `2.${number}`])),
    );
    const { body } = await ada.get('/api/v1/software?name[like]=ordered&includeVersions&per_page=200').expect(200);
    expect(body.data).toHaveLength(60);
    for (const { name, versions } of body.data)
      expect(labelsOf(versions)).toEqual([`2.${name.split(' ')[1]}`, '1.10', '1.9']);
  });

  (SERVER_URL ? it : it.skip)('that are not shown are not read', async () => {
    await known(test, 'Endless', labels(3_000));
    const readings = await rowsRead(test, () => ada.get('/api/v1/software?name=endless&includeVersions').expect(200));
    expect(Math.max(...readings.map(({ most }) => most))).toBeLessThan(500);
  });
});

it('deliveries inside a list of notifications are the first 100 of each, and a link leads to all', async () => {
  const record = product('Told widely', ['1.0']);
  await test.import(record);
  const { body: found } = await ada.get('/api/v1/software?name=told%20widely').expect(200);
  await ada.post('/api/v1/favorite').send({ software: found.data[0].id, version: '1.0' }).expect(201);
  const channel = { type: 'log', name: 'log', settings: {} };
  for (let number = 0; number < MOST + 1; number++) await ada.post('/api/v1/channel').send(channel).expect(201);
  await test.import({ ...record, versions: [{ version: '2.0' }] });
  await test.check();
  const { body } = await ada.get('/api/v1/notification').expect(200);
  const [listed] = body.data;
  expect([listed.deliveries.length, listed.has_more_deliveries]).toEqual([MOST, true]);
  const one = await ada.get(pathOf(listed.links.self)).expect(200);
  expect([one.body.data.deliveries.length, one.body.data.has_more_deliveries]).toEqual([MOST + 1, false]);
  const idsOf = (deliveries: { id: string }[]) => deliveries.map((delivery) => delivery.id);
  expect(idsOf(listed.deliveries)).toEqual(idsOf(one.body.data.deliveries).slice(0, MOST));
});
