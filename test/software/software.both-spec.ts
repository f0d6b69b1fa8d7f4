import { expectProblem, known, linksOf, MOMENT, UNKNOWN_ID } from '../setup/api';
import { useAgent, useApp } from '../setup/app';
import { product } from '../setup/catalogue';

const test = useApp();
const ada = useAgent(() => test.as('ada'));

const softwareLinks = (id: string, publisher: string) => ({
  self: `${test.url}/api/v1/software/${id}`,
  versions: `${test.url}/api/v1/software/${id}/versions`,
  publisher: `${test.url}/api/v1/publisher/${publisher}`,
});

const publisherOf = (id: string, name: string) => ({
  id,
  name,
  url: 'https://example.org',
  support_url: null,
  privacy_url: null,
  created_at: expect.stringMatching(MOMENT),
  updated_at: expect.stringMatching(MOMENT),
  links: { self: `${test.url}/api/v1/publisher/${id}` },
});

describe('software', () => {
  it('has the documented fields, and no others unless an include asks for them', async () => {
    const { id, publisher } = await known(test, 'Shape');
    const expected = {
      id,
      name: 'Shape',
      description: 'About Shape',
      short_description: 'Short: Shape',
      url: 'https://example.org/product',
      last_update: expect.stringMatching(MOMENT),
      is_favorite: false,
      links: softwareLinks(id, publisher),
    };
    expect((await ada.get(`/api/v1/software/${id}`).expect(200)).body).toEqual({ data: expected });
    expect((await ada.get('/api/v1/software?name=shape').expect(200)).body.data).toEqual([expected]);
  });

  it('has null where a field has no value', async () => {
    const empty = { description: null, short_description: null, url: null };
    const { id } = await known(test, 'Empty', [], { software: empty, publisher: { url: null } });
    const { body } = await ada.get(`/api/v1/software/${id}?includePublisher&includeLatestVersion&includeVersions`);
    expect(body.data).toMatchObject({ ...empty, publisher: { url: null }, latest_version: null, versions: [] });
  });

  it.each(['', '=1'])('shows all that includes add when they are switched on with "%s"', async (on) => {
    const { id, publisher, versions } = await known(test, `Includes <${on}>`, ['1.9', '1.10', '2.0-beta.1']);
    const query = ['includePublisher', 'includeLatestVersion', 'includeVersions'].map((name) => name + on).join('&');
    const version = (label: string) => ({
      id: versions[label],
      version: label,
      created_at: expect.stringMatching(MOMENT),
    });
    const added = {
      publisher: publisherOf(publisher, `Publisher of Includes <${on}>`),
      latest_version: version('1.10'),
      versions: [version('2.0-beta.1'), version('1.10'), version('1.9')],
    };
    expect((await ada.get(`/api/v1/software/${id}?${query}`).expect(200)).body.data).toMatchObject(added);
    const name = encodeURIComponent(`includes <${on}>`);
    expect((await ada.get(`/api/v1/software?name=${name}&${query}`).expect(200)).body.data).toMatchObject([added]);
  });

  it.each(['=0', '=false'])('shows nothing more when includes are switched off with "%s"', async (off) => {
    const { id } = await known(test, `Off ${off}`);
    const { body } = await ada
      .get(`/api/v1/software/${id}?includePublisher${off}&includeLatestVersion${off}`)
      .expect(200);
    expect(body.data).not.toHaveProperty('publisher');
    expect(body.data).not.toHaveProperty('latest_version');
  });

  it('offers a pre-release as the latest version when there is nothing else', async () => {
    const { id } = await known(test, 'Only betas', ['1.0-beta.2', '1.0-beta.10']);
    const { body } = await ada.get(`/api/v1/software/${id}?includeLatestVersion`).expect(200);
    expect(body.data.latest_version.version).toBe('1.0-beta.10');
  });

  it('answers its publisher, and 404 for the publisher of software that is not there', async () => {
    const { id, publisher } = await known(test, 'Published');
    const expected = publisherOf(publisher, 'Publisher of Published');
    expect((await ada.get(`/api/v1/software/${id}/publisher`).expect(200)).body).toEqual({ data: expected });
    for (const path of ['', '/publisher', '/versions', '/favorite'])
      for (const unknown of [UNKNOWN_ID, 'nothing'])
        expectProblem(await ada.get(`/api/v1/software/${unknown}${path}`), 404, 'not-found');
  });

  it('takes ids in capitals', async () => {
    const { id } = await known(test, 'Capitals');
    expect((await ada.get(`/api/v1/software/${id.toUpperCase()}`).expect(200)).body.data.id).toBe(id);
  });
});

