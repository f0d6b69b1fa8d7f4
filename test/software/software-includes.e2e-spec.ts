import { useAgent, useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { type Agent, newUser, softwareOf, track } from '../setup/tracking';

const monthsAgo = (months: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString();
};

describe('software with includes for the search screen', () => {
  const test = useApp();
  const ada = useAgent(() => newUser(test));

  const both = async (agent: Agent, software: string, name: string, query: string) => {
    const one = (await agent.get(`/api/v1/software/${software}?${query}`).expect(200)).body.data;
    const [listed] = (await agent.get(`/api/v1/software?name=${encodeURIComponent(name)}&${query}`).expect(200)).body
      .data;
    expect(listed).toEqual(one);
    return one as { favorite?: object | null; releases?: number[]; is_favorite: boolean };
  };

  it("has the caller's favorite when asked, and null where there is none", async () => {
    const tracked = await track(test, ada, '1.0');
    const { name } = tracked.record.software;
    const favorite = { uuid: tracked.id, version: '1.0', update_available: false };
    expect((await both(ada, tracked.software, name, 'includeFavorite')).favorite).toEqual(favorite);
    await tracked.release('2.0');
    await test.check();
    expect((await both(ada, tracked.software, name, 'includeFavorite')).favorite).toEqual({
      ...favorite,
      update_available: true,
    });
    const other = await newUser(test, null);
    expect((await both(other, tracked.software, name, 'includeFavorite')).favorite).toBeNull();
    expect(await both(ada, tracked.software, name, '')).not.toHaveProperty('favorite');
  });

  it('counts the releases of the last twelve months, without pre-releases and withdrawn versions', async () => {
    const record = product('Counted', [
      { version: '1.0', released_at: monthsAgo(12) },
      { version: '1.1', released_at: monthsAgo(11) },
      { version: '1.2', released_at: monthsAgo(11) },
      { version: '1.3', released_at: monthsAgo(3) },
      { version: '1.4-rc1', released_at: monthsAgo(2) },
      { version: '1.4', released_at: monthsAgo(1), removed_at: monthsAgo(0) },
      { version: '1.5', released_at: monthsAgo(0) },
    ]);
    await test.import(record, product('Uncounted', []));
    const software = await softwareOf(test, record);
    const releases = [2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1];
    expect((await both(ada, software, 'Counted', 'includeReleases')).releases).toEqual(releases);
    await ada.post('/api/v1/favorite').send({ software, version: '1.0' }).expect(201);
    const favorites = await ada.get('/api/v1/favorite?software=Counted&includeReleases').expect(200);
    expect(favorites.body.data[0].releases).toEqual(releases);
    const favorite = await ada.get(`/api/v1/software/${software}/favorite?includeReleases`).expect(200);
    expect(favorite.body.data.releases).toEqual(releases);
    const { body } = await ada.get('/api/v1/software?name=Uncounted&includeReleases').expect(200);
    expect(body.data[0].releases).toEqual(Array(12).fill(0));
    expect(await both(ada, software, 'Counted', 'includeFavorite')).not.toHaveProperty('releases');
    expect((await ada.get('/api/v1/software?name=nobody&includeReleases').expect(200)).body.data).toEqual([]);
    await ada.get('/api/v1/software?q=counted&includeFavorite&includeReleases&includeLatestVersion').expect(200);
  });
});
