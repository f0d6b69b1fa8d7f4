import { RekeyService } from '../../src/update-check/rekey.service';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { count, crowd, newUser, track } from '../setup/tracking';

describe('a change of how versions are ordered', () => {
  const test = useApp();

  const latestOf = async (name: string) => {
    const ada = await test.as('ada');
    const { body } = await ada.get('/api/v1/software').query({ name, includeLatestVersion: true }).expect(200);
    return { id: body.data[0].id as string, latest: body.data[0].latest_version?.version as string | undefined };
  };

  it('makes keys, the latest version and the flags anew in one go', async () => {
    const ada = await test.as('ada');
    await test.import(product('Odd', ['2.0', '2.1', '2019']));
    const { id, latest } = await latestOf('Odd');
    expect(latest).toBe('2019');
    const { body } = await ada.post('/api/v1/favorite').send({ software: id, version: '2.0' }).expect(201);
    const newest = await ada.post('/api/v1/favorite').send({ software: id, version: '2.1' }).expect(409);
    expect(newest.headers.location).toContain(body.data.uuid);
    await ada.patch(`/api/v1/favorite/${body.data.uuid}`).send({ version: '2.1' }).expect(200);
    const summary = await test.app.get(RekeyService).rekey(id, { ignore_pattern: '^2019$' });
    expect(summary).toEqual({ software: 1, versions: 1, flagged: 1 });
    expect((await latestOf('Odd')).latest).toBe('2.1');
    const after = await ada.get(`/api/v1/favorite/${body.data.uuid}`).expect(200);
    expect(after.body.data.update_available).toBe(false);
  });

  it('makes the flags of many favorites anew with the next check', async () => {
    const tracked = await track(test, await newUser(test), '1.0');
    await tracked.release('2019');
    await test.check();
    await crowd(test, tracked, 250);
    const offered = () => count(test, 'favorite WHERE software_id = ? AND update_available = 1', tracked.software);
    expect(await offered()).toBe(251);
    const { flagged } = await test.app.get(RekeyService).rekey(tracked.software, { ignore_pattern: '^2019$' });
    expect(flagged).toBe(200);
    expect(await test.check()).toMatchObject({ favorites: 251, flagged: 51, notified: 0 });
    expect(await offered()).toBe(0);
  });

  it('comes with a record of the import too, and once only', async () => {
    const record = { ...product('Tagged', ['cli-1.9', 'cli-1.10', 'lib-7']), ordering: { tag_pattern: '^cli-(.+)$' } };
    await test.import({ ...record, ordering: null });
    expect((await latestOf('Tagged')).latest).toBe('lib-7');
    expect(await test.import(record)).toMatchObject({ software: 1, rejected: 0 });
    expect((await latestOf('Tagged')).latest).toBe('cli-1.10');
    expect(await test.import(record)).toMatchObject({ software: 0, versions: 0, unchanged: 1 });
  });

  it('refuses a pattern that is none, and unknown software', async () => {
    await test.import(product('Strict', ['1']));
    const { id } = await latestOf('Strict');
    const rekeys = test.app.get(RekeyService);
    await expect(rekeys.rekey(id, { tag_pattern: '(' })).rejects.toMatchObject({ type: 'invalid-body' });
    await expect(rekeys.rekey(id, { scheme: 'nonsense' })).rejects.toMatchObject({ type: 'invalid-body' });
    await expect(rekeys.rekey('0198f0aa-0000-7000-8000-000000000000')).rejects.toMatchObject({ type: 'not-found' });
  });

  it('goes on with what another revision of the algorithm left', async () => {
    await test.import(product('Stale one', ['1.9', '1.10']), product('Stale two', ['1']));
    const { id } = await latestOf('Stale one');
    await test.database.execute(`UPDATE version SET version_key = 'zz' WHERE software_id = ? AND version = '1.9'`, [
      id,
    ]);
    await test.database.execute('UPDATE software SET ordering_revision = 0, latest_version_id = NULL WHERE id = ?', [
      id,
    ]);
    const rekeys = test.app.get(RekeyService);
    expect(await rekeys.count('stale')).toBe(1);
    expect(await rekeys.run('stale')).toEqual({ software: 1, versions: 1, flagged: 0 });
    expect((await latestOf('Stale one')).latest).toBe('1.10');
    expect(await rekeys.run('stale')).toEqual({ software: 0, versions: 0, flagged: 0 });
    expect((await rekeys.run('all')).software).toBe(await rekeys.count('all'));
  });

  it('keeps old keys from mixing with new ones when a version arrives first', async () => {
    const record = product('Mixed', ['1.9', '1.10']);
    await test.import(record);
    const { id } = await latestOf('Mixed');
    await test.database.execute(`UPDATE version SET version_key = 'zz' WHERE software_id = ? AND version = '1.9'`, [
      id,
    ]);
    await test.database.execute('UPDATE software SET ordering_revision = 0 WHERE id = ?', [id]);
    await test.import({ ...record, versions: [{ version: '1.11' }] });
    expect((await latestOf('Mixed')).latest).toBe('1.11');
    const ada = await test.as('ada');
    const { body } = await ada.get(`/api/v1/software/${id}/versions`).expect(200);
    expect(body.data.map((version: { version: string }) => version.version)).toEqual(['1.11', '1.10', '1.9']);
  });
});