describe('is_favorite', () => {
  it('and links.favorite are the caller’s own, in every answer about software', async () => {
    const bob = await test.as('bob');
    const { id, publisher } = await known(test, 'Whose');
    const { body } = await ada.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    const favorite = `${test.url}/api/v1/favorite/${body.data.uuid}`;
    const paths = [`software/${id}`, 'software?name=whose', `publisher/${publisher}/software`];
    for (const path of paths) {
      const mine = [(await ada.get(`/api/v1/${path}`).expect(200)).body.data].flat();
      const his = [(await bob.get(`/api/v1/${path}`).expect(200)).body.data].flat();
      expect(mine).toMatchObject([{ is_favorite: true, links: { ...softwareLinks(id, publisher), favorite } }]);
      expect(his).toMatchObject([{ is_favorite: false }]);
      expect(his[0].links).toEqual(softwareLinks(id, publisher));
    }
    await ada.delete(new URL(favorite).pathname).expect(204);
    expect((await ada.get(`/api/v1/software/${id}`)).body.data.is_favorite).toBe(false);
  });

  it('does not repeat software that many users have as a favorite', async () => {
    const { id } = await known(test, 'Popular');
    for (const user of ['one', 'two', 'three']) {
      const agent = await test.as(user);
      await agent.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    }
    const { body } = await ada.get('/api/v1/software?name=popular&includeTotal').expect(200);
    expect(body).toMatchObject({ data: [{ id, is_favorite: false }], meta: { total: 1 } });
  });
});

describe('publishers', () => {
  it('have the documented fields in the list and alone', async () => {
    const publisher = {
      name: 'Full House',
      support_url: 'https://example.org/help',
      privacy_url: 'https://example.org/p',
    };
    const { publisher: id } = await known(test, 'Of Full House', ['1.0'], { publisher });
    const expected = { ...publisherOf(id, 'Full House'), ...publisher };
    expect((await ada.get(`/api/v1/publisher/${id}`).expect(200)).body).toEqual({ data: expected });
    expect((await ada.get('/api/v1/publisher?name=full%20house').expect(200)).body.data).toEqual([expected]);
    for (const unknown of [UNKNOWN_ID, 'nothing']) {
      expectProblem(await ada.get(`/api/v1/publisher/${unknown}`), 404, 'not-found');
      expectProblem(await ada.get(`/api/v1/publisher/${unknown}/software`), 404, 'not-found');
    }
  });

  it('list their software with the names of the specification', async () => {
    const { id, publisher } = await known(test, 'Titled');
    const { body } = await ada.get(`/api/v1/publisher/${publisher}/software`).expect(200);
    expect(body.data).toEqual([
      {
        id,
        title: 'Titled',
        ShortDescription: 'Short: Titled',
        description: 'About Titled',
        url: 'https://example.org/product',
        last_update: expect.stringMatching(MOMENT),
        is_favorite: false,
        links: softwareLinks(id, publisher),
      },
    ]);
  });

  it('answer an empty list, not 404, when a filter or a page leaves nothing of their software', async () => {
    const { publisher } = await known(test, 'Filtered');
    for (const query of ['title=nothing', 'page=7'])
      expect((await ada.get(`/api/v1/publisher/${publisher}/software?${query}`).expect(200)).body.data).toEqual([]);
  });
});

