import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AdvisoryRecord, readNvd } from 'advisory-match';
import { AdvisoryCheck } from '../../src/advisory/advisory-check';
import { AdvisoryApp } from './advisory-host';

const linesOf = (name: string) =>
  readFileSync(join(__dirname, 'fixtures/cases', name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
const recordsOf = (name: string) => linesOf(name).map((line) => JSON.parse(line) as object);

async function* read(records: object[]): AsyncGenerator<AdvisoryRecord> {
  for (const record of records) yield await Promise.resolve(readNvd(record));
}

/** By a package URL, or by `cpe`, a product and a version. */
const CASES = linesOf('expected.tsv').map((line) => {
  const [key = '', , right = ''] = line.split('\t');
  const [, product, version] = /^cpe (\S+) (\S+)$/.exec(key) ?? [];
  return { line: product === undefined ? key : `test:${product.split(':')[2]}\t${version}`, right };
});

describe('versions and names that others get wrong', () => {
  let app: AdvisoryApp;
  let check: AdvisoryCheck;

  beforeAll(async () => {
    app = await AdvisoryApp.start();
    check = app.test.app.get(AdvisoryCheck);
    await app.product('acme', [], ['pkg:bitnami/zz-acme']);
    await app.product('net', [], ['pkg:nuget/Zz.Acme']);
    await app.product('rails', [], ['pkg:gem/zz-rails']);
    for (const name of ['jgit', 'httpd']) await app.product(name, [], [`cpe:a:zzacme:${name}`]);
    await app.import(recordsOf('osv.ndjson'));
    await app.import([], { provider: 'nvd-overrides' }, read(recordsOf('nvd-overrides.ndjson')));
  });

  afterAll(() => app.close());

  it.each(CASES)('$line is $right', async ({ line, right }) => {
    const [state, only] = right.split(' by ');
    const answer = await check.check(line, '2026-11-28');
    expect(answer).toMatchObject({ state, ...(only && { affected: [only.replace(' only', '')] }) });
  });
});
