import { expectProblem, known, UNKNOWN_ID } from '../setup/api';
import { useApp } from '../setup/app';
import { type Scope, SCOPES } from '../../src/config/scopes';

const test = useApp();

interface Operation {
  /** Only where it is not what all take. */
  security?: object[];
  responses: Record<string, unknown>;
}

/** The addresses that answer to GET and want a token, with an id that nothing has. */
async function readAddresses(): Promise<string[]> {
  const { body } = await test.http.get('/docs/openapi.json').expect(200);
  const paths = Object.entries(body.paths as Record<string, { get?: Operation }>);
  return paths.filter(([, { get }]) => get?.responses['403'] !== undefined && !get.security).map(([path]) => path);
}

/** What docs/operations/users.md says of each scope. */
describe('a token with one scope', () => {
  it.each<[Scope, (path: string) => boolean]>([
    ['read', (path) => !/\/(audit|source|notes-source|overview|user)$/.test(path)],
    ['write', () => false],
    ['catalogue:write', (path) => /^\/api\/v1\/software\/\{id\}\/(notes-)?source$/.test(path)],
    ['admin', (path) => /^\/api\/v1\/(audit|source|overview|user)$/.test(path)],
  ])('%s reads what is said of it, and nothing else', async (scope, reads) => {
    const agent = await test.as(`one-${scope}`, [scope]);
    const addresses = await readAddresses();
    expect(addresses.length).toBeGreaterThan(15);
    const allowed: string[] = [];
    for (const path of addresses) {
      // A stream of events has no end.
      const ask = path.endsWith('/events') ? agent.head(path) : agent.get(path.replaceAll('{id}', UNKNOWN_ID));
      if ((await ask).status !== 403) allowed.push(path);
    }
    expect(allowed).toEqual(addresses.filter(reads));
  });

  it('write reads through the answers to changes: the profile, and by their ids favorites, policies and channels', async () => {
    const owner = await test.as('owner', [...SCOPES]);
    const { id: software } = await known(test, 'Readable');
    const favorite = { software, version: '1.0', notes: 'a note' };
    const { uuid } = (await owner.post('/api/v1/favorite').send(favorite).expect(201)).body.data as { uuid: string };
    await owner.patch('/api/v1/profile').send({ email: 'owner@example.org' }).expect(200);
    const settings = { url: 'https://hooks.example.org/path' };
    const { id } = (await owner.post('/api/v1/channel').send({ type: 'webhook', name: 'hook', settings }).expect(201))
      .body.data as { id: string };

    const writer = await test.as('owner', ['write']);
    const answer = async (path: string) => (await writer.patch(`/api/v1/${path}`).send({}).expect(200)).body.data;
    expect(await answer('profile')).toMatchObject({ user: 'owner', email: 'owner@example.org' });
    const again = await writer.post('/api/v1/favorite').send({ software, version: '1.0' });
    expectProblem(again, 409, 'conflict');
    expect(again.headers.location).toContain(uuid);
    expect(await answer(`favorite/${uuid}`)).toMatchObject({ software: 'Readable', notes: 'a note' });
    expect(await answer(`favorite/${uuid}/policy`)).toMatchObject({ skip: [] });
    const channel = (await answer(`channel/${id}`)) as { settings: { url: string; secret: string } };
    expect(channel.settings.url).toBe(settings.url);
    expect(channel.settings.secret).not.toContain('whsec_');
  });
});
