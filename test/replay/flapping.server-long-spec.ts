import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { atScale } from '../setup/scale';

const CHANGES = atScale(120, 1_080);

/** Real sources do this: one product of the catalogue went back and forth 1,080 times (a manifest that two robots write). */
describe('a source that goes back and forth between two versions', () => {
  const test = useApp();

  async function track(user: string, software: string, policy: object): Promise<void> {
    const agent = await test.as(user);
    await agent.post('/api/v1/channel').send({ type: 'log', name: 'log', settings: {} }).expect(201);
    const { body } = await agent.post('/api/v1/favorite').send({ software, version: '1.0' }).expect(201);
    await agent.put(`/api/v1/favorite/${body.data.uuid}/policy`).send(policy).expect(200);
  }

  it(`tells each of them once in ${CHANGES} changes`, async () => {
    const record = product('Flapping', ['1.0']);
    await test.import(record);
    const [software] = await test.database.query<{ id: string }>('SELECT id FROM software');
    const policies = [{}, { series: '1' }, { include_prereleases: true, skip: ['0.1'] }, { minimum_age_days: 30 }];
    for (const [index, policy] of policies.entries()) await track(`user ${index}`, software!.id, policy);
    const versions = (shown: string) =>
      ['1.1', '1.2'].map((version) => ({
        ...{ version, released_at: '2024-01-01' },
        removed_at: version === shown ? null : '2024-06-01',
      }));
    for (let change = 0; change < CHANGES; change++) {
      const shown = change % 2 === 0 ? '1.1' : '1.2';
      await test.import({ ...record, versions: versions(shown) });
      expect((await test.check()).notified).toBe(change < 2 ? policies.length : 0);
    }
    const offered = await test.database.query(
      `SELECT v.version, COUNT(*) AS total FROM favorite f JOIN version v ON v.id = f.available_version_id GROUP BY v.version`,
    );
    expect(offered).toEqual([{ version: '1.2', total: policies.length }]);
  });
});
