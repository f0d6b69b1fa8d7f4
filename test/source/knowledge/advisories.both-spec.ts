import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { KnowledgeService } from '../../../src/source/knowledge/knowledge.service';
import type { Rejected } from '../../../src/source/knowledge/providers/knowledge-provider';
import { AdvisoryApp, osvOfTwelve } from '../../advisory/advisory-host';
import { affects, osv } from '../../../packages/advisory-match/test/records';
import { zipOf } from '../../setup/zip';

type State = Record<string, unknown> & { provider: string };

const json = (value: unknown) => JSON.stringify(value);

async function states(app: AdvisoryApp): Promise<Map<string, State>> {
  const { body } = await (await app.test.as('eve', ['read'])).get('/api/v1/knowledge').expect(200);
  return new Map((body.data as State[]).map((one) => [one.provider, one]));
}

describe('advisories from files', () => {
  let app: AdvisoryApp;
  let folder: string;

  beforeAll(async () => {
    app = await AdvisoryApp.start();
    folder = mkdtempSync(join(tmpdir(), 'advisories-'));
  });

  beforeEach(async () => {
    await app.reset();
    await app.database.execute('DELETE FROM knowledge');
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await app.close();
  });

  const written = (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, content);
    return path;
  };

  const imported = (provider: string, path: string, rejected: Rejected[] = []) =>
    app.test.app.get(KnowledgeService).import(provider, path, (one) => void rejected.push(one));

  it('are read from a zip file, lines, packed lines, one document, a list and a folder', async () => {
    const id = await app.product('tool');
    const record = osv('GHSA-a');
    const forms = [
      written(
        'all.zip',
        zipOf([
          { name: 'GHSA-a.json', content: json(record) },
          { name: 'notes.txt', content: 'no' },
        ]),
      ),
      written('lines.ndjson', `${json(record)}\n\n${json(osv('GHSA-else', { affected: [] }))}\n`),
      written('lines.gz', gzipSync(`${json(record)}\n`)),
      written('one.json', JSON.stringify(record, null, 2)),
      written('list.json', JSON.stringify([record], null, 2)),
      written('folder/deep/GHSA-a.json', json(record)),
    ];
    for (const [at, path] of forms.entries()) {
      const location = at === 5 ? join(folder, 'folder') : path;
      const summary = await imported('osv', location);
      expect(summary).toMatchObject({
        provider: 'osv',
        as_of: '2026-01-01',
        rejected: 0,
        matched: 1,
        changed: at === 0 ? 1 : 0,
      });
      expect((await app.findings(id))['1.0.0']).toHaveLength(1);
    }
    expect((await states(app)).get('osv')).toMatchObject({
      state: 'off',
      as_of: '2026-01-01',
      matched: 1,
      held_because: null,
    });
  });

  it('are rejected one by one, and malicious packages and other products are counted', async () => {
    await app.product('tool');
    const rejected: Rejected[] = [];
    const path = written(
      'mixed.ndjson',
      [osv('GHSA-a'), osv('MAL-1'), osv('GHSA-b', { affected: [affects('npm', 'else', ['0'])] }), { id: '../x' }]
        .map(json)
        .join('\n') + `\n{"id":"GHSA-big","summary":"${'x'.repeat(1_100_000)}"}\n[1]\n{nonsense}\n`,
    );
    expect(await imported('osv', path, rejected)).toMatchObject({ records: 2, rejected: 4, dropped: 2, matched: 1 });
    expect(rejected.map(({ at, reason }) => `${at} ${reason}`)).toEqual([
      'line 4 has no valid id',
      'line 5 is longer than 1048576 bytes',
      'line 6 is not an object',
      'line 7 is not JSON',
    ]);
  });

  it.each<[string, () => Buffer, RegExp | string[]]>([
    [
      'an entry of a path',
      () => zipOf([{ name: '../../GHSA-a.json', content: json(osv('GHSA-a')) }]),
      /not a complete zip file/,
    ],
    [
      'half of a zip file',
      () => zipOf([{ name: 'GHSA-a.json', content: json(osv('GHSA-a')) }]).subarray(0, 60),
      /not a complete zip file/,
    ],
    [
      'a bomb',
      () => zipOf([{ name: 'GHSA-a.json', content: Buffer.alloc(1_000_000, 32) }]),
      /no valid record|times as large/,
    ],
    [
      'an entry that lies about its size',
      () => zipOf([{ name: 'a.json', content: json(osv('GHSA-a')), size: 3 }]),
      /not a complete zip file/,
    ],
    ['half of a gzip file', () => gzipSync(json(osv('GHSA-a'))).subarray(0, 40), /not a complete gzip file/],
    ['a page', () => Buffer.from('<!doctype html>\n<p>'), /no valid record|not JSON/],
    ['nothing', () => Buffer.alloc(0), /no records/],
  ])('change nothing by %s', async (_what, content, reason) => {
    const id = await app.product('tool');
    await app.import([osv('GHSA-old')]);
    await expect(imported('osv', written('hostile', content()))).rejects.toThrow(reason as RegExp);
    expect((await app.findings(id))['1.0.0']).toEqual(['GHSA-old affected high 2.0.0']);
  });

  it('are shown with all that is known of them', async () => {
    const id = await app.product('tool', ['1.0.0', '2.0.0'], ['pkg:npm/tool', 'a:vendor:tool']);
    await app.import([
      osv('GHSA-a', { aliases: ['CVE-2026-0001'], references: [{ type: 'ADVISORY', url: 'https://example.com/a' }] }),
    ]);
    const match = { criteria: 'cpe:2.3:a:vendor:tool:*:*:*:*:*:*:*:*', vulnerable: true, versionStartIncluding: '1.5' };
    const record = {
      id: 'CVE-2026-0001',
      modified: '2026-01-02',
      configurations: [{ nodes: [{ cpeMatch: [match] }] }],
    };
    await imported('nvd-overrides', written('nvd.ndjson', `${json(record)}\n`));
    await imported(
      'kev',
      written(
        'kev.json',
        json({ dateReleased: '2026-01-03', vulnerabilities: [{ cveID: 'CVE-2026-0001', dateAdded: '2026-01-02' }] }),
      ),
    );
    await imported(
      'epss',
      written(
        'epss.csv',
        '#model_version:v1,score_date:2026-01-04T00:00:00Z\ncve,epss,percentile\nCVE-2026-0001,0.12340,0.9\n',
      ),
    );
    const ada = await app.test.as('ada', ['read']);
    const [version] = await app.database.query<{ id: string }>(`SELECT id FROM version WHERE version = '1.0.0'`);
    const one = await ada.get(`/api/v1/software/${id}/versions/${version!.id}/advisory`).expect(200);
    expect(one.body.data).toMatchObject({
      state: 'disputed',
      assessed: [
        { database: 'GitHub', as_of: null },
        { database: 'NVD', as_of: '2026-01-02' },
      ],
      findings: [
        {
          vulnerability: 'CVE-2026-0001',
          state: 'disputed',
          severity: 'high',
          fixed: '2.0.0',
          summary: 'About GHSA-a',
          url: 'https://example.com/a',
          exploited: [{ source: 'CISA', since: '2026-01-02' }],
          epss: 0.1234,
          records: [
            { record: 'GHSA-a', database: 'GitHub', origin: 'package', verdict: 'affected' },
            { record: 'CVE-2026-0001', database: 'NVD', origin: 'overrides', verdict: 'unaffected' },
          ],
        },
      ],
    });
    for (const name of ['CVE-2026-0001', 'GHSA-a']) {
      const { body } = await ada.get(`/api/v1/advisory/${name}`).expect(200);
      expect(body.data).toMatchObject({ vulnerability: 'CVE-2026-0001', epss: 0.1234 });
      expect(
        (body.data as { records: { affected: object[] }[] }).records.map(({ affected }) => affected[0]),
      ).toMatchObject([
        { type: 'cpe', ranges: [[{ introduced: '1.5' }]], vers: null },
        { type: 'purl', ranges: [[{ introduced: '0' }, { fixed: '2.0.0' }]], vers: 'vers:npm/<2.0.0' },
      ]);
    }
    await ada.get('/api/v1/advisory/CVE-1999-0001').expect(404);
    await ada.get(`/api/v1/advisory/${'x'.repeat(5_000)}`).expect(404);
    const nobody = await app.product('unknown', ['1.0.0'], []);
    const [other] = await app.database.query<{ id: string }>('SELECT id FROM version WHERE software_id = ?', [nobody]);
    const none = await ada.get(`/api/v1/software/${nobody}/versions/${other!.id}/advisory`).expect(200);
    expect(none.body.data).toEqual({ state: 'not-assessed', assessed: [], findings: [] });
    await ada.get(`/api/v1/software/${id}/versions/${other!.id}/advisory`).expect(404);
  });

  it('make favorites be checked when a finding becomes known to be exploited, or probably is', async () => {
    const id = await app.product('tool');
    await app.import([osv('GHSA-a', { aliases: ['CVE-2026-0001'] })]);
    await app.findings(id);
    const revision = async () =>
      (await app.database.query<{ revision: number }>('SELECT revision FROM software_advisory'))[0]!.revision;
    const epss = (score: string, day: string) =>
      imported(
        'epss',
        written(
          'epss.csv',
          `#score_date:${day}\ncve,epss,percentile\nCVE-2026-0001,${score},0.9\nCVE-2026-9999,0.5,0.9\n`,
        ),
      );
    expect(await epss('0.02', '2026-01-01')).toMatchObject({ records: 2, dropped: 1, matched: 1, changed: 0 });
    expect(await epss('0.06', '2026-01-02')).toMatchObject({ changed: 0 });
    expect(await epss('0.12', '2026-01-03')).toMatchObject({ changed: 1 });
    expect(await epss('0.13', '2026-01-04')).toMatchObject({ changed: 0 });
    await expect(epss('0.9', '2026-01-02')).rejects.toThrow(/is known already/);
    expect(await revision()).toBe(2);
    const kev = (fields: object) =>
      imported('kev', written('kev.json', json([{ cveID: 'CVE-2026-0001', ...fields }, {}])));
    expect(await kev({ dateReported: '2026-02-01', originSource: 'eukev' })).toMatchObject({
      records: 1,
      rejected: 1,
      changed: 1,
    });
    expect(await kev({ dateAdded: '2026-02-02' })).toMatchObject({ changed: 0 });
    expect(await app.database.query('SELECT vulnerability, cisa_on, enisa_on, epss FROM exploit')).toEqual([
      { vulnerability: 'CVE-2026-0001', cisa_on: '2026-02-02', enisa_on: '2026-02-01', epss: 1_300 },
    ]);
    await expect(imported('kev', written('kev.json', '{"vulnerabilities":[]}'))).rejects.toThrow(/no vulnerabilities/);
    await expect(imported('epss', written('epss.csv', 'nonsense'))).rejects.toThrow(/not a list of EPSS/);
  });

  it('that are held are shown so, until they are accepted', async () => {
    for (let at = 0; at < 12; at++) await app.product(`tool${at}`);
    const dump = (fixed: string, day: string) => written('dump.ndjson', osvOfTwelve(day, fixed));
    await imported('osv', dump('2.0.0', '2026-01-01'));
    expect(await imported('osv', dump('3.0.0', '2026-01-02'))).toMatchObject({
      as_of: '2026-01-02',
      held_because: expect.stringMatching(/12 products/) as string,
    });
    expect((await states(app)).get('osv')).toMatchObject({
      state: 'held',
      as_of: '2026-01-01',
      held_because: expect.stringMatching(/12 products/) as string,
    });
    expect((await app.test.http.get('/metrics')).text).toMatch(/^knowledge_held 1$/m);
    const service = app.test.app.get(KnowledgeService);
    await expect(service.accept('kev')).rejects.toThrow('Nothing of kev is held.');
    expect(await service.accept('osv')).toMatchObject({ as_of: '2026-01-02', records: 12, changed: 12 });
    expect((await states(app)).get('osv')).toMatchObject({ state: 'off', as_of: '2026-01-02', held_because: null });
    await expect(service.accept('osv')).rejects.toThrow('Nothing of osv is held.');
  });
});

