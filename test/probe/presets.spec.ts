import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateTagPattern } from 'version-order';
import { validatePath } from '../../src/source/sources/json-path';
import { versionIn } from '../../src/inventory/probe/answer';
import { SAMPLES } from './preset-samples';
import { PROBE_PRESETS, questionOf, tokenHeader } from '../../src/inventory/probe/question';

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

  it.each<[string, object]>([
    ['jellyfin', { ServerName: 'tv', Version: '4.8.11.0', Id: 'emby' }],
    ['sonarr', { appName: 'Radarr', version: '5.14.0.9383' }],
    ['radarr', { appName: 'Sonarr', version: '4.0.11.2680' }],
    ['lidarr', { appName: 'Readarr', version: '0.4.2' }],
    ['prowlarr', { appName: 'Lidarr', version: '2.7.1' }],
    ['synapse', { server: { name: 'Dendrite', version: '0.13.8' } }],
    ['influxdb', { name: 'other', status: 'pass', version: '2.7' }],
    ['octoprint', { api: '0.1', server: '1.10.2', text: 'OctoFarm 1.10.2' }],
    ['audiobookshelf', { app: 'bookshelf', serverVersion: '2.17.5' }],
    ['syncthing', { longVersion: 'sushitrain v1.2', version: 'v1.28.1' }],
    ['nextcloud', { productname: 'ownCloud', versionstring: '10.15.0' }],
    ['docker', { Version: '5.2.0', Components: [{ Name: 'Podman Engine' }] }],
    ['elasticsearch', { version: { distribution: 'opensearch', number: '2.17.0' } }],
    ['mastodon', { version: '2.7.2 (compatible; Pleroma 2.5.0)' }],
    ['gitea', { version: '11.0.1+gitea-1.22.0' }],
    ['forgejo', { version: '1.22.3' }],
  ])('%s does not take the answer of another program: %j', async (preset, body) => {
    const question = questionOf(
      { preset, jsonPath: null, pattern: null, header: null },
      { address: 'https://program.example.org', headers: [] },
    )!;
    const asked = versionIn({ status: 200, headers: {}, body: JSON.stringify(body) }, question);
    await expect(asked).rejects.toThrow(/^The answer is not that of /);
  });

  it('read the version that a text begins with', async () => {
    const place = { header: null, jsonPath: '$.version', pattern: null };
    const read = (version: string) => versionIn({ status: 200, headers: {}, body: JSON.stringify({ version }) }, place);
    for (const [text, version] of [
      ['1.99.0 (b=HEAD,6a1f2c3d4e)', '1.99.0'],
      [' v2.1.0, build 123 ', 'v2.1.0'],
      ['10.11.6-MariaDB; Debian', '10.11.6-MariaDB'],
      ['2024.1 LTS', '2024.1'],
      ['RELEASE.2024-05-01T01-11-10Z', 'RELEASE.2024-05-01T01-11-10Z'],
    ] as const)
      expect(await read(text)).toBe(version);
    for (const text of ['nginx 1.2.3', 'the version', '(1.2) x', '']) await expect(read(text)).rejects.toThrow();
    await expect(read(`${'1'.repeat(200)} x`)).rejects.toThrow();
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
    const page = readFileSync(join(__dirname, '..', '..', 'docs', 'inventories.md'), 'utf8');
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