describe('versions', () => {
  const labelsOf = (list: { version: string }[]) => list.map(({ version }) => version);

  it('have id, label and date, newest first in version order', async () => {
    const { id, versions } = await known(test, 'Ordered', [
      '9.0',
      { version: '10.0', released_at: '2024-05-06T07:08:09.123456Z' },
      '2.0',
      '10.0-rc.1',
      '10.0.1',
    ]);
    const { body } = await ada.get(`/api/v1/software/${id}/versions`).expect(200);
    expect(labelsOf(body.data)).toEqual(['10.0.1', '10.0', '10.0-rc.1', '9.0', '2.0']);
    expect(body.data[1]).toEqual({ id: versions['10.0'], version: '10.0', created_at: '2024-05-06T07:08:09.123456Z' });
    expect(body.data[0].created_at).toMatch(MOMENT);
  });

  it('are filtered in version order, not as text', async () => {
    const { id } = await known(test, 'Compared', ['2.0', '9.0', '9.1', '10.0', '11.0-beta']);
    const get = async (query: string) =>
      labelsOf((await ada.get(`/api/v1/software/${id}/versions?${query}`).expect(200)).body.data);
    expect(await get('version[gt]=9.0')).toEqual(['11.0-beta', '10.0', '9.1']);
    expect(await get('version[gte]=9')).toEqual(['11.0-beta', '10.0', '9.1', '9.0']);
    expect(await get('version[lt]=10.0')).toEqual(['9.1', '9.0', '2.0']);
    expect(await get('version[lte]=v10.0')).toEqual(['10.0', '9.1', '9.0', '2.0']);
    expect(await get('version[gt]=2.0&version[lt]=10.0&version[like]=9.%')).toEqual(['9.1', '9.0']);
    expect(await get('version[like]=BETA')).toEqual(['11.0-beta']);
    expect(await get('version[gt]=10.0&version[lt]=9.0')).toEqual([]);
  });

  it('are found by a part of their label without regard to case, also beyond ASCII', async () => {
    const { id } = await known(test, 'Labels', ['1.0-ÉTÉ', '1.0_été', '2.0-Hiver']);
    const like = async (text: string) => {
      const path = `/api/v1/software/${id}/versions?version[like]=${encodeURIComponent(text)}`;
      return labelsOf((await ada.get(path).expect(200)).body.data).sort();
    };
    expect(await like('ÉTÉ')).toEqual(['1.0-ÉTÉ', '1.0_été']);
    expect(await like('été')).toEqual(['1.0-ÉTÉ', '1.0_été']);
    expect(await like('_')).toEqual(['1.0_été']);
    expect(await like('%hiver')).toEqual(['2.0-Hiver']);
    expect(await like('\u0000')).toEqual([]);
  });

  it('are filtered and sorted by date to the microsecond', async () => {
    const { id } = await known(test, 'Dated', [
      { version: '1.0', released_at: '2024-01-01T00:00:00.000001Z' },
      { version: '2.0', released_at: '2024-01-01T00:00:00.000002Z' },
      { version: '1.1', released_at: '2024-01-01T00:00:00.000003Z' },
    ]);
    const get = async (query: string) =>
      labelsOf((await ada.get(`/api/v1/software/${id}/versions?${query}`).expect(200)).body.data);
    expect(await get('created_at[gt]=2024-01-01T00:00:00.000001Z&sort=created_at')).toEqual(['2.0', '1.1']);
    expect(await get('created_at[gte]=2024-01-01T02:00:00.000002%2B02:00')).toEqual(['2.0', '1.1']);
    expect(await get('created_at[lte]=2024-01-01T00:00:00.000002')).toEqual(['2.0', '1.0']);
    expect(await get('created_at[lt]=2024-01-01')).toEqual([]);
    expect(await get('sort=-created_at')).toEqual(['1.1', '2.0', '1.0']);
    expect(await get('sort=version')).toEqual(['1.0', '1.1', '2.0']);
  });

  it('come up to 1,000 at once without paging, and the rest follows by Link and by next_cursor', async () => {
    const labels = Array.from({ length: 1_005 }, (_, index) => `1.${index}`);
    const { id } = await known(test, 'Many', labels);
    const first = await ada.get(`/api/v1/software/${id}/versions?includeTotal`).expect(200);
    expect(first.body.data).toHaveLength(1_000);
    expect(first.body.meta).toMatchObject({ per_page: 1_000, has_more: true, total: 1_005 });
    const rest = await ada.get(linksOf(first).next!).expect(200);
    expect(labelsOf([...first.body.data, ...rest.body.data])).toEqual(labels.reverse());
    expect(rest.body.meta.has_more).toBe(false);
    const { next_cursor: cursor } = first.body.meta;
    expect((await ada.get(`/api/v1/software/${id}/versions?cursor=${cursor}`)).body.data).toEqual(rest.body.data);
    // By pages of 50 as soon as one is asked for.
    const last = await ada.get(`/api/v1/software/${id}/versions?page=21`).expect(200);
    expect(labelsOf(last.body.data)).toEqual(labels.slice(1_000));
    const { body } = await ada.get(`/api/v1/software/${id}?includeVersions`).expect(200);
    expect(labelsOf(body.data.versions)).toEqual(labels.slice(0, 1_000));
  });
});

describe('datetimes', () => {
  it('show the microseconds that the database holds, and always six digits', async () => {
    const { id, publisher } = await known(test, 'Moments');
    const { body } = await ada.post('/api/v1/favorite').send({ software: id, version: '1.0' }).expect(201);
    const set = (table: string, column: string, value: string, of: string) =>
      test.database.execute(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, [value, of]);
    await set('software', 'updated_at', '2024-02-29 23:59:59.999999', id);
    await set('publisher', 'updated_at', '2024-02-29 12:00:00.100000', publisher);
    await set('publisher', 'created_at', '1999-12-31 00:00:00.000000', publisher);
    await set('favorite', 'created_at', '2024-01-02 03:04:05.000007', body.data.uuid);
    await set('favorite', 'updated_at', '2024-01-02 03:04:05.120000', body.data.uuid);
    const read = async (path: string) => (await ada.get(`/api/v1/${path}`).expect(200)).body.data;
    expect((await read(`software/${id}`)).last_update).toBe('2024-02-29T23:59:59.999999Z');
    expect(await read(`publisher/${publisher}`)).toMatchObject({
      created_at: '1999-12-31T00:00:00.000000Z',
      updated_at: '2024-02-29T12:00:00.100000Z',
    });
    expect(await read(`favorite/${body.data.uuid}`)).toMatchObject({
      created_at: '2024-01-02T03:04:05.000007Z',
      updated_at: '2024-01-02T03:04:05.120000Z',
    });
  });

  it('of a version are its release date, else the moment when it was added', async () => {
    const before = new Date(Date.now() - 60_000).toISOString();
    const record = product('Added', [{ version: '1.0', released_at: '2001-02-03' }, '2.0']);
    await test.import(record);
    const { body } = await ada.get('/api/v1/software?name=added&includeVersions').expect(200);
    const [added, released] = body.data[0].versions;
    expect(released.created_at).toBe('2001-02-03T00:00:00.000000Z');
    expect(added.created_at > before && added.created_at < new Date(Date.now() + 60_000).toISOString()).toBe(true);
  });
});
