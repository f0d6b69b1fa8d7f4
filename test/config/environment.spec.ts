import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/config';
import type { Variable } from '../../src/config/variable';
import { VARIABLES } from '../../src/config/variables';
import { configurationPage, envExample, EXAMPLE, PAGE } from '../../src/config/write-docs';

const SECRET_KEY = '0123456789abcdef0123456789abcdef';

describe('.env.example', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tracker-environment-'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('and docs/configuration.md are those that `npm run docs:config` writes', () => {
    expect(readFileSync(EXAMPLE, 'utf8')).toBe(envExample());
    expect(readFileSync(PAGE, 'utf8')).toBe(configurationPage());
  });

  it('has every variable that is declared', () => {
    const described = [...envExample().matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(described.sort()).toEqual(Object.keys(VARIABLES).sort());
  });

  it.each(Object.entries<Variable<unknown>>(VARIABLES))('%s has a default that it takes itself', (_name, variable) => {
    const { default: value, unset, parse } = variable;
    expect(value === null ? unset : parse(value)).not.toBeNull();
    expect(unset ?? value).toEqual(expect.any(String));
  });

  const root = join(__dirname, '..', '..');
  const quoted = (environment: string) => JSON.parse(environment) as Record<string, string>;

  /** What is set after somebody sourced it, as the documentation says. */
  function sourced(): Record<string, string> {
    const print = `${process.execPath} -p 'JSON.stringify(process.env)'`;
    const { status, stdout, stderr } = spawnSync('sh', ['-euc', `set -a; . ./.env.example; exec ${print}`], {
      cwd: root,
      env: {},
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return quoted(stdout);
  }

  it('can be sourced by a shell, and gives the defaults', () => {
    const env = sourced();
    expect(env).toMatchObject({ PORT: '3000', DATA_DIR: './var', MAIL_FROM: 'Software updates <updates@localhost>' });
    expect(loadConfig({ ...env, DATA_DIR: folder })).toEqual(loadConfig({ DATA_DIR: folder }));
  });

  it('says the same to Node.js, which reads it with --env-file', () => {
    const args = [`--env-file=${join(root, '.env.example')}`, '-p', 'JSON.stringify(process.env)'];
    const { stdout } = spawnSync(process.execPath, args, { env: {}, encoding: 'utf8' });
    const { PWD: _pwd, _, OLDPWD: _old, SHLVL: _level, ...env } = sourced();
    expect(quoted(stdout)).toEqual(env);
  });
});

describe('a variable that nobody reads', () => {
  const nearest = (variable: string) =>
    loadConfig({ DATABASE_URL: 'sqlite::memory:', SECRET_KEY, [variable]: 'x' }).lookalikes[0]?.nearest;

  it.each([
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['RATELIMIT', 'RATE_LIMIT'],
    ['rate_limit', 'RATE_LIMIT'],
    ['port', 'PORT'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['SOURCE_ENABLED', 'SOURCES_ENABLED'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['TRUST_EMAIL_ADDRESS', 'TRUST_EMAIL_ADDRESSES'],
    ['OIDC_ISUER', 'OIDC_ISSUER'],
    ['GITHUB_TOKENS', 'GITHUB_TOKEN'],
    ['SMTP_URL ', 'SMTP_URL'],
  ])('%s is taken for %s', (variable, ours) => expect(nearest(variable)).toBe(ours));

  it.each([
    ...[
      'PATH',
      'HOME',
      'PWD',
      'SHLVL',
      'HOSTNAME',
      'LANG',
      'USER',
      'TERM',
      'TZ',
      'MAIL',
      'LOGNAME',
      'SHELL',
      'NODE_ENV',
    ],
    ...[
      'NODE_VERSION',
      'NODE_OPTIONS',
      'NODE_EXTRA_CA_CERTS',
      'SQLITE_TMPDIR',
      'YARN_VERSION',
      'HTTP_PROXY',
      'NO_PROXY',
    ],
    ...['npm_config_registry', 'NPM_CONFIG_REGISTRY', 'npm_config_user_agent', 'npm_package_version', 'INIT_CWD'],
    ...['KUBERNETES_PORT', 'KUBERNETES_SERVICE_HOST', 'KUBERNETES_SERVICE_PORT', 'KUBERNETES_PORT_443_TCP_ADDR'],
    ...[
      'TRACKER_PORT',
      'TRACKER_SERVICE_PORT_HTTP',
      'REDIS_URL',
      'REDIS_PORT',
      'REDIS_SERVICE_HOST',
      'DATABASE_PORT',
      'DEMO_PORT',
    ],
    ...['DATABASE_PASSWORD', 'PUBLISH', 'COMMIT', 'MARIADB_DATABASE', 'SECRET_KEY_BASE', 'INVOCATION_ID'],
  ])('%s is none of our business', (variable) => expect(nearest(variable)).toBeUndefined());

  it('is told of at most twenty times, and not when it is empty', () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => ['RATE_LIMIT'.replace('_', '_'.repeat(index + 2)), 'x']),
    );
    const config = loadConfig({ DATABASE_URL: 'sqlite::memory:', SECRET_KEY, PUBLIC_ULR: ' ', ...many });
    expect(config.lookalikes.length).toBe(20);
    expect(config.lookalikes.map(({ variable }) => variable)).not.toContain('PUBLIC_ULR');
  });
});
