import { expectProblem, known, UNKNOWN_ID } from '../setup/api';
import { useApp } from '../setup/app';
import { Description } from '../setup/description';
import { type Scope, SCOPES } from '../../src/config/scopes';

const test = useApp();

const isRead = (operation: string) => operation.startsWith('GET ');
const isOfCatalogue = (operation: string) =>
  /\/(catalogue|(notes-)?source|source\/\w+)$|^PUT .*\/(identifier|ordering)$/.test(operation);
const isOfOperator = (operation: string) =>
  /v1\/(audit|overview|user\b.*|knowledge\/.+)$|GET \/api\/v1\/source$/.test(operation);

/** What docs/users.md says of each scope: the operations that it opens. */
const OPENS: Record<Scope, (operation: string) => boolean> = {
  read: (operation) => isRead(operation) && !isOfCatalogue(operation) && !isOfOperator(operation),
  write: (operation) => !isRead(operation) && !isOfCatalogue(operation) && !isOfOperator(operation),
  'catalogue:write': (operation) => isOfCatalogue(operation) && !isOfOperator(operation),
  'inventory:write': (operation) => !isRead(operation) && operation.includes('/inventory/'),
  admin: isOfOperator,
};

describe('a token with one scope', () => {
  it.each(SCOPES)(
    '%s does what is said of it, and nothing else; it is told so before anything of the body',
    async (scope) => {
      const { operations } = await Description.of(test);
      const agent = await test.as(`one-${scope}`, [scope]);
      const all: string[] = [];
      const opened: string[] = [];
      for (const { method, path, operation } of operations) {
        if (operation.security) continue; // signing in, and what only a session has
        all.push(`${method} ${path}`);
        // A stream of events has no end.
        const verb = path.endsWith('/events') ? 'head' : (method.toLowerCase() as 'post');
        const request = agent[verb](path.replaceAll(/\{\w+\}/g, UNKNOWN_ID));
        const { status, headers } = await (method === 'GET' ? request : request.type('json').send('{'));
        if (status !== 403) opened.push(`${method} ${path}`);
        else expect(headers['www-authenticate']).toMatch(/error="insufficient_scope", scope="[a-z: ]+"/);
      }
      expect(all.length).toBeGreaterThan(90);
      expect(opened).toEqual(all.filter(OPENS[scope]));
    },
  );

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
