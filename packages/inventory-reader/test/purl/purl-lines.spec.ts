import { PassThrough, Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { buildLines, parseLines } from '../../src/purl-command';

describe('package URLs by lines', () => {
  async function run(work: typeof parseLines, chunks: (string | Buffer)[]): Promise<string[]> {
    const output = new PassThrough();
    const written = text(output);
    await work(
      Readable.from(
        chunks.map((chunk) => Buffer.from(chunk)),
        { objectMode: false },
      ),
      output,
    );
    output.end();
    return (await written).split('\n').slice(0, -1);
  }

  const parsed = async (...chunks: (string | Buffer)[]) =>
    (await run(parseLines, chunks)).map((line) => JSON.parse(line) as Record<string, unknown>);

  it('are parsed to their parts', async () => {
    expect(await parsed('pkg:npm/%40angular/core@1.0?b=2&a=1#x/y\npkg:cargo/serde')).toEqual([
      {
        type: 'npm',
        namespace: '@angular',
        name: 'core',
        version: '1.0',
        qualifiers: { a: '1', b: '2' },
        subpath: 'x/y',
      },
      { type: 'cargo', namespace: null, name: 'serde', version: null, qualifiers: null, subpath: null },
    ]);
  });

  it('are built of their parts, and what cannot be is an error in its place', async () => {
    const lines = [
      '{"type":"NPM","name":"a","version":"1"}',
      '{"type":"npm"}',
      'no JSON',
      '[]',
      '{"type":"gem","name":"b"}',
    ];
    expect(await run(buildLines, [lines.join('\r\n')])).toEqual([
      'pkg:npm/a@1',
      '{"error":"name is required"}',
      '{"error":"the line is not valid JSON"}',
      '{"error":"must be an object"}',
      'pkg:gem/b',
    ]);
  });

  it('have one line of output each, whatever is in them', async () => {
    const hostile = ['', ' ', 'pkg:', 'pkg:npm/%', '\u0000', 'x'.repeat(70_000), 'pkg:npm/b', '\r'];
    const output = await parsed(hostile.join('\n'));
    expect(output.map(({ error, name }) => error ?? name)).toEqual([
      ...Array(5).fill(expect.any(String)),
      'the line is longer than 65536 characters',
      'b',
      'must begin with pkg:',
    ]);
  });

  it('may come in pieces of one byte, with characters of several bytes', async () => {
    const bytes = Buffer.from('pkg:generic/字@1\r\npkg:npm/a\n');
    const output = await parsed(...Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1)));
    expect(output).toMatchObject([{ name: '字', version: '1' }, { name: 'a' }]);
  });

  it('wait while nobody reads', async () => {
    let free = false;
    const waiting: (() => void)[] = [];
    const slow = new Writable({ write: (_chunk, _encoding, done) => void (free ? done() : waiting.push(done)) });
    const chunks = Array.from({ length: 40 }, () => Buffer.from('pkg:npm/a\n'.repeat(250)));
    const done = parseLines(Readable.from(chunks, { objectMode: false }), slow);
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    // All of it would be 900 kB.
    expect(slow.writableLength).toBeGreaterThan(0);
    expect(slow.writableLength).toBeLessThan(200_000);
    free = true;
    waiting.forEach((go) => go());
    await done;
  });
});
