import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { LifecycleService } from '../../src/version/lifecycle/lifecycle.service';
import { daysBetween } from '../../src/version/lifecycle/support';
import { useApp } from '../setup/app';

const CATALOGUE = join(__dirname, '..', '..', 'data', 'catalogue.ndjson.gz');

/** Days by which the two hands may differ: one counts to the day of the last point release, or of the announcement. */
const NEAR = 14;

interface Opinion {
  version: string;
  eol: string;
}

function opinionsOn(product: string): Opinion[] {
  const [head, ...lines] = readFileSync(join(__dirname, 'fixtures', `${product}.csv`), 'utf8')
    .trim()
    .split('\n');
  const columns = head!.split(',');
  return lines.map((line) => {
    const fields = Object.fromEntries(line.split(',').map((value, at) => [columns[at]!, value]));
    return { version: fields.version!.replace(/ LTS$/, ''), eol: fields['eol-server'] || fields.eol! };
  });
}

describe('the days of support, by a second opinion', () => {
  const test = useApp();
  const ids = new Map<string, string>();

  beforeAll(async () => {
    const records = gunzipSync(readFileSync(CATALOGUE))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { identity: { kind: string; id: string } })
      .filter(({ identity }) => identity.kind === 'endoflife' && ['debian', 'ubuntu'].includes(identity.id));
    await test.import(...records.map((record) => ({ ...record, versions: [] })));
    const rows = await test.database.query<{ id: string; identity: string }>('SELECT id, identity FROM software');
    for (const { id, identity } of rows) ids.set(identity.replace('endoflife:', ''), id);
  });

  it.each([
    ['debian', []],
    // Ubuntu moved these days after they had been announced, and one of the two has not followed yet.
    ['ubuntu', ['14.04 -23', '16.04 -28', '22.04 -61', '26.04 -29']],
  ])('agree for %s but for the days that are named', async (product, differing) => {
    const service = test.app.get(LifecycleService);
    const found: string[] = [];
    const opinions = opinionsOn(product);
    for (const { version, eol } of opinions) {
      const { eol_on: ours } = await service.ofVersion(ids.get(product)!, version);
      const days = ours === null ? NaN : daysBetween(eol, ours);
      if (!(Math.abs(days) <= NEAR)) found.push(`${version} ${days}`);
    }
    expect(opinions.length).toBeGreaterThan(7);
    expect(found).toEqual(differing);
  });
});
