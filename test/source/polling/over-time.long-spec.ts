import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { orderingFor } from 'version-order';
import { payload, payloadsOf } from '../sources/stage';
import { Random } from '../../setup/random';
import { atScale, LONG } from '../../setup/scale';
import { dayOf, plusDays, type Product, realProducts, allProducts } from '../../replay/releases';
import { FeedHost } from './feed-host';
import { PollApp } from './poll-app';

describe('real documents as they changed over the years', () => {
  let app: PollApp;
  let body = '';
  const server = createServer((_request, response) => response.end(body));
  let url = '';

  beforeAll(async () => {
    app = await PollApp.start();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });

  afterAll(async () => {
    await app.close();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ['i2p-github-atom', { type: 'feed', settings: {} }, /<id>tag:github.com,2008:Repository\/\d+\/([^<]+)</g],
    ['maccy-appcast', { type: 'feed', settings: { pattern: '([0-9.]+)' } }, /<title>[^<\d]*([0-9.]+)[^<]*<\/title>/g],
    ['scoop-nodejs-lts', { type: 'json', settings: { items: '$', version: '$.version' } }, /"version": "([^"]+)"/g],
    [
      'scoop-notepadplusplus',
      { type: 'json', settings: { items: '$', version: '$.version' } },
      /"version": "([^"]+)"/g,
    ],
    ['scoop-mpv-git', { type: 'json', settings: { items: '$', version: '$.version' } }, /"version": "([^"]+)"/g],
    [
      'endoflife-postgresql',
      { type: 'json', settings: { items: '$.versions.*', version: '$.name', date: '$.date' } },
      /"name": "([^"]+)",\s+"date"/g,
    ],
    [
      'vscode-appstream',
      { type: 'html', settings: { pattern: '<release version="([^"]+)"' } },
      /<release version="([^"]+)"/g,
    ],
  ])('bring each version once, and withdraw none: %s', async (folder, { type, settings }, label) => {
    const id = await app.product(folder);
    const known = new Set(['1.0']);
    const steps = payloadsOf(`over-time/${folder}`).sort();
    expect(steps.length).toBeGreaterThanOrEqual(8);
    for (const step of steps) {
      body = payload(step);
      const labels = [...body.matchAll(label)].map(([, version]) => version!);
      const fresh = new Set(labels.filter((version) => !known.has(version)));
      if (known.size === 1) await app.setSource(id, { type, settings: { ...settings, url } }).expect(200);
      else await app.due(id);
      expect([step, (await app.poll()).versions]).toEqual([step, fresh.size]);
      for (const version of fresh) known.add(version);
      expect((await app.versionsOf(id)).sort()).toEqual([...known].sort());
    }
  });
});

const FROM = dayOf('2023-08-01');
const DAYS = atScale(180, 730);
const PRODUCTS = 60;
const USERS = 20;

/** Real releases of the bundled catalogue, found by polling, day by day. */
describe('years of releases at a host', () => {
  let app: PollApp;
  let host: FeedHost;

  beforeAll(async () => {
    app = await PollApp.start({ SOURCE_REQUESTS_PER_HOST: '8' });
    host = await new FeedHost().open();
  });

  afterAll(async () => {
    await app.close();
    await host.close();
  });

  interface Tracked {
    id: string;
    name: string;
    product: Product;
  }

  async function begin(products: Product[]): Promise<Tracked[]> {
    const before = (product: Product) => product.releases.filter(({ at }) => at <= FROM);
    await app.test.import(
      ...products.map((product, index) => ({
        publisher: { name: 'P' },
        software: { name: `p${index}` },
        ordering: product.ordering,
        versions: before(product).map(({ label, releasedAt }) => ({ version: label, released_at: releasedAt })),
      })),
    );
    const rows = await app.test.database.query<{ id: string; name: string }>('SELECT id, name FROM software');
    const ids = new Map(rows.map(({ id, name }) => [name, id]));
    const all = products.map((product, index) => ({ id: ids.get(`p${index}`)!, name: `p${index}`, product }));
    for (const { id, name, product } of all) {
      host.publish(name, ...before(product).map(({ label, releasedAt }) => ({ version: label, date: releasedAt })));
      await app.setSource(id, host.npm(name)).expect(200);
    }
    // The registry says of each version whether it is a pre-release, which the catalogue left to the label. None is added.
    const versions = () => app.test.database.query('SELECT COUNT(*) AS total FROM version WHERE removed_at IS NULL');
    const imported = await versions();
    await app.poll();
    expect(await versions()).toEqual(imported);
    return all;
  }

  it('are found once each, and the flags of favorites are what a recomputation says', async () => {
    const random = new Random(7);
    const until = plusDays(FROM, DAYS);
    const all = await begin(LONG ? allProducts(FROM, until) : realProducts(PRODUCTS, FROM, until, random));
    const tracked = new Map<string, { product: Product; label: string }>();
    for (let user = 0; user < USERS; user++) {
      const agent = await app.test.as(`user ${user}`);
      for (const { id, product } of random.shuffled(all).slice(0, 50)) {
        const label = random.one(product.releases.filter(({ at }) => at <= FROM)).label;
        const { body } = await agent.post('/api/v1/favorite').send({ software: id, version: label }).expect(201);
        tracked.set(body.data.uuid as string, { product, label });
      }
    }
    let polls = 0;
    for (let day = 1; day <= DAYS; day++) {
      const due = new Set(random.chance(0.2) ? [random.one(all)] : []);
      let published = 0;
      for (const one of all)
        for (const { label, releasedAt, at } of one.product.releases)
          if (at > plusDays(FROM, day - 1) && at <= plusDays(FROM, day)) {
            host.publish(one.name, { version: label, date: releasedAt });
            due.add(one);
            published++;
          }
      if (due.size === 0) continue;
      await app.due(...[...due].map(({ id }) => id));
      expect([day, (await app.poll()).versions]).toEqual([day, published]);
      polls += due.size;
      if (day % 60 === 0) await app.test.check();
    }
    await app.test.check();
    expect(polls).toBeGreaterThan(atScale(200, 1_000));
    for (const { id, product } of all)
      expect((await app.versionsOf(id)).sort()).toEqual(product.releases.map(({ label }) => label).sort());
    const flags = await app.test.database.query<{ id: string; update_available: number }>(
      'SELECT id, update_available FROM favorite',
    );
    const wrong = flags.filter((flag) => {
      const { product, label } = tracked.get(flag.id)!;
      return Boolean(flag.update_available) !== hasUpdate(product, label);
    });
    expect([flags.length, wrong]).toEqual([USERS * 50, []]);
  }, 600_000);
});

/** Straight from the rule: a newer version, which is a pre-release only where nothing else is offered. */
function hasUpdate({ releases, ordering }: Product, label: string): boolean {
  const reader = orderingFor(ordering);
  const read = releases.map((release) => ({
    label: release.label,
    ...reader.read(release.label, { releasedAt: release.releasedAt }),
  }));
  const offered = read.some(({ prerelease }) => !prerelease) ? read.filter(({ prerelease }) => !prerelease) : read;
  const own = read.find((one) => one.label === label)!;
  return offered.some(({ key }) => key > own.key);
}
