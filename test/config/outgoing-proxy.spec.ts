import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/config';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracker-proxy-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = (env: Record<string, string>) => loadConfig({ DATA_DIR: folder, ...env });

describe('the outgoing proxy', () => {
  it('is none by itself', () => {
    expect(load({ HTTP_PROXY: '', no_proxy: ' ' })).toMatchObject({ httpProxy: null, httpsProxy: null, noProxy: [] });
  });

  it.each([
    [{ HTTPS_PROXY: 'http://proxy.example:3128' }, 'http://proxy.example:3128/'],
    [{ https_proxy: 'http://proxy.example:3128/' }, 'http://proxy.example:3128/'],
    [{ HTTPS_PROXY: 'http://upper.example', https_proxy: 'http://lower.example' }, 'http://lower.example/'],
    [{ HTTPS_PROXY: 'http://upper.example', https_proxy: '' }, 'http://upper.example/'],
    [{ HTTPS_PROXY: 'proxy.example:3128' }, 'http://proxy.example:3128/'],
    [{ HTTPS_PROXY: 'us%40er:p%3Ass@10.0.0.1:8080' }, 'http://us%40er:p%3Ass@10.0.0.1:8080/'],
    [{ HTTPS_PROXY: 'https://[fd00::1]:8443' }, 'https://[fd00::1]:8443/'],
  ])('is read as other tools read it: %j', (env, url) => {
    const { httpsProxy, httpProxy, lookalikes } = load(env);
    expect([httpsProxy?.href, httpProxy, lookalikes]).toEqual([url, null, []]);
  });

  it('may be in a file, as any secret', () => {
    const file = join(folder, 'proxy');
    writeFileSync(file, 'http://user:canary-file@proxy.example:3128\n');
    expect(load({ HTTP_PROXY_FILE: file }).httpProxy?.password).toBe('canary-file');
  });

  it('has exceptions, between commas or spaces', () => {
    const { noProxy } = load({ no_proxy: 'localhost, .Example.ORG,10.0.0.0/8  [::1]:80,,' });
    expect(noProxy).toEqual(['localhost', '.example.org', '10.0.0.0/8', '[::1]:80']);
  });

  it.each([
    'socks5://user:canary-word@proxy.example:1080',
    'ftp://user:canary-word@proxy.example',
    'http://user:canary-word@proxy.example/path',
    'http://user:canary-word%@proxy.example',
    'http://user:canary-word@:3128',
    'canary-word with spaces',
  ])('that cannot be used is refused at the start, without its credentials: %s', (text) => {
    const started = () => load({ HTTPS_PROXY: text });
    expect(started).toThrow('HTTPS_PROXY must be the http(s) URL of a proxy, such as http://proxy.example.org:3128');
    expect(started).not.toThrow('canary-word');
  });

  it('gives no warning for the variables of other tools', () => {
    const others = { FTP_PROXY: 'x', ftp_proxy: 'x', ALL_PROXY: 'x', all_proxy: 'x', npm_config_proxy: 'x' };
    expect(
      load({ ...others, http_proxy: 'http://a.example', https_proxy: 'a.example', no_proxy: '*' }).lookalikes,
    ).toEqual([]);
    expect(load({ HTTP_PROXI: 'x' }).lookalikes).toEqual([{ variable: 'HTTP_PROXI', nearest: 'HTTP_PROXY' }]);
  });
});
