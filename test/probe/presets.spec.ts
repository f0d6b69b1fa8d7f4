import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validatePath } from '../../src/source/sources/json-path';
import { validateTagPattern } from '../../src/version/ordering/pattern';
import { versionIn } from '../../src/probe/answer';
import { PROBE_PRESETS } from '../../src/probe/presets/presets';
import { SAMPLES } from './preset-samples';
import { questionOf, tokenHeader } from '../../src/probe/question';

describe('presets', () => {
  it.each(PROBE_PRESETS.map((preset) => [preset.key, preset] as const))('%s reads its answer', async (key, preset) => {
    const { body, headers = {}, version } = SAMPLES[key]!;
    const question = questionOf(
      { preset: key, jsonPath: null, pattern: null, header: null },
      { address: 'https://program.example.org/base/', headers: [] },
    )!;
    expect(question.url).toBe(`https://program.example.org/base${preset.path}`);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(await versionIn({ status: 200, headers, body: text }, question)).toBe(version);
  });

  it('have what they need, and nothing that a probe could not have', () => {
    for (const { key, path, jsonPath, pattern, header, docs } of PROBE_PRESETS) {
      expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(path).toMatch(/^\//);
      expect(new URL(docs).protocol).toBe('https:');
      expect(Number(jsonPath !== undefined) + Number(header !== undefined)).toBeLessThanOrEqual(1);
      expect(jsonPath ?? header ?? pattern).toBeDefined();
      if (jsonPath) expect(validatePath(jsonPath)).toBeNull();
      if (pattern) expect(validateTagPattern(pattern)).toBeNull();
    }
    const keys = PROBE_PRESETS.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThanOrEqual(40);
    const names = PROBE_PRESETS.flatMap(({ title, names = [] }) => [title.toLowerCase(), ...names]);
    expect(new Set(names).size).toBe(names.length);
    const titles = PROBE_PRESETS.map(({ title }) => title.toLowerCase());
    expect(titles).toEqual([...titles].sort());
  });

  it('are all in the documentation', () => {
    const page = readFileSync(join(__dirname, '..', '..', 'docs', 'probes.md'), 'utf8');
    const listed = [...page.matchAll(/^\| \[([^\]]+)\]\((\S+)\) +\| `(\S+)`/gm)].map(([, ...row]) => row);
    expect(listed).toEqual(PROBE_PRESETS.map(({ title, docs, path }) => [title, docs, path]));
  });

  it('send a token as the program takes it', () => {
    const send = (key: string, token: string) =>
      tokenHeader(
        PROBE_PRESETS.find((one) => one.key === key)!,
        token,
      );
    expect(send('home-assistant', 'abc')).toEqual({ name: 'Authorization', value: 'Bearer abc' });
    expect(send('gitlab', 'abc')).toEqual({ name: 'PRIVATE-TOKEN', value: 'abc' });
    expect(send('adguard-home', 'me:secret')).toEqual({ name: 'Authorization', value: 'Basic bWU6c2VjcmV0' });
    expect(send('proxmox-ve', 'me@pam!id=1')).toEqual({ name: 'Authorization', value: 'PVEAPIToken=me@pam!id=1' });
    expect(send('grafana', 'abc')).toBeNull();
    expect(send('pi-hole', 'pass word')).toEqual({ name: 'X-FTL-SID', value: 'pass word' });
  });
});
