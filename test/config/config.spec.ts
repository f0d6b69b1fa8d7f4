import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Config, ConfigError, loadConfig } from '../../src/config/config';
import { parseDatabaseUrl } from '../../src/config/database-url';
import { parseDuration } from '../../src/config/duration';

const SECRET_KEY = '0123456789abcdef0123456789abcdef';

describe('the configuration', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tracker-config-'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const load = (env: Record<string, string> = {}) => loadConfig({ DATA_DIR: folder, SECRET_KEY, ...env });

  function problemsOf(env: Record<string, string>): string[] {
    try {
      load(env);
      return [];
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as ConfigError).problems;
    }
  }

  it.each<[Record<string, string>, string, string | null]>([
    [{}, 'tracked', null],
    [{ SOURCES: 'all' }, 'all', null],
    [{ SOURCES_ENABLED: 'true' }, 'all', 'SOURCES=all'],
    [{ SOURCES_ENABLED: 'false' }, 'off', 'SOURCES=off'],
    [{ SOURCES_ENABLED: 'true', SOURCES: 'tracked' }, 'tracked', 'SOURCES=tracked'],
    [{ SOURCES_ENABLED: 'false', SOURCES: 'all' }, 'all', 'SOURCES=all'],
    [{ SOURCES_ENABLED: '' }, 'tracked', null],
  ])('polls with %j what is %s, and names what has been replaced', (env, sources, instead) => {
    const deprecated = instead === null ? [] : [{ variable: 'SOURCES_ENABLED', instead }];
    expect(load(env)).toMatchObject({ sources, deprecated });
  });

  it('has a default for everything', () => {
    expect(loadConfig({ DATA_DIR: folder })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: null,
      shutdownDelay: 0,
      keepAlive: 75,
      bodyTimeout: 60,
      buildCommit: null,
      trustProxy: false,
      database: { kind: 'sqlite', location: join(folder, 'tracker.sqlite') },
      databaseTimeout: 60,
      logLevel: 'info',
      smtpUrl: null,
      trustEmailAddresses: false,
      manageLinks: true,
      appriseUrl: null,
      npmRegistryUrl: null,
      pypiUrl: null,
      cratesUrl: null,
      rubygemsUrl: null,
      packagistUrl: null,
      mavenUrl: null,
      goProxyUrl: null,
      nugetUrl: null,
      hexUrl: null,
      debianUrl: null,
      alpineUrl: null,
      dockerRegistryUrl: null,
      operatorChannelUrl: null,
      oidc: null,
      auditRetention: 400 * 86_400,
      checkEvery: 60,
      remindEvery: 86_400,
      rateLimit: { points: 6_000, seconds: 60 },
      rateLimitFailedAuth: { points: 30, seconds: 60 },
      rateLimitPages: { points: 120, seconds: 60 },
      bodyLimit: 262_144,
      catalogueLimit: 10_485_760,
      queryLimit: 8_192,
      headerLimit: 16_384,
      favoritesPerUser: 10_000,
      channelsPerUser: 100,
      confirmationsPerHour: 100,
      keepNotifications: 30 * 86_400,
      secretKeyOld: [],
      outboundAllow: [],
      migrate: true,
      worker: true,
    } satisfies Partial<Config>);
  });

  it('takes an empty variable for one that is not there', () => {
    expect(load({ PORT: '', SMTP_URL: '  ', MIGRATE: '', OUTBOUND_ALLOW: '' })).toMatchObject({
      port: 3000,
      smtpUrl: null,
    });
  });

  it.each<[Record<string, string>, Partial<Config>]>([
    [{ PORT: '0' }, { port: 0 }],
    [{ HOST: '::' }, { host: '::' }],
    [{ PUBLIC_URL: 'https://updates.example.org/' }, { publicUrl: 'https://updates.example.org' }],
    [{ PUBLIC_URL: 'https://example.org/tracker/' }, { publicUrl: 'https://example.org/tracker' }],
    [{ TRUST_PROXY: 'false' }, { trustProxy: false }],
    [{ TRUST_PROXY: '1' }, { trustProxy: 1 }],
    [{ TRUST_PROXY: 'loopback, 10.0.0.0/8' }, { trustProxy: ['loopback', '10.0.0.0/8'] }],
    [{ DATABASE_URL: 'sqlite:/data/x.db' }, { database: { kind: 'sqlite', location: '/data/x.db' }, migrate: true }],
    [{ DATABASE_URL: 'mariadb://u:p@db:3307/x' }, { migrate: false, seedCatalogue: false, demo: false }],
    [
      { DATABASE_URL: 'mysql://u:p@db/x', MIGRATE: 'true', SEED_CATALOGUE: '1' },
      { migrate: true, seedCatalogue: true },
    ],
    [
      { DATABASE_URL: 'mariadb://u@db/x', DEMO: 'true' },
      { demo: false, ignored: ['DEMO'] },
    ],
    [
      { DATABASE_URL: 'mariadb://u@db/x', DEMO: 'false' },
      { demo: false, ignored: [] },
    ],
    [{ DATABASE_URL: 'mariadb://u@db/x' }, { demo: false, ignored: [] }],
    [{}, { demo: false, ignored: [] }],
    [{ DEMO: 'true' }, { demo: true, ignored: [] }],
    [{ MIGRATE: 'false' }, { migrate: true }],
    [
      { WORKER: 'FALSE', DEMO: '0' },
      { worker: false, demo: false },
    ],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ MANAGE_LINKS: 'false' }, { manageLinks: false }],
    [
      { CHECK_EVERY: '90s', REMIND_EVERY: '2w' },
      { checkEvery: 90, remindEvery: 1_209_600 },
    ],
    [
      { SHUTDOWN_DELAY: '4s', KEEP_ALIVE: '11m', BODY_TIMEOUT: '30s' },
      { shutdownDelay: 4, keepAlive: 660, bodyTimeout: 30 },
    ],
    [{ BUILD_COMMIT: '0123abcd' }, { buildCommit: '0123abcd' }],
    [{ OUTBOUND_ALLOW: '10.1.0.0/16, fd00::/8' }, { outboundAllow: ['10.1.0.0/16', 'fd00::/8'] }],
    [{ APPRISE_URL: 'http://apprise:8000/tools/' }, { appriseUrl: 'http://apprise:8000/tools' }],
    [{ npm_config_registry: 'https://npm.example.com/' }, { npmRegistryUrl: 'https://npm.example.com' }],
    [{ npm_config_registry: 'https://u:p@npm.example.com/' }, { npmRegistryUrl: null }],
    [
      { npm_config_registry: 'https://npm.example.com/', NPM_REGISTRY_URL: 'https://mirror.example.com/npm/' },
      { npmRegistryUrl: 'https://mirror.example.com/npm' },
    ],
    [{ PYPI_URL: 'https://python.example.com/' }, { pypiUrl: 'https://python.example.com' }],
    [{ CRATES_URL: 'https://rust.example.com' }, { cratesUrl: 'https://rust.example.com' }],
    [{ RUBYGEMS_URL: 'https://ruby.example.com' }, { rubygemsUrl: 'https://ruby.example.com' }],
    [{ PACKAGIST_URL: 'https://php.example.com' }, { packagistUrl: 'https://php.example.com' }],
    [{ MAVEN_URL: 'https://java.example.com/maven2/' }, { mavenUrl: 'https://java.example.com/maven2' }],
    [{ GO_PROXY_URL: 'https://go.example.com/' }, { goProxyUrl: 'https://go.example.com' }],
    [{ NUGET_URL: 'https://net.example.com/v3/index.json' }, { nugetUrl: 'https://net.example.com/v3/index.json' }],
    [{ HEX_URL: 'https://hex.example.com' }, { hexUrl: 'https://hex.example.com' }],
    [{ DEBIAN_URL: 'https://mirror.example.com/debian/' }, { debianUrl: 'https://mirror.example.com/debian' }],
    [{ ALPINE_URL: 'https://mirror.example.com/alpine' }, { alpineUrl: 'https://mirror.example.com/alpine' }],
    [{ DOCKER_REGISTRY_URL: 'https://images.example.com' }, { dockerRegistryUrl: 'https://images.example.com' }],
    [
      { OPERATOR_CHANNEL_URL: 'https://ops.example.org/hook?key=1' },
      { operatorChannelUrl: { kind: 'webhook', url: 'https://ops.example.org/hook?key=1' } },
    ],
    [
      { OPERATOR_CHANNEL_URL: 'http://10.1.2.3:8080' },
      { operatorChannelUrl: { kind: 'webhook', url: 'http://10.1.2.3:8080/' } },
    ],
    [
      { OPERATOR_CHANNEL_URL: 'mailto:ops+tracker@example.org', SMTP_URL: 'smtp://localhost' },
      { operatorChannelUrl: { kind: 'email', address: 'ops+tracker@example.org' } },
    ],
    [{ SMTP_URL: 'smtps://u:p%40x@mail.example.org:465' }, { smtpUrl: 'smtps://u:p%40x@mail.example.org:465' }],
    [{ MAIL_FROM: '"Müller" <m@example.org>' }, { mailFrom: '"Müller" <m@example.org>' }],
    [{ MAIL_FROM: 'updates@localhost' }, { mailFrom: 'updates@localhost' }],
    [{ TRUST_EMAIL_ADDRESSES: 'true' }, { trustEmailAddresses: true }],
    [{ DATA_DIR: 'var' }, { dataDir: resolve('var') }],
    [{ RATE_LIMIT: '600/1m' }, { rateLimit: { points: 600, seconds: 60 } }],
    [{ RATE_LIMIT: '1000000 / 1d' }, { rateLimit: { points: 1_000_000, seconds: 86_400 } }],
    [{ RATE_LIMIT_FAILED_AUTH: 'off' }, { rateLimitFailedAuth: false }],
    [{ RATE_LIMIT_PAGES: 'OFF' }, { rateLimitPages: false }],
    [{ RATE_LIMIT_NO_TOKEN: '50/1m' }, { rateLimitNoToken: { points: 50, seconds: 60 } }],
    [
      { SEND_TIMEOUT: '1m', UNSENT_LIMIT: '1048576' },
      { sendTimeout: 60, unsentLimit: 1_048_576 },
    ],
    [
      { QUERY_LIMIT: '300', HEADER_LIMIT: '8192', FAVORITES_PER_USER: '1', CHANNELS_PER_USER: '10000' },
      { queryLimit: 300, headerLimit: 8_192, favoritesPerUser: 1, channelsPerUser: 10_000 },
    ],
    [{ KEEP_NOTIFICATIONS: '60d' }, { keepNotifications: 5_184_000 }],
    [{ KEEP_NOTIFICATIONS: 'forever' }, { keepNotifications: Infinity }],
    [{ SECRET_KEY_OLD: 'a'.repeat(32) }, { secretKeyOld: ['a'.repeat(32)] }],
    [
      { SECRET_KEY_OLD: `${'a'.repeat(32)}, ${'b'.repeat(40)}` },
      { secretKeyOld: [`${'a'.repeat(32)}, ${'b'.repeat(40)}`, 'a'.repeat(32), 'b'.repeat(40)] },
    ],
    // A key with a comma in it.
    [{ SECRET_KEY_OLD: 'one key, of thirty-two characters' }, { secretKeyOld: ['one key, of thirty-two characters'] }],
  ])('reads %j', (env, expected) => {
    expect(load(env)).toMatchObject(expected);
  });

  it.each<[string, string]>([
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '1e3'],
    ['OPERATOR_CHANNEL_URL', 'ops@example.org'],
    ['OPERATOR_CHANNEL_URL', 'ftp://example.org'],
    ['OPERATOR_CHANNEL_URL', 'https://u:p@example.org'],
    ['OPERATOR_CHANNEL_URL', 'https://example.org/#part'],
    ['OPERATOR_CHANNEL_URL', 'mailto:a@example.org,b@example.org'],
    ['OPERATOR_CHANNEL_URL', 'mailto:a@example.org?subject=x'],
    ['OPERATOR_CHANNEL_URL', 'mailto:'],
    ['OPERATOR_CHANNEL_URL', 'mailto:ops@example.org'],
    ['PUBLIC_URL', 'updates.example.org'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['PUBLIC_URL', 'https://u:p@example.org'],
    ['PUBLIC_URL', 'https://example.org/?a=1'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['DATABASE_URL', 'postgres://localhost/x'],
    ['DATABASE_URL', 'mariadb://localhost'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', '/data/x.db'],
    ['DATABASE_URL', 'mariadb://u:p%ss@h/x'],
    ['DATABASE_URL', 'mariadb://u%:p@h/x'],
    ['DATABASE_URL', 'mysql://u:%ff@h/x'],
    ['SMTP_URL', 'smtp://u:p%@h'],
    ['SECRET_KEY', 'too short'],
    ['LOG_LEVEL', 'loud'],
    ['SHUTDOWN_DELAY', '0s'],
    ['SHUTDOWN_DELAY', '6m'],
    ['KEEP_ALIVE', '2h'],
    ['BODY_TIMEOUT', '61'],
    ['BUILD_COMMIT', 'HEAD'],
    ['SMTP_URL', 'mail.example.org:25'],
    ['SMTP_URL', 'http://mail.example.org'],
    ['NPM_REGISTRY_URL', 'npm.example.com'],
    ['MAVEN_URL', 'https://u:p@java.example.com'],
    ['APPRISE_URL', 'apprise:8000'],
    ['APPRISE_URL', 'http://u:p@apprise:8000'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@example.org\r\nBcc: b@example.org'],
    ['TRUST_EMAIL_ADDRESSES', 'maybe'],
    ['CHECK_EVERY', '60'],
    ['CHECK_EVERY', '0s'],
    ['CHECK_EVERY', '1.5m'],
    ['CHECK_EVERY', '25d'],
    ['REMIND_EVERY', 'daily'],
    ['REMIND_EVERY', '59m'],
    ['DELIVERIES_PER_HOUR', '0'],
    ['DELIVERIES_PER_HOUR', 'many'],
    ['DELIVERIES_PER_HOST', '5'],
    ['OUTBOUND_ALLOW', '10.1.2.3'],
    ['OUTBOUND_ALLOW', '10.0.0.0/8,everything'],
    ['MIGRATE', 'yes'],
    ['WORKER', 'no'],
    ['BODY_LIMIT', '10'],
    ['RATE_LIMIT', '600'],
    ['RATE_LIMIT', '0/1m'],
    ['RATE_LIMIT', '600/0s'],
    ['RATE_LIMIT', '600/2d'],
    ['RATE_LIMIT', '1000001/1m'],
    ['RATE_LIMIT_FAILED_AUTH', 'none'],
    ['RATE_LIMIT_PAGES', '-5/1m'],
    ['RATE_LIMIT_NO_TOKEN', 'few'],
    ['SEND_TIMEOUT', '2h'],
    ['UNSENT_LIMIT', '1000'],
    ['QUERY_LIMIT', '100'],
    ['HEADER_LIMIT', '1000000'],
    ['FAVORITES_PER_USER', '0'],
    ['CHANNELS_PER_USER', 'many'],
    ['CONFIRMATIONS_PER_HOUR', '0'],
    ['KEEP_NOTIFICATIONS', '13d'],
    ['KEEP_NOTIFICATIONS', 'off'],
    ['SECRET_KEY_OLD', 'too short'],
    ['CATALOGUE_LIMIT', '5G'],
  ])('refuses %s=%s and names it', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name}\\b`))]);
  });

  it('names everything that is wrong at once, and repeats no value', () => {
    const problems = problemsOf({ PORT: 'x', SECRET_KEY: 'hunter2', SMTP_URL: 'http://u:hunter2@h', LOG_LEVEL: 'y' });
    const names = problems.map((problem) => problem.split(' ')[0]);
    expect(names.sort()).toEqual(['LOG_LEVEL', 'PORT', 'SECRET_KEY', 'SMTP_URL']);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('demands a secret key with a server database, since replicas must have the same', () => {
    expect(problemsOf({ DATABASE_URL: 'mariadb://u@db/x', SECRET_KEY: '' })).toEqual([
      expect.stringContaining('SECRET_KEY is required'),
    ]);
  });

  it('makes a secret key for the embedded database, keeps it, and lets nobody else read it', () => {
    const own = mkdtempSync(join(folder, 'key-'));
    const first = loadConfig({ DATA_DIR: own }).secretKey;
    expect(Buffer.from(first, 'base64url')).toHaveLength(32);
    expect(loadConfig({ DATA_DIR: own }).secretKey).toBe(first);
    expect(readFileSync(join(own, 'secret.key'), 'utf8').trim()).toBe(first);
    if (process.platform !== 'win32') expect(statSync(join(own, 'secret.key')).mode & 0o077).toBe(0);
    expect(loadConfig({ DATA_DIR: own, SECRET_KEY }).secretKey).toBe(SECRET_KEY);
  });
});

describe('a duration', () => {
  it.each([
    ['1s', 1],
    ['30s', 30],
    ['1m', 60],
    ['24h', 86_400],
    ['7d', 604_800],
    ['2W', 1_209_600],
    [' 5 m ', 300],
  ])('%s', (text, seconds) => expect(parseDuration(text)).toBe(seconds));

  it.each(['', '0s', '1', '-1s', '1.5h', '1y', '1h30m', '999999999w', 'h', '１h'])('is not %j', (text) =>
    expect(parseDuration(text)).toBeNull(),
  );
});

describe('a database URL', () => {
  it.each([
    ['sqlite:var/x.db', 'sqlite', 'var/x.db'],
    ['sqlite:///data/x.db', 'sqlite', '/data/x.db'],
    ['sqlite::memory:', 'sqlite', ':memory:'],
    ['mariadb://u:p@h:3306/d', 'mariadb', 'mariadb://u:p@h:3306/d'],
    ['mysql://u@h/d?ssl=false', 'mysql', 'mysql://u@h/d'],
    ['mysql://u@h/d?ssl-mode=DISABLED', 'mysql', 'mysql://u@h/d'],
  ])('%s', (text, kind, location) => expect(parseDatabaseUrl(text)).toEqual({ kind, location }));

  it('may have several hosts, each with a port of its own', () => {
    expect(parseDatabaseUrl('mariadb://u:p,q@db1,db2:3307,[::1]:3308/d?ssl-mode=REQUIRED')).toEqual({
      ...{ kind: 'mariadb', location: 'mariadb://u:p,q@db1/d', tls: { isVerified: false, caFile: null } },
      hosts: [
        { host: 'db1', port: 3306 },
        { host: 'db2', port: 3307 },
        { host: '::1', port: 3308 },
      ],
    });
    for (const wrong of ['mysql://db1,/d', 'mysql://,db1/d', 'mysql://db1,db2', 'mysql://db1,db2:x/d'])
      expect(parseDatabaseUrl(wrong)).toBeNull();
  });

  it.each([
    ['ssl=true', true, null],
    ['ssl-mode=VERIFY_IDENTITY', true, null],
    ['ssl-mode=required', false, null],
    ['ssl-ca=%2Fetc%2Fca.pem', true, '/etc/ca.pem'],
    ['ssl=true&ssl-ca=ca.pem', true, 'ca.pem'],
  ])('has TLS: %s', (query, isVerified, caFile) =>
    expect(parseDatabaseUrl(`mysql://u@h/d?${query}`)).toEqual({
      ...{ kind: 'mysql', location: 'mysql://u@h/d' },
      tls: { isVerified, caFile },
    }),
  );

  it.each([
    'ssl=maybe',
    'sslmode=require',
    'charset=utf8',
    'ssl=true&ssl-mode=DISABLED',
    'ssl=false&ssl-ca=x',
    'ssl-ca=',
  ])('has no option %s, and says so without the password', (query) => {
    const env = { DATABASE_URL: `mysql://u:canary@h/d?${query}`, SECRET_KEY: 'x'.repeat(32) };
    expect(() => loadConfig(env)).toThrow(/DATABASE_URL must be without other options than ssl-mode=/);
    expect(() => loadConfig(env)).not.toThrow(/canary/);
  });

  it.each(['', 'sqlite:', 'mariadb://', 'mariadb://h', 'mysql://h/', 'oracle://h/d', 'h/d'])('is not %j', (text) =>
    expect(parseDatabaseUrl(text)).toBeNull(),
  );
});

