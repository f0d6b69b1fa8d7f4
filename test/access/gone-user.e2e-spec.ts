import { type Agent, expectProblem } from '../setup/api';
import { useApp } from '../setup/app';

const test = useApp();

beforeAll(async () => {
  await test.import({ publisher: { name: 'P' }, software: { name: 'kept' }, versions: [{ version: '1.0' }] });
});

/** Who has called a moment ago, and is not in the backup that was read back since. */
async function gone(user: string): Promise<Agent> {
  const agent = await test.as(user);
  await agent.get('/api/v1/profile').expect(200);
  await test.database.execute('DELETE FROM user WHERE name = ?', [user]);
  return agent;
}

async function softwareId(agent: Agent): Promise<string> {
  const { body } = await agent.get('/api/v1/software').expect(200);
  return body.data[0].id as string;
}

describe('a user who is gone after a restore', () => {
  it.each<[string, (agent: Agent) => PromiseLike<Parameters<typeof expectProblem>[0]>]>([
    ['reads the profile', (agent) => agent.get('/api/v1/profile')],
    ['changes the profile', (agent) => agent.patch('/api/v1/profile').send({ time_zone: 'Europe/Berlin' })],
    [
      'adds a favorite',
      async (agent) => agent.post('/api/v1/favorite').send({ software: await softwareId(agent), version: '1.0' }),
    ],
    ['adds a channel', (agent) => agent.post('/api/v1/channel').send({ type: 'log', name: 'log', settings: {} })],
    ['makes a token', (agent) => agent.post('/api/v1/token').send({ name: 'another', scopes: ['read'] })],
  ])('and %s gets 401, as for a token that nobody has', async (what, ask) => {
    const answer = await ask(await gone(what));
    expectProblem(answer, 401, 'unauthorized');
    const unknown = await test.http.get('/api/v1/profile').set('Authorization', 'Bearer sut_unknown');
    expect(answer.body.detail).toBe(unknown.body.detail);
    expect(answer.headers['www-authenticate']).toBe(unknown.headers['www-authenticate']);
  });

  it('is not remembered any longer', async () => {
    const agent = await gone('forgotten');
    await agent.get('/api/v1/software').expect(200);
    expectProblem(await agent.get('/api/v1/profile'), 401, 'unauthorized');
    expectProblem(await agent.get('/api/v1/software'), 401, 'unauthorized');
  });
});
