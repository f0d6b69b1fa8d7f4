import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { affects, osv } from '../../advisory/advisory-host';
import { product } from '../../setup/catalogue';
import { createStage, type Stage, start } from '../../setup/process';

const MB = 1024 * 1024;
const REPORT = `--require ${JSON.stringify(join(__dirname, '..', '..', 'setup', 'report-memory.cjs'))}`;
const PRODUCTS = 500;

/** @param fixed the version that fixes all of them */
function* records(count: number, fixed: string, modified: string): Generator<string> {
  for (let at = 0; at < count; at++) {
    const affected = [affects('npm', `tool${at % PRODUCTS}`, ['0', fixed])];
    yield `${JSON.stringify(osv(`GHSA-${at}`, { modified, affected, details: 'x'.repeat(500) }))}\n`;
  }
}

interface Checked {
  affected: string[];
}

describe('an import of many advisories', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await createStage({ NODE_OPTIONS: REPORT });
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

  /** How many vulnerabilities are known of versions of the first product. */
  async function known(): Promise<[old: number, newer: number]> {
    const input = 'pkg:npm/tool0@1.0.0\npkg:npm/tool0@1.5.0\n';
    const { stdout } = await stage.cli(['advisory', 'check'], input);
    const [one, other] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Checked);
    return [one!.affected.length, other!.affected.length];
  }

  it('ends in the old or the new state wherever its process is killed', async () => {
    const count = 20_000;
    expect(
      (await stage.cli(['knowledge', 'import', 'osv', '-'], imported(records(count, '1.2.0', '2026-01-01')))).code,
    ).toBe(0);
    expect(await known()).toEqual([count / PRODUCTS, 0]);
    let killed = 0;
    for (let turn = 0; turn < 10; turn++) {
      const running = start(
        'cli',
        ['knowledge', 'import', 'osv', '-'],
        stage.env,
        imported(records(count, '1.7.0', '2026-01-02')),
      );
      await Promise.race([sleep(700 + turn * 350), running.finished]);
      running.child.kill('SIGKILL');
      if ((await running.finished).code === null) killed++;
      expect([`${count / PRODUCTS},0`, `${count / PRODUCTS},${count / PRODUCTS}`]).toContain((await known()).join());
    }
    expect(killed).toBeGreaterThan(3);
    const last = await stage.cli(['knowledge', 'import', 'osv', '-'], imported(records(count, '1.7.0', '2026-01-02')));
    expect(last).toMatchObject({ code: 0 });
    expect(await known()).toEqual([count / PRODUCTS, count / PRODUCTS]);
  });

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
