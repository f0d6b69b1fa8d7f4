import { closeAll, httpReceiver } from '../notification/providers/peers';
import { type Agent, expectProblem } from '../setup/api';
import { useApp } from '../setup/app';
import { SourcePoller } from '../../src/source/polling/source-poller';
import { atScale } from '../setup/scale';
import { workOf } from '../setup/timing';

describe('uploads that make products', () => {
  let registry: Awaited<ReturnType<typeof httpReceiver>>;
  let agent: Agent;
  let users = 0;

  beforeAll(async () => {
    registry = await httpReceiver();
    registry.respond = (_number, { path }) => {
      const name = decodeURIComponent(path.slice(1));
      const versions = { '1.0.0': {}, '1.1.0': {} };
      const time = { '1.0.0': '2026-01-01T00:00:00.000Z', '1.1.0': '2026-02-01T00:00:00.000Z' };
      return [
        200,
        { 'content-type': 'application/json' },
        JSON.stringify({ name, 'dist-tags': { latest: '1.1.0' }, versions, time }),
      ];
    };
  });

  const test = useApp(() => ({ NPM_REGISTRY_URL: registry.url }));

  beforeEach(async () => {
    agent = await test.as(`maker ${++users}`, ['read', 'inventory:write', 'catalogue:write']);
  });

  afterAll(closeAll);

  const put = (packages: string[], query = '?create=true', who = agent) =>
    who
      .put(`/api/v1/inventory/web/content${query}`)
      .set('Content-Type', 'text/plain')
      .send(packages.map((one) => `pkg:npm/${one}\n`).join(''));

  const favorites = async () =>
    (await agent.get('/api/v1/favorite?per_page=200').expect(200)).body.data as {
      software: string;
      update_available: boolean;
      version: { version: string };
    }[];

  it('say before what they would make, make it, and its source is polled', async () => {
    const packages = ['left@1.0.0', 'right@1.1.0'];
    const dry = (await put(packages, '?create=true&dry_run=true').expect(200)).body.data;
    expect(dry.counts).toMatchObject({ created: 2, added: 0, unmatched: 0 });
    expect(await favorites()).toEqual([]);
    const done = (await put(packages).set('If-Match', dry.digest).expect(200)).body.data;
    expect(done).toMatchObject({ digest: dry.digest, counts: dry.counts });
    await test.app.get(SourcePoller).pollDue();
    await test.check();
    expect(
      (await favorites()).map(({ software, version, update_available }) => [
        software,
        version.version,
        update_available,
      ]),
    ).toEqual([
      ['left', '1.0.0', true],
      ['right', '1.1.0', false],
    ]);
    expect((await put(packages).expect(200)).body.data.counts).toMatchObject({ created: 0, added: 0, unchanged: 2 });
    const actions = await test.database.query<{ action: string }>(
      "SELECT action FROM audit_entry WHERE action = 'software.created'",
    );
    expect(actions).toHaveLength(2);
  });

  it.each([
    ['pkg:pypi/x@1.0', 'its source pypi cannot be set: server is required: the operator has configured no default'],
    ['pkg:cargo/1not-a-crate@1.0.0', 'its source crates cannot be set: crate '],
    ['pkg:deb/debian/curl@8.0', 'no source has the releases of deb packages'],
  ])('say before and after why none is made of %s', async (purl, reason) => {
    const send = (query: string) =>
      agent
        .put(`/api/v1/inventory/none/content${query}`)
        .set('Content-Type', 'text/plain')
        .send(`${purl}\n`)
        .expect(200);
    const dry = (await send('?create=true&dry_run=true')).body.data;
    const done = (await send('?create=true')).body.data;
    for (const { counts, unmatched } of [dry, done]) {
      expect(counts).toMatchObject({ created: 0, added: 0, unmatched: 1 });
      expect(unmatched[0].reason.startsWith(reason)).toBe(true);
    }
    expect(done.unmatched).toEqual(dry.unmatched);
    expect(done.digest).toBe(dry.digest);
  });

  it('need the scope', async () => {
    const plain = await test.as(`plain ${users}`, ['read', 'inventory:write']);
    expectProblem(await put(['secret@1.0.0'], '?create=true', plain), 403, 'forbidden');
    expect(await test.database.query("SELECT id FROM software WHERE name = 'secret'")).toEqual([]);
  });

  it('make the same products once when two make them at once', async () => {
    const packages = Array.from({ length: 12 }, (_, index) => `shared-${index}@1.0.0`);
    const others = await test.as(`maker ${++users}`, ['read', 'inventory:write', 'catalogue:write']);
    const done = await Promise.all([put(packages), put([...packages].reverse(), '?create=true', others)]);
    expect(done.map(({ status }) => status)).toEqual([200, 200]);
    for (const { body } of done) expect(body.data.inventory.deployments).toBe(12);
    expect(await test.database.query("SELECT id FROM software WHERE name LIKE 'shared-%'")).toHaveLength(12);
  });

  it('make many with a bounded amount of work', async () => {
    // More than one look at the registry takes.
    const many = atScale(101, 500);
    const packages = Array.from({ length: many }, (_, index) => `bulk-${index}@1.0.0`);
    const work = await workOf(async () => {
      const { body } = await put(packages).expect(200);
      expect(body.data.counts).toMatchObject({ created: many, unmatched: 0 });
    });
    expect(work).toBeLessThan(many * 120);
  });
});