describe('a variable from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read without the white space around it', () => {
    const config = loadConfig({
      SECRET_KEY_FILE: file('key', `${'k'.repeat(40)}\n`),
      DATABASE_URL_FILE: file('url', ' mariadb://u:p@h/d\r\n'),
      SMTP_URL_FILE: file('smtp', 'smtp://relay.example.org:25'),
    });
    expect(config).toMatchObject({ secretKey: 'k'.repeat(40), database: { location: 'mariadb://u:p@h/d' } });
    expect(config.smtpUrl).not.toBeNull();
    expect(config.lookalikes).toEqual([]);
  });

  it.each<[string, () => Record<string, string>, string]>([
    [
      'is not there',
      () => ({ SECRET_KEY_FILE: join(folder, 'none') }),
      'SECRET_KEY_FILE names a file that cannot be read',
    ],
    ['is a folder', () => ({ SECRET_KEY_FILE: folder }), 'SECRET_KEY_FILE names a file that cannot be read'],
    ['is empty', () => ({ SECRET_KEY_FILE: file('empty', '\n') }), 'SECRET_KEY_FILE names an empty file'],
    [
      'is too large',
      () => ({ SECRET_KEY_FILE: file('large', 'x'.repeat(70_000)) }),
      'must name a file of at most 65536 bytes',
    ],
    [
      'has a bad value',
      () => ({ SECRET_KEY_FILE: file('short', 'canary') }),
      'SECRET_KEY must be at least 32 characters',
    ],
    [
      'is beside the variable',
      () => ({ SECRET_KEY: 'canary'.repeat(6), SECRET_KEY_FILE: file('both', 'x'.repeat(40)) }),
      'SECRET_KEY and SECRET_KEY_FILE are both set',
    ],
  ])('fails the start when the file %s', (_, env, said) => {
    const given = env();
    expect(() => loadConfig(given)).toThrow(said);
    expect(() => loadConfig(given)).not.toThrow(/canary/);
  });
});
