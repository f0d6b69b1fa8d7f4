import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { affects, osv } from '../../../packages/advisory-match/test/records';
import { product } from '../../setup/catalogue';
import { createStage, type Stage } from '../../setup/process';

const MB = 1024 * 1024;
const REPORT = `--require ${JSON.stringify(join(__dirname, '..', '..', 'setup', 'report-memory.cjs'))}`;
const PRODUCTS = 500;

/** Megabytes of the heap: without a limit, it grows as far as the collector of garbage is late. All 250,000 would not fit. */
const HEAP = '--max-old-space-size=96';

/** @param fixed the version that fixes all of them */
function* records(count: number, fixed: string, modified: string): Generator<string> {
  for (let at = 0; at < count; at++) {
    const affected = [affects('npm', `tool${at % PRODUCTS}`, ['0', fixed])];
    yield `${JSON.stringify(osv(`GHSA-${at}`, { modified, affected, details: 'x'.repeat(500) }))}\n`;
  }
}

describe('an import of many advisories', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await createStage({ NODE_OPTIONS: `${REPORT} ${HEAP}` });
    const lines = Array.from({ length: PRODUCTS }, (_, at) =>
      JSON.stringify({
        ...product(`tool${at}`, ['1.0.0', '9.0.0']),
        identity: { kind: 'test', id: `tool${at}` },
        identifiers: [{ type: 'purl', value: `pkg:npm/tool${at}` }],
      }),
    );
    expect((await stage.cli(['catalogue', 'import', '-'], lines.join('\n'))).code).toBe(0);
  });

  afterAll(() => stage.drop());

  const imported = (lines: Generator<string>) => Readable.from(lines).pipe(createGzip({ level: 1 }));

  it('takes at most 300 MB for 250,000 of them', async () => {
    const { code, stdout, stderr } = await stage.cli(
      ['knowledge', 'import', 'osv', '-'],
      imported(records(250_000, '1.8.0', '2026-01-03')),
    );
    expect({ code, stderr: stderr.replace(/max-rss \d+/, '') }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toMatchObject({ records: 250_000, rejected: 0, matched: PRODUCTS, changed: PRODUCTS });
    expect(Number(/^max-rss (\d+)$/m.exec(stderr)![1])).toBeLessThan(300 * MB);
  });
});
