import { Readable } from 'node:stream';
import { CatalogueImporter } from '../../../src/source/catalogue/catalogue-importer';
import { startApp, type TestApp } from '../../setup/app';
import { bundledLines } from '../../setup/bundled';

describe('the source in a catalogue record', () => {
  let test: TestApp;

  beforeEach(async () => {
    test = await startApp();
  });

  afterEach(() => test.close());

  const record = (source: unknown, name = 'Nginx') => ({ publisher: { name: 'P' }, software: { name }, source });

  const health = async () => {
    const agent = await test.as('eve', ['read', 'catalogue:write']);
    const { body } = await agent.get('/api/v1/software').expect(200);
    return (await agent.get(`/api/v1/software/${body.data[0].id}/source`).expect(200)).body.data;
  };

  it('is the source of the product', async () => {
    const source = { type: 'endoflife', settings: { product: 'nginx' }, interval: '6h' };
    expect(await test.import(record(source))).toMatchObject({ software: 1, rejected: 0 });
    expect(await health()).toMatchObject({ ...source, state: 'off', next_attempt: null });
    expect(await test.import(record(source))).toMatchObject({ software: 0, unchanged: 1 });
    expect(await test.import(record({ ...source, interval: '1d' }))).toMatchObject({ software: 1, unchanged: 0 });
    expect(await health()).toMatchObject({ interval: '1d' });
    // A record that says nothing of it leaves it.
    expect(await test.import(record(null))).toMatchObject({ unchanged: 1 });
    expect(await health()).toMatchObject({ type: 'endoflife', interval: '1d' });
  });

  it.each([
    ['source must be an object', 'json'],
    ['source.type must be text', {}],
    ['source.type must be one of', { type: 'nothing', settings: {} }],
    ['source.settings must be an object', { type: 'endoflife' }],
    ['source.settings.product is required', { type: 'endoflife', settings: {} }],
    ['source.settings.nothing is not a setting', { type: 'endoflife', settings: { product: 'x', nothing: 1 } }],
    ['source.interval must be a duration', { type: 'endoflife', settings: { product: 'x' }, interval: '1m' }],
    ['source.settings.server must', { type: 'endoflife', settings: { product: 'x', server: 'http://10.0.0.1/' } }],
  ])('is refused when %s', async (reason, source) => {
    const reasons: string[] = [];
    const lines = [record(source), record(undefined, 'Other')].map((one) => `${JSON.stringify(one)}\n`);
    const summary = await test.app.get(CatalogueImporter).import(Readable.from([Buffer.from(lines.join(''))]), {
      rejected: ({ at, reason: text }) => reasons.push(`${at} ${text}`),
    });
    expect(summary).toMatchObject({ software: 1, rejected: 1 });
    expect(reasons).toEqual([expect.stringContaining(`1 ${reason}`)]);
  });

  it('comes with every product of the bundled catalogue', async () => {
    await test.app.get(CatalogueImporter).import(Readable.from([Buffer.from(bundledLines().join('\n'))]));
    const rows = await test.database.query<{ type: string; host: string; total: number }>(
      'SELECT type, host, COUNT(*) AS total FROM software_source GROUP BY type, host HAVING COUNT(*) > 100 ORDER BY type',
    );
    expect(rows).toEqual([
      { type: 'endoflife', host: 'endoflife.date', total: 463 },
      { type: 'github-releases', host: 'api.github.com', total: 4_408 },
      { type: 'scoop', host: 'raw.githubusercontent.com', total: 1_770 },
      { type: 'winget', host: 'api.github.com', total: 171 },
    ]);
    const [row] = await test.database.query('SELECT scheme, ignore_pattern FROM software WHERE identity = ?', [
      'endoflife:joomla',
    ]);
    expect(row).toEqual({ scheme: 'generic', ignore_pattern: '^1[1-3]\\.' });
  });
});
