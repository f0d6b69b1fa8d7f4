import { Readable, Writable } from 'node:stream';
import type { SchemeOptions } from '../../src/ordering/scheme';
import { compareLines, compareVersions, explainLines, explainVersion, sortLines } from '../../src/version-command';

/** Keeps what is written; `slow` takes its time, with a small buffer. */
class Sink extends Writable {
  text = '';
  writes = 0;

  constructor(private readonly slow = false) {
    super({ highWaterMark: slow ? 16 : 65_536, decodeStrings: false });
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    this.text += chunk;
    this.writes += 1;
    if (this.slow) setImmediate(done);
    else done();
  }
}

/** A stream that gives the text in chunks of this many bytes, so that lines and characters are cut anywhere. */
function inChunks(text: string, size: number): Readable {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  return Readable.from(chunks, { objectMode: false });
}

async function compareText(text: string, options: SchemeOptions = { scheme: 'generic' }, size = 7, slow = false) {
  const [output, errors] = [new Sink(slow), new Sink()];
  const exitCode = await compareLines(inChunks(text, size), output, { ...options, errors });
  return { exitCode, output: output.text, errors: errors.text, writes: output.writes };
}

describe('version compare', () => {
  it('compares two operands', () => {
    expect(compareVersions({ scheme: 'generic' }, '1.0-rc1', '1.0')).toBe('<');
    expect(compareVersions({ scheme: 'semver' }, '1.0.0+a', '1.0.0+b')).toBe('=');
    expect(compareVersions({ scheme: 'calver', calverPattern: 'DD.MM.YYYY' }, '1.1.2024', '31.12.2023')).toBe('>');
  });

  it('answers a line for each pair, with LF or CRLF and with or without an end of the last line', async () => {
    for (const text of ['1.0\t1.1\n2\t1\n1\t1.0\n', '1.0\t1.1\r\n2\t1\r\n1\t1.0\r\n', '1.0\t1.1\n2\t1\n1\t1.0']) {
      expect(await compareText(text)).toMatchObject({ exitCode: 0, output: '<\n>\n=\n', errors: '' });
    }
  });

  it('reads empty operands and characters that are cut by a chunk', async () => {
    expect(await compareText('\t1\n1\t\n\t\né🎉1\t2\n', undefined, 1)).toMatchObject({
      exitCode: 0,
      output: '<\n>\n=\n<\n',
    });
  });

  it('answers nothing to nothing', async () => {
    expect(await compareText('')).toMatchObject({ exitCode: 0, output: '', errors: '' });
  });

  it('answers ! to a line that is no pair, names its number and goes on', async () => {
    const result = await compareText('1\t2\nno pair\n2\t1\n\n1\t2\t3\n1\t1\n');
    expect(result.output).toBe('<\n!\n>\n!\n!\n=\n');
    expect(result.exitCode).toBe(1);
    expect(result.errors.trim().split('\n')).toEqual(
      [2, 4, 5].map((line) => `line ${line}: expected two versions with one TAB between them`),
    );
  });

  it('waits for a slow reader', async () => {
    const { output } = await compareText('1\t2\n'.repeat(500), undefined, 64, true);
    expect(output).toBe('<\n'.repeat(500));
  });

  it('compares 100,000 pairs in few writes', async () => {
    const text = Array.from({ length: 100_000 }, (_, i) => `1.${i}.3-rc.${i % 7}\t1.${i + 1}.0b${i % 5}\n`).join('');
    const { output, writes } = await compareText(text, undefined, 65_536);
    expect(output).toBe('<\n'.repeat(100_000));
    expect(writes).toBeLessThan(100);
  });
});

describe('version sort', () => {
  async function sortText(text: string, options: SchemeOptions = { scheme: 'generic' }) {
    const output = new Sink(true);
    await sortLines(inChunks(text, 5), output, options);
    return output.text;
  }

  it('sorts lines from the lowest up and keeps every one', async () => {
    expect(await sortText('10\n9\n1.0\n1.0-rc1\n9\n')).toBe('1.0-rc1\n1.0\n9\n9\n10\n');
  });

  it('keeps the order of lines that are equal', async () => {
    expect(await sortText('1.0.0\nv1\n1.0\n0\n1')).toBe('0\n1.0.0\nv1\n1.0\n1\n');
  });

  it('sorts more lines than go into one write', async () => {
    const lines = Array.from({ length: 25_000 }, (_, i) => String(25_000 - i));
    const output = new Sink();
    await sortLines(Readable.from([lines.join('\n')], { objectMode: false }), output, { scheme: 'generic' });
    expect(output.text).toBe(lines.reverse().join('\n') + '\n');
  });
});

describe('version explain', () => {
  it('tells what a scheme makes of a version', () => {
    expect(explainVersion({ scheme: 'semver' }, 'v1.2.3-rc.1')).toEqual({
      version: 'v1.2.3-rc.1',
      scheme: 'semver',
      valid: true,
      key: '111213-@rc!11!',
      prerelease: true,
    });
  });

  it('writes one JSON object a line', async () => {
    const output = new Sink();
    await explainLines(inChunks('1.0\r\n"\\\n', 3), output, { scheme: 'pep440' });
    expect(
      output.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { version: '1.0', scheme: 'pep440', valid: true, key: '11+401!', prerelease: false },
      { version: '"\\', scheme: 'pep440', valid: false, key: '!*', prerelease: false },
    ]);
  });
});
