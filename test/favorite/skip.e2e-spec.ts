import { expectProblem, known, UNKNOWN_ID } from '../setup/api';
import { useApp } from '../setup/app';
import { newUser } from '../setup/tracking';

const test = useApp();

async function favorite(versions: string[]) {
  const agent = await newUser(test, null);
  const software = await known(test, 'Skippable', versions);
  const { body } = await agent
    .post('/api/v1/favorite')
    .send({ software: software.id, version: versions[0] })
    .expect(201);
  const path = `/api/v1/favorite/${body.data.uuid as string}`;
  const offered = async () =>
    (await agent.get(`${path}?includeAvailableVersion`).expect(200)).body.data.available_version?.version ?? null;
  return { agent, path, offered, software };
}

it('skips a version by its id, and offers nothing up to it', async () => {
  const { agent, path, offered, software } = await favorite(['1.0', '1.1', '1.2']);
  expect(await offered()).toBe('1.2');
  const version = software.versions['1.2']!;
  for (const id of [version, version.toUpperCase()]) {
    const { body } = await agent.post(`${path}/skip`).send({ version: id }).expect(200);
    expect(body.data).toMatchObject({ skip: ['1.2'], series: null });
  }
  expect(await offered()).toBeNull();
  for (let time = 0; time < 2; time++) {
    await agent.delete(`${path}/skip/${version}`).expect(204);
    expect(await offered()).toBe('1.2');
  }
  const { body } = await agent.get(`${path}/policy`).expect(200);
  expect(body.data.skip).toEqual([]);
});

it('writes one audit entry for each change, and none for what is so already', async () => {
  const { agent, path, software } = await favorite(['1.0', '1.1']);
  const version = software.versions['1.1']!;
  for (const _time of [1, 2]) await agent.post(`${path}/skip`).send({ version }).expect(200);
  for (const _time of [1, 2]) await agent.delete(`${path}/skip/${version}`).expect(204);
  const admin = await test.as('admin', ['admin']);
  const { body } = await admin.get(`/api/v1/audit?resource=${path.split('/').at(-1)}&action=favorite.policy-updated`);
  expect(body.data.map(({ details }: { details: object }) => details)).toEqual([
    { fields: ['skip'] },
    { fields: ['skip'] },
  ]);
});

it('takes off other labels of the same version', async () => {
  const { agent, path, offered, software } = await favorite(['1.0', '1.1', 'v1.1']);
  await agent
    .patch(`${path}/policy`)
    .send({ skip: ['v1.1', '0.9'] })
    .expect(200);
  expect(await offered()).toBeNull();
  await agent.delete(`${path}/skip/${software.versions['1.1']!}`).expect(204);
  expect((await agent.get(`${path}/policy`).expect(200)).body.data.skip).toEqual(['0.9']);
  expect(await offered()).toMatch(/1\.1$/);
});

it('refuses what is no version of the software, and favorites of others', async () => {
  const { agent, path, software } = await favorite(['1.0', '1.1']);
  const other = await known(test, 'Another', ['5.0']);
  for (const version of [UNKNOWN_ID, other.versions['5.0']!, '1.1', 7, null])
    expect(expectProblem(await agent.post(`${path}/skip`).send({ version }), 422, 'invalid-body')).toEqual(['version']);
  for (const version of [UNKNOWN_ID, other.versions['5.0']!, 'no-id'])
    await agent.delete(`${path}/skip/${version}`).expect(204);
  const stranger = await newUser(test, null);
  const version = software.versions['1.1']!;
  expectProblem(await stranger.post(`${path}/skip`).send({ version }), 404, 'not-found');
  expectProblem(await stranger.delete(`${path}/skip/${version}`), 404, 'not-found');
});

it('skips at most 200 versions', async () => {
  const { agent, path, software } = await favorite(['1.0', '1.1']);
  const skip = Array.from({ length: 200 }, (_, number) => `0.${number}`);
  await agent.patch(`${path}/policy`).send({ skip }).expect(200);
  const answer = await agent.post(`${path}/skip`).send({ version: software.versions['1.1']! });
  expectProblem(answer, 409, 'limit-reached');
  expect(answer.body.limit).toBe(200);
});
