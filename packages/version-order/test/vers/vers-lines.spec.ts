import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { containsLines, nativeLines } from '../../src/vers-command';

async function run(work: typeof containsLines, ...chunks: (string | Buffer)[]) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(output), text(errors)]);
  await work(
    Readable.from(
      chunks.map((chunk) => Buffer.from(chunk)),
      { objectMode: false },
    ),
    output,
    errors,
  );
  output.end();
  errors.end();
  const [answers, reasons] = await written;
  return { answers: answers.split('\n').slice(0, -1), reasons: reasons.split('\n').slice(0, -1) };
}

describe('version ranges by lines', () => {
  it('answer whether a version is in the range, and why that cannot be said', async () => {
    const lines = [
      'vers:npm/>=1.0.0|<2.0.0\t1.5.0',
      'vers:npm/>=1.0.0|<2.0.0\t2.0.0',
      'vers:conda/1\t1',
      'vers:npm/*\tx',
      'vers:npm/1',
    ];
    for (const end of ['\n', '\r\n']) {
      expect(await run(containsLines, lines.join(end))).toEqual({
        answers: ['true', 'false', 'error', 'true', 'error'],
        reasons: [
          'line 3: the versions of the type conda cannot be ordered',
          'line 5: expected two texts with one TAB between them',
        ],
      });
    }
  });

  it('are made of those of package managers', async () => {
    expect(await run(nativeLines, 'npm\t^1.2.3\npypi\t>=1.0,<2\nnpm\t\nmaven\t[1,2\n')).toEqual({
      answers: ['vers:npm/>=1.2.3|<2.0.0', 'vers:pypi/>=1.0|<2', 'vers:npm/*', 'error'],
      reasons: [expect.stringContaining('line 4: an interval')],
    });
  });

  it('have one line of output each, whatever is in them, in pieces of any size', async () => {
    const hostile = ['', '\t', '\t\t', 'npm\t\u0000', `npm\t${'>1 '.repeat(30_000)}`, 'npm\t字', 'npm\t1.0.0', 'x\ty'];
    const bytes = Buffer.from(hostile.join('\n'));
    const { answers, reasons } = await run(
      nativeLines,
      ...Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7)),
    );
    expect(answers).toEqual([...Array(6).fill('error'), 'vers:npm/1.0.0', 'error']);
    expect(reasons).toContain('line 5: it has more than 65536 characters');
  });
});