describe('advisories that come with the service', () => {
  it('are imported once, by one worker, as no news, and again for products with new identifiers', async () => {
    const app = await AdvisoryApp.start();
    const service = app.test.app.get(KnowledgeService);
    service.bundledFolder = mkdtempSync(join(tmpdir(), 'bundled-'));
    const bundle = (name: string, content: string) =>
      writeFileSync(join(service.bundledFolder, name), gzipSync(content));
    const lines = [
      osv('GHSA-a', { aliases: ['CVE-2026-0001'] }),
      osv('GHSA-b', { affected: [affects('npm', 'late', ['0', '2.0.0'])] }),
    ];
    bundle('bitnami.ndjson.gz', lines.map(json).join('\n'));
    bundle(
      'kev.json.gz',
      json({ dateReleased: '2026-01-03', vulnerabilities: [{ cveID: 'CVE-2026-0001', dateAdded: '2026-01-02' }] }),
    );
    const id = await app.product('tool');
    await Promise.all([service.importBundled(), service.importBundled()]);
    const { findings } = (await app.stored(id))[0]!;
    expect(findings).toMatchObject([{ vulnerability: 'CVE-2026-0001', isQuiet: true }]);
    expect(await app.database.query('SELECT exploited_at FROM exploit')).toEqual([
      { exploited_at: '2000-01-01 00:00:00.000000' },
    ]);
    expect((await states(app)).get('osv')).toMatchObject({ state: 'off', as_of: '2026-01-01', matched: 1 });
    const batch = () => app.database.query('SELECT batch, quiet_batch FROM advisory_batch');
    await service.importBundled();
    expect(await batch()).toEqual([{ batch: 1, quiet_batch: 1 }]);
    const late = await app.product('late');
    await service.importBundled();
    expect((await app.findings(late))['1.0.0']).toEqual(['GHSA-b affected high 2.0.0']);
    expect(await batch()).toEqual([{ batch: 2, quiet_batch: 1 }]);
    rmSync(service.bundledFolder, { recursive: true });
    await app.close();
  });
});

