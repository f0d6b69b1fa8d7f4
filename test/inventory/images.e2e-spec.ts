import { type Agent } from '../setup/api';
import { startApp, useApp } from '../setup/app';
import { product } from '../setup/catalogue';

const CONTENT = '/api/v1/inventory/home/content';
const put = (agent: Agent, text: string, query = '') =>
  agent.put(`${CONTENT}${query}`).set('Content-Type', 'text/plain').send(text);
const upload = async (agent: Agent, text: string, query = '') => (await put(agent, text, query).expect(200)).body.data;
const names = (list: { name: string }[]) => list.map(({ name }) => name).sort();

const COLLECTOR = ['inventory:write'] as const;

describe('the images that somebody runs', () => {
  const test = useApp();

  beforeAll(async () => {
    const ofRepository = (path: string) => ({ identifiers: [{ type: 'purl', value: `pkg:github/${path}` }] });
    await test.import(
      { ...product('Arcane', ['2.8.0', '2.8.1']), ...ofRepository('getarcaneapp/arcane') },
      { ...product('Gladys', ['4.86.0', '4.86.1']), ...ofRepository('gladysassistant/gladys') },
      { ...product('Pi-hole', ['2026.07.1', '2026.07.2']), ...ofRepository('pi-hole/docker-pi-hole') },
      product('Sonarr', ['4.0.15', '4.0.16']),
    );
  });

  it('are known by the repository of their registry, by their packager, and by the repository that a label names', async () => {
    const agent = await test.as('known', [...COLLECTOR]);
    const text = 'ghcr.io/getarcaneapp/arcane:2.8.1\nlscr.io/linuxserver/sonarr:4.0.16\n';
    const { counts, added } = await upload(agent, text, '?dry_run=true');
    expect(counts).toMatchObject({ added: 2, created: 0, unmatched: 0 });
    expect(names(added.map(({ software }: { software: { name: string } }) => software))).toEqual(['Arcane', 'Sonarr']);
    const container = {
      Name: '/dns',
      Config: {
        Image: 'pihole/pihole:latest',
        Labels: {
          'org.opencontainers.image.version': '2026.07.2',
          'org.opencontainers.image.source': 'https://github.com/pi-hole/docker-pi-hole',
        },
      },
    };
    const said = await upload(agent, JSON.stringify([container]), '?dry_run=true');
    expect(said.added).toMatchObject([
      { software: { name: 'Pi-hole' }, version: '2026.07.2', version_from: 'label', tag: 'latest' },
    ]);
  });

  it('are products of their own where nobody knows them: the preview says which, and create=false leaves them out', async () => {
    const agent = await test.as('own', [...COLLECTOR]);
    const text = 'ghcr.io/somebody/thing:1.2.3\nregistry.home.lan/me/private:0.3.1\nghcr.io/somebody/other:main\n';
    const without = await upload(agent, text, '?dry_run=true&create=false');
    expect(without.counts).toMatchObject({ created: 0, unmatched: 3 });
    const dry = await upload(agent, text, '?dry_run=true');
    expect(dry.counts).toMatchObject({ created: 1, unmatched: 2 });
    expect(names(dry.created)).toEqual(['ghcr.io/somebody/thing']);
    expect(dry.unmatched).toMatchObject([
      { name: 'registry.home.lan/me/private', reason: 'no product has this name or identifier' },
      {
        name: 'ghcr.io/somebody/other',
        reason: expect.stringMatching(/^its version is not known: it follows main, .*docker inspect/),
      },
    ]);
    expect(await upload(agent, text)).toMatchObject({ digest: dry.digest, counts: dry.counts });
    expect((await upload(agent, text)).counts).toMatchObject({ created: 0, unchanged: 1, unmatched: 2 });
    const [entry] = await test.database.query<{ action: string }>(
      "SELECT action FROM audit_entry WHERE details LIKE '%somebody/thing%'",
    );
    expect(entry).toEqual({ action: 'software.added' });
  });

  it('are proposed where only the owner and the name of a repository are those of an image of Docker’s registry', async () => {
    const agent = await test.as('proposed', [...COLLECTOR]);
    const { counts, unmatched } = await upload(agent, 'gladysassistant/gladys:v4.86.1\n', '?dry_run=true');
    expect(counts).toMatchObject({ added: 0, created: 0, unmatched: 1 });
    expect(unmatched).toMatchObject([{ nearest: { name: 'Gladys' }, is_product: false }]);
  });

  it('are made products of 200 times a day, also by two uploads at once', async () => {
    const agent = await test.as('busy', [...COLLECTOR]);
    const [user] = await test.database.query<{ id: string }>("SELECT id FROM user WHERE name = 'busy'");
    const { now } = test.database.dialect;
    for (let at = 0; at < 197; at++)
      await test.database.execute(
        `INSERT INTO audit_entry (id, user_id, means, action, resource_type, details, created_at)
         VALUES (?, ?, 'token', 'software.added', 'software', '{}', ${now})`,
        [`00000000-0000-7000-9000-${String(at).padStart(12, '0')}`, user!.id],
      );
    const five = (part: string) =>
      ['a', 'b', 'c', 'd', 'e'].map((one) => `ghcr.io/busy/${part}-${one}:1.0.0\n`).join('');
    const dry = await upload(agent, five('first'), '?dry_run=true');
    expect(dry.counts).toMatchObject({ created: 3, unmatched: 2 });
    expect(dry.unmatched[0].reason).toBe('a user adds 200 products in a day at most');
    const other = `/api/v1/inventory/other/content`;
    const [first, second] = await Promise.all([
      upload(agent, five('first')),
      agent.put(other).set('Content-Type', 'text/plain').send(five('second')).expect(200),
    ]);
    expect(first.counts.created + second.body.data.counts.created).toBe(3);
  });
});

it('are left out with PRODUCTS_BY_USERS=off', async () => {
  const test = await startApp({ PRODUCTS_BY_USERS: 'off' });
  try {
    const agent = await test.as('ada', ['read', 'write']);
    expect((await upload(agent, 'ghcr.io/somebody/thing:1.2.3\n')).counts).toMatchObject({ created: 0, unmatched: 1 });
  } finally {
    await test.close();
  }
});
