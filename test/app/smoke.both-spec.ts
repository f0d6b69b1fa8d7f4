import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';

describe('favorites', () => {
  const test = useApp();

  it('flags, notifies once and clears', async () => {
    const ada = await test.as('ada');
    const record = product('Alpha', ['1.9', '1.10']);
    await test.import(record);
    const { body: list } = await ada
      .get('/api/v1/software?name=alpha&includeVersions&includeLatestVersion')
      .expect(200);
    const [software] = list.data;
    expect(software.latest_version.version).toBe('1.10');
    const { body } = await ada.post('/api/v1/favorite').send({ software: software.id, version: '1.10' }).expect(201);
    expect(body.data.update_available).toBe(false);
    const channel = await ada.post('/api/v1/channel').send({ type: 'log', name: 'log', settings: {} }).expect(201);
    expect(channel.body.data.state).toBe('ok');
    await test.import({ ...record, versions: [{ version: '1.11' }] });
    expect(await test.check()).toEqual({ software: 1, favorites: 1, flagged: 1, notified: 1 });
    expect((await test.deliver()).sent).toBe(1);
    const after = await ada.get(`/api/v1/favorite/${body.data.uuid}`).expect(200);
    expect(after.body.data).toMatchObject({ update_available: true, notified_version: { version: '1.11' } });
    expect(await test.check()).toEqual({ software: 0, favorites: 0, flagged: 0, notified: 0 });
    const moved = await ada.post(`/api/v1/favorite/${body.data.uuid}/update-to-latest-version`).expect(200);
    expect(moved.body.data).toMatchObject({ update_available: false, version: { version: '1.11' } });
    await test.http.get('/health/ready').expect(200);
  });
});
