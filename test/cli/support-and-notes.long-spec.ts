import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { full, listed, release, TODAY } from '../source/knowledge/lifecycle-host';
import { createStage, runLibrary, type Stage } from '../setup/process';

const record = (name: string, more: object) =>
  `${JSON.stringify({ publisher: { name: 'P' }, software: { name }, ...more })}\n`;
const linesOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the command line, on support and release notes', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await createStage();
    const purl = [{ type: 'purl', value: 'pkg:npm/tool' }];
    const versions = [{ version: '14.1' }, { version: '15.0' }];
    const summary = await stage.json(
      ['catalogue', 'import', '-'],
      record('Tool', {
        identity: { kind: 'endoflife', id: 'tool' },
        identifiers: [...purl, { type: 'alias', value: 'tl' }],
        versions,
      }) +
        record('Same', { identity: { kind: 'test', id: '1' }, versions }) +
        record('Same', { publisher: { name: 'Q' }, identity: { kind: 'test', id: '2' }, versions }),
    );
    expect(summary).toMatchObject({ software: 3, rejected: 0 });
  });

  afterAll(() => stage.drop());

  const file = (name: string, content: string | Buffer) => {
    const path = join(stage.env.DATA_DIR!, name);
    writeFileSync(path, content);
    return path;
  };

  describe('knowledge import', () => {
    const answer = JSON.stringify(full([listed('tool', [release('14', '2001-01-31'), release('15', '2199-01-31')])]));
    const learnt = { provider: 'endoflife', as_of: TODAY, records: 2, rejected: 0, matched: 1 };

    it('takes a file, plain or gzip, standard input and a folder; the same again changes nothing', async () => {
      const first = await stage.cli(['knowledge', 'import', 'endoflife', file('full.json', answer)]);
      expect({ code: first.code, summary: linesOf(first.stdout)[0] }).toEqual({
        code: 0,
        summary: { ...learnt, changed: 1 },
      });
      expect(first.stderr).toContain(`As of ${TODAY}: 1 products of the catalogue, 1 changed; 0 records rejected.`);
      const again = { ...learnt, changed: 0 };
      expect(await stage.json(['knowledge', 'import', 'endoflife', file('full.gz', gzipSync(answer))])).toEqual(again);
      expect(await stage.json(['knowledge', 'import', 'endoflife', '-'], answer)).toEqual(again);
      mkdirSync(join(stage.env.DATA_DIR!, 'api'));
      file('api/full.json', answer);
      expect(await stage.json(['knowledge', 'import', 'endoflife', join(stage.env.DATA_DIR!, 'api')])).toEqual(again);
    });

    it('names what it rejects, takes the rest and ends with 1', async () => {
      const odd = full([
        listed('tool', [release('14', '2001-01-31'), release('15', '2199-01-31'), release('16', '2500-01-01')]),
      ]);
      const { code, stdout, stderr } = await stage.cli(['knowledge', 'import', 'endoflife', '-'], JSON.stringify(odd));
      expect({ code, summary: linesOf(stdout)[0] }).toMatchObject({ code: 1, summary: { records: 2, rejected: 1 } });
      expect(stderr).toMatch(/^"tool", release "16" has a eolFrom that is not a day/m);
    });

    it.each([
      [['endoflife', 'no-such-file.json'], '', /no-such-file\.json/],
      [['endoflife', '-'], '<!doctype html>', /not JSON/],
      [['endoflife', '-'], '{"result":[]}', /generated_at/],
      [['nobody', '-'], '{}', /choose among endoflife/],
    ])('says what failed, with exit code 1 and without a stack: %j', async (args, input, message) => {
      const { code, stdout, stderr } = await stage.cli(['knowledge', 'import', ...args], input);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(message);
      expect(stderr).not.toMatch(/^ +at /m);
    });
  });

  describe('lifecycle', () => {
    it.each(['Tool', 'tool', 'pkg:npm/tool', 'tl', 'alias:tl'])('show takes a product by %s', async (name) => {
      const { code, stdout } = await stage.cli(['lifecycle', 'show', name]);
      expect(code).toBe(0);
      expect(linesOf(stdout)).toMatchObject([
        { cycle: '15', state: 'supported', eol_on: '2199-01-31', source: 'endoflife.date', as_of: TODAY },
        { cycle: '14', state: 'ended', eol_on: '2001-01-31' },
      ]);
    });

    it('show says until when a version is supported, whether or not the product has it', async () => {
      expect(await stage.json(['lifecycle', 'show', 'Tool', '14.77'])).toMatchObject({ cycle: '14', state: 'ended' });
      expect(await stage.json(['lifecycle', 'show', 'Tool', '99'])).toMatchObject({ cycle: null, state: 'unknown' });
    });

    it.each([
      ['nothing-of-this', /No product/],
      ['same', /More than one/],
      ['pkg:nonsense', /package URL/],
    ])('show knows no product %s', async (name, message) => {
      const { code, stdout, stderr } = await stage.cli(['lifecycle', 'show', name]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(message);
    });

    it('match answers each line in its place', async () => {
      const { code, stdout } = await stage.cli(['lifecycle', 'match'], 'tool\t14.3\r\nnobody\t1\n\ntool\t15.9');
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: '14\tended\t2001-01-31\n\tunknown\t\n\tunknown\t\n15\tsupported\t2199-01-31\n',
      });
    });
  });

  describe('notes', () => {
    const notes = (args: string[], input = '') => runLibrary('release-text', ['notes', ...args], input);

    it('read prints the versions of a changelog, newest first', async () => {
      const changelog =
        '# Changes\n\n## 2.0.0\n\n- **BREAKING**: gone\n- CVE-2026-1234\n\n## 1.0.0 - 2026-01-02\n\n- new\n';
      const { code, stdout } = await notes(['read', file('CHANGELOG.md', changelog)]);
      expect(code).toBe(0);
      const [newest, oldest] = linesOf(stdout);
      expect(newest).toMatchObject({ version: '2.0.0', security: { ids: ['CVE-2026-1234'] } });
      expect((newest!.breaking as string[]).join()).toContain('gone');
      expect(oldest).toMatchObject({ version: '1.0.0', breaking: [] });
    });

    it('render writes what is harmless', async () => {
      const text = '# New\n\n<script>alert(1)</script> [x](javascript:alert(1)) ![picture](https://example.com/a.png)';
      const { code, stdout } = await notes(['render', '--from', 'markdown', '--to', 'html'], text);
      expect(code).toBe(0);
      expect(stdout).toContain('New</h');
      expect(stdout).not.toMatch(/<script|<img|href="javascript/);
    });

    // Whether this one does depends on the machine: `test/release-notes` has the limit itself.
    it('render reads what takes longer than half a second as plain text, and says so on stderr', async () => {
      const slow = 'a\n---\n'.repeat(40_000);
      const { code, stdout, stderr } = await notes(['render', '--from', 'markdown', '--to', 'html'], slow);
      expect(code).toBe(0);
      const isPlain = stderr.includes('release notes were read as plain text');
      expect([stdout.includes('<h2'), stdout.includes('---')]).toEqual([!isPlain, isPlain]);
      expect(stderr !== '').toBe(isPlain);
    });

    it.each([
      [['read', 'no-such-file'], '', /cannot read no-such-file: ENOENT/, 1],
      [['render', '--from', 'markdown'], '', /--to/, 2],
      [['render', '--from', 'word', '--to', 'html'], '', /Allowed choices/, 2],
    ])('says what is wrong: %j', async (args, input, message, exit) => {
      const { code, stdout, stderr } = await notes(args, input);
      expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
      expect(stderr).toMatch(message);
    });

    it('show and fetch take a product by name or identifier, and say that there is nothing', async () => {
      const shown = await stage.cli(['notes', 'show', 'pkg:npm/tool']);
      expect(shown).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('There are no notes.') });
      const fetched = await stage.cli(['notes', 'fetch', 'Tool']);
      expect(fetched).toMatchObject({ code: 0, stdout: '' });
      expect(fetched.stderr).toMatch(/^Nothing was read/m);
      const unknown = await stage.cli(['notes', 'show', 'nothing-of-this']);
      expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/No product/) });
      const version = await stage.cli(['notes', 'show', 'Tool', '77']);
      expect(version).toMatchObject({ code: 1, stderr: expect.stringContaining('no version 77') });
    });
  });
});
