import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { ImportSummary } from '../../../src/source/catalogue/import-run';
import { product } from '../../setup/catalogue';
import { createStage, type Stage } from '../../setup/process';

const MB = 1024 * 1024;
const REPORT = `--require ${JSON.stringify(join(__dirname, '..', '..', 'setup', 'report-memory.cjs'))}`;

/** `count` products of about `size` bytes each, of which the import takes a few hundred. */
function* catalogue(count: number, size: number): Generator<string> {
  const padding = 'x'.repeat(size);
  for (let index = 0; index < count; index++) {
    const record = {
      ...product(`Streamed ${index}`, ['1.0', '1.1']),
      identity: { kind: 'stream', id: `${index}` },
      padding,
    };
    yield `${JSON.stringify(record)}\n`;
  }
}

describe('the memory of an import', () => {
  let stage: Stage;
  /** What an import of 1 MB takes. */
  let small: number;

  beforeAll(async () => {
    stage = await createStage({ NODE_OPTIONS: REPORT });
    small = (await memoryOf(Readable.from(catalogue(100, 10_000)))).bytes;
  });

  afterAll(() => stage.drop());

  async function memoryOf(input: Readable): Promise<{ bytes: number; summary: ImportSummary }> {
    const { code, stdout, stderr } = await stage.cli(['catalogue', 'import', '-'], input);
    expect({ code, stderr: stderr.replace(/max-rss \d+/, '') }).toMatchObject({ code: 0 });
    return { bytes: Number(/^max-rss (\d+)$/m.exec(stderr)![1]), summary: JSON.parse(stdout) as ImportSummary };
  }

  it('does not grow with the file: 200 MB take hardly more than 1 MB', async () => {
    const large = await memoryOf(Readable.from(catalogue(400, 500_000)));
    expect(large.summary).toMatchObject({ software: 300, versions: 600, rejected: 0 });
    expect(large.bytes - small).toBeLessThan(100 * MB);
  });

  it('does not grow with what comes out of a small gzip file, nor with a line without end', async () => {
    const packed = await memoryOf(Readable.from(catalogue(400, 500_000)).pipe(createGzip({ level: 1 })));
    expect(packed.bytes - small).toBeLessThan(100 * MB);
    const blank = Buffer.alloc(MB, ' ');
    const { code, stdout, stderr } = await stage.cli(
      ['catalogue', 'import', '-'],
      Readable.from(Array.from({ length: 150 }, () => blank)),
    );
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 1, rejected: 1 });
    expect(Number(/^max-rss (\d+)$/m.exec(stderr)![1]) - small).toBeLessThan(100 * MB);
  });
});