describe('advisories from addresses', () => {
  it('are asked daily, by a conditional request to each', async () => {
    const asked: string[] = [];
    const bodies: Record<string, Buffer> = {
      '/npm.zip': zipOf([{ name: 'GHSA-a.json', content: json(osv('GHSA-a')) }]),
      '/more.ndjson.gz': gzipSync(`${json(osv('GHSA-b'))}\n`),
      '/epss.csv.gz': gzipSync('#score_date:2026-01-01\ncve,epss,percentile\nCVE-2026-0001,0.5,0.9\n'),
      '/kev.json': Buffer.from(
        json({ dateReleased: '2026-01-01', vulnerabilities: [{ cveID: 'CVE-2026-0001', dateAdded: '2026-01-01' }] }),
      ),
    };
    const server = createServer((request: IncomingMessage, response) => {
      const body = bodies[request.url!]!;
      const etag = `"${body.length}"`;
      const isKnown = request.headers['if-none-match'] === etag;
      asked.push(`${request.url} ${isKnown ? 304 : 200}`);
      response.writeHead(isKnown ? 304 : 200, { etag }).end(isKnown ? undefined : body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const app = await AdvisoryApp.start({
      OSV_URL: `${url}/npm.zip ${url}/more.ndjson.gz`,
      EPSS_URL: `${url}/epss.csv.gz`,
      KEV_URL: `${url}/kev.json`,
    });
    const ask = async () => {
      asked.length = 0;
      await app.database.execute(`UPDATE knowledge SET next_at = ${app.database.dialect.now}`);
      await app.test.app.get(KnowledgeService).askDue();
      return asked.sort();
    };
    const id = await app.product('tool');
    expect(await ask()).toEqual(['/epss.csv.gz 200', '/kev.json 200', '/more.ndjson.gz 200', '/npm.zip 200']);
    expect((await app.findings(id))['1.0.0']).toHaveLength(2);
    expect((await states(app)).get('osv')).toMatchObject({ state: 'ok', configured: true, last_error: null });
    expect(await ask()).toEqual(['/epss.csv.gz 304', '/kev.json 304', '/more.ndjson.gz 304', '/npm.zip 304']);
    bodies['/npm.zip'] = zipOf([
      { name: 'GHSA-a.json', content: json(osv('GHSA-a', { withdrawn: '2026-02-01', modified: '2026-02-01' })) },
    ]);
    expect(await ask()).toEqual(['/epss.csv.gz 304', '/kev.json 304', '/more.ndjson.gz 304', '/npm.zip 200']);
    expect((await app.findings(id))['1.0.0']).toEqual(['GHSA-b affected high 2.0.0']);
    bodies['/npm.zip'] = Buffer.from('<h1>Hello</h1>');
    await ask();
    expect((await states(app)).get('osv')).toMatchObject({ state: 'failing', failures: 1 });
    await app.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
