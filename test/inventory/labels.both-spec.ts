import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent } from '../setup/api';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';

const FIXTURES = join(__dirname, '..', '..', 'packages', 'inventory-reader', 'test', 'fixtures', 'compose');
const fixture = (name: string) => readFileSync(join(FIXTURES, `${name}.yaml`), 'utf8');

interface Entry {
  name: string;
  policy?: { labels: string[]; series: string | null; minimum_age_days: number | null };
}

describe('labels of other trackers in an upload', () => {
  const test = useApp();
  let agent: Agent;
  let users = 0;

  beforeAll(async () => {
    const image = (path: string) => ({ identifiers: [{ type: 'purl', value: `pkg:docker/${path}` }] });
    await test.import(
      { ...product('Grafana', ['11.1.0', '11.2.0', '11.3.0-beta1']), ...image('grafana/grafana') },
      { ...product('PostgreSQL', ['16.4', '16.5', '17.0']), ...image('library/postgres') },
      { ...product('Redis', ['7.4.0', '7.4.1', '8.0.0']), ...image('library/redis') },
    );
  });

  beforeEach(async () => {
    agent = await test.as(`mover ${++users}`, ['read', 'write']);
  });

  const put = async (text: string, query = '', name = 'home') =>
    (
      await agent
        .put(`/api/v1/inventory/${name}/content?create=false&${query}`)
        .set('Content-Type', 'text/plain')
        .send(text)
        .expect(200)
    ).body.data;
  const favorites = async () =>
    (await agent.get('/api/v1/favorite?includePolicy&includeAvailableVersion&per_page=200').expect(200)).body.data as {
      uuid: string;
      software: string;
      update_available: boolean;
      available_version: { version: string } | null;
      policy: { series: string | null; minimum_age_days: number | null };
    }[];
  /** `PostgreSQL 16 > 16.5`: what is offered, which is nothing below the minimum age. */
  const state = async () =>
    (await favorites())
      .map((one) => {
        const { series, minimum_age_days: age } = one.policy;
        return [one.software, series, age, '>', one.available_version?.version]
          .filter((part) => part ?? false)
          .join(' ');
      })
      .sort();
  const policies = (entries: Entry[]) =>
    Object.fromEntries(
      entries.map(({ name, policy }) => [
        name,
        policy ? [...policy.labels, policy.series, policy.minimum_age_days] : null,
      ]),
    );

  it.each([
    [
      'watchtower',
      { 'grafana/grafana': null, redis: ['com.centurylinklabs.watchtower.cooldown-delay', null, 2] },
      { postgres: 'com.centurylinklabs.watchtower.enable=false' },
      ['Grafana > 11.2.0', 'Redis 2 >'],
    ],
    [
      'wud',
      {
        'grafana/grafana': ['wud.tag.include', null, null],
        postgres: ['wud.tag.include', '16', null],
        redis: ['wud.tag.exclude', null, null],
      },
      { 'getwud/wud': 'wud.watch=false' },
      ['Grafana > 11.2.0', 'PostgreSQL 16 > 16.5', 'Redis > 8.0.0'],
    ],
    [
      'drydock',
      {
        'grafana/grafana': [
          'dd.tag.exclude',
          'dd.updatePolicy.maturityMode',
          'dd.updatePolicy.maturityMinAgeDays',
          null,
          3,
        ],
        ...{ postgres: ['dd.tag.include', '16', null], redis: null },
      },
      { 'codeswhat/drydock': 'dd.watch=false' },
      ['Grafana 3 >', 'PostgreSQL 16 > 16.5', 'Redis > 8.0.0'],
    ],
    [
      'diun',
      {
        'grafana/grafana': ['diun.include_tags', 'diun.exclude_tags', null, null],
        ...{ postgres: ['diun.include_tags', '16', null], redis: null },
      },
      { 'crazymax/diun': 'diun.enable=false' },
      ['Grafana > 11.2.0', 'PostgreSQL 16 > 16.5', 'Redis > 8.0.0'],
    ],
  ])('of %s become policies of the favorites that it makes, as the preview says', async (name, said, left, becomes) => {
    const dry = await put(fixture(name), 'dry_run');
    expect(policies(dry.added)).toEqual(said);
    expect(dry.ignored).toEqual(
      Object.entries(left).map(([image, label]) => expect.objectContaining({ name: image, decision: null, label })),
    );
    const { added, warnings } = await put(fixture(name), `allow_shrink`);
    expect([policies(added), warnings]).toEqual([said, dry.warnings]);
    expect(await state()).toEqual(becomes);
    // It is the same again, and nothing has changed.
    const again = await put(fixture(name));
    expect(again.counts).toMatchObject({ added: 0, moved: 0, removed: 0, unchanged: becomes.length });
    expect(again.upload).toBeNull();
  });

  const postgres = (tag: string, label = '') =>
    `  db${tag.replace('.', '-')}: {image: "postgres:${tag}", labels: ['${label}']}\n`;
  const services = (...lines: string[]) => `services:\n${lines.join('')}`;
  const SERIES = 'wud.tag.include=^16\\.';

  it('leave a favorite as its owner has it, and go with it where nobody has changed its policy', async () => {
    await put(services(postgres('16.4')));
    await put(services(postgres('16.4', SERIES)), '', 'other');
    expect(await state()).toEqual(['PostgreSQL > 17.0']);
    await agent.delete('/api/v1/inventory/home').expect(204);
    await agent.delete('/api/v1/inventory/other').expect(204);
    await put(services(postgres('16.4', SERIES)));
    expect(await state()).toEqual(['PostgreSQL 16 > 16.5']);
    await agent.delete('/api/v1/inventory/home').expect(204);
    expect(await state()).toEqual([]);
    await put(services(postgres('16.4', SERIES)));
    const uuid = (await favorites())[0]!.uuid;
    await agent.patch(`/api/v1/favorite/${uuid}/policy`).send({ minimum_age_days: 1 }).expect(200);
    await agent.delete('/api/v1/inventory/home').expect(204);
    expect(await state()).toEqual(['PostgreSQL 16 1 >']);
  });

  it('are not taken over where containers of a product say different things, and leave out what somebody has not decided', async () => {
    const different = services(postgres('16.4', SERIES), postgres('16.5'));
    const { warnings, added } = await put(different);
    expect(warnings).toEqual([
      'Labels of PostgreSQL are not taken over: its containers have different ones, and one favorite is for all of them.',
    ]);
    expect(policies(added)).toEqual({ postgres: null });
    expect(await state()).toEqual(['PostgreSQL > 17.0']);
    const out = services(postgres('16.4', 'wud.watch=false'));
    expect((await put(out, 'allow_shrink')).counts).toMatchObject({ removed: 2, ignored: 1 });
    expect((await agent.get('/api/v1/inventory/home/unmatched').expect(200)).body.data).toEqual([]);
    const [row] = await test.database.query<{ id: string }>("SELECT id FROM software WHERE name = 'PostgreSQL'");
    const components = [{ name: 'postgres', purl: 'pkg:docker/postgres@16.4' }];
    await agent.post('/api/v1/inventory/home/decision').send({ components, software: row!.id }).expect(200);
    expect((await put(out)).counts).toMatchObject({ added: 1, ignored: 0 });
  });

  it('count for what a decision makes a favorite later', async () => {
    const own = services(`  own: {image: "registry.home.lan/db:16.4", labels: ['${SERIES}']}\n`);
    expect(policies((await put(own)).unmatched)).toMatchObject({
      'registry.home.lan/db': ['wud.tag.include', '16', null],
    });
    const [one] = (await agent.get('/api/v1/inventory/home/unmatched').expect(200)).body.data;
    const [row] = await test.database.query<{ id: string }>("SELECT id FROM software WHERE name = 'PostgreSQL'");
    const components = [{ name: one.name, purl: one.purl }];
    await agent.post('/api/v1/inventory/home/decision').send({ components, software: row!.id }).expect(200);
    expect(await state()).toEqual(['PostgreSQL 16 > 16.5']);
  });
});
