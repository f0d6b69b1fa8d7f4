import { type Agent, expectProblem } from '../setup/api';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';

describe('groups of inventories', () => {
  const test = useApp();
  let agent: Agent;
  let users = 0;

  beforeAll(async () => {
    const record = (name: string) => ({
      ...product(name, ['1.0.0', '1.1.0', '2.0.0']),
      identifiers: [{ type: 'purl', value: `pkg:npm/${name}` }],
    });
    await test.import(record('one'), record('two'));
  });

  beforeEach(async () => {
    agent = await test.as(`grouped ${++users}`);
  });

  const put = (name: string, packages: string[], query = '', who = agent) =>
    who
      .put(`/api/v1/inventory/${name}/content${query}`)
      .set('Content-Type', 'text/plain')
      .send(packages.map((one) => `pkg:npm/${one}\n`).join(''));
  const get = async (path: string, who = agent) => (await who.get(`/api/v1/${path}`).expect(200)).body.data;

  /** Three web servers at two sites, and a database. */
  const fleet = async () => {
    await put('web-1', ['one@1.0.0'], '?labels=group=web,site=berlin').expect(200);
    await put('web-2', ['one@1.1.0', 'two@1.0.0'], '?labels=site=berlin,group=web').expect(200);
    await put('web-3', ['one@1.1.0'], '?labels=group=web,site=köln').expect(200);
    await put('db-1', ['two@2.0.0'], '?labels=group=db').expect(200);
    await put('other', ['two@2.0.0']).expect(200);
  };

  it('are the values of their labels, which an upload or a request gives and takes', async () => {
    await fleet();
    expect(
      (await get('inventory-group')).map((one: { labels: string; inventories: number }) => [
        one.labels,
        one.inventories,
      ]),
    ).toEqual([
      ['group=db', 1],
      ['group=web', 3],
      ['site=berlin', 2],
      ['site=köln', 1],
    ]);
    expect(await get('inventory/web-2')).toMatchObject({ labels: { group: 'web', site: 'berlin' } });
    expect(await get('inventory/other')).toMatchObject({ labels: {} });
    // What an upload does not name stays.
    await put('web-1', ['one@1.0.0']).expect(200);
    await agent.put('/api/v1/inventory/web-1').send({ environment: 'prod' }).expect(200);
    expect(await get('inventory/web-1')).toMatchObject({
      environment: 'prod',
      labels: { group: 'web', site: 'berlin' },
    });
    await agent
      .put('/api/v1/inventory/web-1')
      .send({ labels: { rack: ' 7 ' } })
      .expect(200);
    expect(await get('inventory/web-1')).toMatchObject({ labels: { rack: '7' } });
    await agent.put('/api/v1/inventory/web-1').send({ labels: null }).expect(200);
    await put('web-2', ['one@1.1.0', 'two@1.0.0'], '?labels=').expect(200);
    await agent.delete('/api/v1/inventory/db-1').expect(204);
    expect((await get('inventory-group')).map(({ labels }: { labels: string }) => labels)).toEqual([
      'group=web',
      'site=köln',
    ]);
    expect(await get('inventory-group', await test.as(`stranger ${users}`))).toEqual([]);
  });

  it('say how many inventories have which version, also beside another group', async () => {
    await fleet();
    const one = { software: { name: 'one' }, of: 3, inventories: 3, available: '2.0.0' };
    const web = await get('inventory-group/product?labels=group%3Dweb');
    expect(web).toMatchObject([
      {
        ...one,
        versions: [
          { version: '1.1.0', inventories: 2 },
          { version: '1.0.0', inventories: 1 },
        ],
      },
      { software: { name: 'two' }, of: 3, inventories: 1, versions: [{ version: '1.0.0', inventories: 1 }] },
    ]);
    expect(web[0]).not.toHaveProperty('against');
    const both = await get('inventory-group/product?labels=group=web,site=berlin&against=group=db&software=two');
    expect(both).toMatchObject([
      {
        ...{ of: 2, inventories: 1, versions: [{ version: '1.0.0', inventories: 1 }] },
        against: { of: 1, inventories: 1, versions: [{ version: '2.0.0', inventories: 1 }] },
      },
    ]);
    expect(await get('inventory-group/product')).toMatchObject([
      { of: 5, inventories: 3 },
      { of: 5, inventories: 3 },
    ]);
    expect(await get('inventory-group/product?labels=group=none')).toEqual([]);
    // A place with several versions is one.
    await put('web-1', ['one@1.0.0', 'one@2.0.0']).expect(200);
    expect((await get('inventory-group/product?labels=group=web'))[0]).toMatchObject({ of: 3, inventories: 3 });
  });

  it('are filters of inventories, of favorites and of what is compared, and so of feeds', async () => {
    await fleet();
    const names = async (path: string) =>
      (await get(path)).map((one: { name?: string; software: string | { name: string } }) =>
        typeof one.software === 'object' ? one.software.name : (one.name ?? one.software),
      );
    expect(await names('inventory?labels=group=web,site=berlin')).toEqual(['web-1', 'web-2']);
    expect(await names('inventory?labels=group=web&labels=site=k%C3%B6ln')).toEqual(['web-3']);
    expect(await names('favorite?labels=group=db')).toEqual(['two']);
    expect(await names('inventory/comparison?labels=site=k%C3%B6ln')).toEqual(['one']);
    const feed = { kind: 'updates', filter: { labels: 'group=web' } };
    await agent.post('/api/v1/feed').send(feed).expect(201);
  });

  it('are counted for Prometheus, by the values of a label', async () => {
    await fleet();
    const { text } = await agent.get('/api/v1/prometheus?by=group').expect(200);
    const counted = text.split('\n').filter((line) => line.startsWith('tracker_inventories{'));
    const short = counted.map((line) => line.replace(/favorite="[^"]*",/, '')).sort();
    expect(short).toEqual([
      'tracker_inventories{software="one",version="1.0.0",label_group="web"} 1',
      'tracker_inventories{software="one",version="1.1.0",label_group="web"} 2',
      'tracker_inventories{software="two",version="1.0.0",label_group="web"} 1',
      'tracker_inventories{software="two",version="2.0.0",label_group="db"} 1',
    ]);
    expect((await agent.get('/api/v1/prometheus').expect(200)).text).not.toContain('tracker_inventories');
    for (const query of ['by=', 'by=a-b', 'by=__a', 'by=a&by=b', 'of=a'])
      expectProblem(await agent.get(`/api/v1/prometheus?${query}`), 400, 'invalid-query');
  });

  it('are refused where they are no labels', async () => {
    await put('web-1', ['one@1.0.0'], '?labels=group=web').expect(200);
    const many = Array.from({ length: 11 }, (_, at) => `l${at}=x`).join(',');
    for (const wrong of [
      'group',
      '=web',
      'group=',
      '1a=b',
      '__a=b',
      'a=b,a=c',
      'a%01=b',
      'a=b%01',
      `a=${'x'.repeat(65)}`,
      many,
    ]) {
      expectProblem(await put('web-1', ['one@1.0.0'], `?labels=${wrong}`), 400, 'invalid-query');
      expectProblem(await agent.get(`/api/v1/inventory?labels=${wrong}`), 400, 'invalid-query');
    }
    for (const labels of [
      { a: 1 },
      { a: null },
      { a: '' },
      { 'a-b': 'c' },
      { a: 'b,c' },
      'a=b',
      ['a'],
      { a: { b: 'c' } },
    ])
      expectProblem(await agent.put('/api/v1/inventory/web-1').send({ labels }), 422, 'invalid-body');
    expectProblem(await agent.get('/api/v1/inventory?labels='), 400, 'invalid-query');
    expectProblem(await agent.get('/api/v1/inventory-group/product?labels=a=b&labels=a=c'), 400, 'invalid-query');
    expect(await get('inventory/web-1')).toMatchObject({ labels: { group: 'web' } });
  });
});
