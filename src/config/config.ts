import { join, resolve } from 'node:path';
import type { DatabaseAddress } from './database-url';
import { type Environment, EnvironmentReader } from './environment-reader';
import { Limits } from './limit.variables';
import type { Lookalike } from './lookalikes';
import { isSafeIssuerUrl, type OidcConfig, type OidcSignInConfig } from './oidc';
import type { OperatorChannel } from './notification.variables';
import { loadOrCreateSecretKey } from './secret-key';
import type { LogLevel } from './server.variables';
import type { Polled } from './source.variables';
import { StartError } from './start-error';
import { baseUrl } from './variable';

export type { LogLevel };

/** The environment is invalid; the message names every bad variable. */
export class ConfigError extends StartError {
  constructor(readonly problems: string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** The configuration, read once from the environment by `loadConfig`. What each variable means is declared in `*.variables.ts`. */
export class Config extends Limits {
  port!: number;
  /** Of health and metrics; null = `port`. */
  operationsPort!: number | null;
  host!: string;
  /** Without a trailing slash; null = the request's own origin. */
  publicUrl!: string | null;
  /** null = none. */
  corsOrigins!: string[] | '*' | null;
  /** Express' `trust proxy`; false = none. */
  trustProxy!: false | number | string[];
  /** Seconds; 0 = none. */
  shutdownDelay!: number;
  /** Seconds. */
  keepAlive!: number;
  /** Seconds. */
  bodyTimeout!: number;
  /** Seconds. */
  sendTimeout!: number;
  worker!: boolean;
  /** Whether the web application is served. */
  web!: boolean;
  /** Where it was built: an absolute path. */
  webFolder = join(__dirname, '..', '..', 'dist', 'web');
  logLevel!: LogLevel;
  /** Names of packages, or paths that begin with `./`. */
  plugins: string[] = [];
  buildCommit!: string | null;
  database!: DatabaseAddress;
  /** Seconds. */
  databaseTimeout!: number;
  /** An absolute path. */
  dataDir!: string;
  migrate!: boolean;
  seedCatalogue!: boolean;
  demo!: boolean;
  secretKey!: string;
  oldSecretKeys: string[] = [];
  /** null = no issuer: only the service's own tokens are accepted. */
  oidc!: OidcConfig | null;
  /** Seconds. */
  auditRetention!: number;
  /** Seconds between two passes of the update check. */
  checkEvery!: number;
  /** Seconds between two reminders of an outstanding update. */
  remindEvery!: number;
  smtpUrl!: string | null;
  mqttUrl!: string | null;
  mailFrom!: string;
  trustEmailAddresses!: boolean;
  supportAlerts!: boolean;
  manageLinks!: boolean;
  appriseUrl!: string | null;
  operatorChannel!: OperatorChannel | null;
  sources!: Polled;
  /** Whether users add products; otherwise only whoever may write the catalogue. */
  productsByUsers!: boolean;
  /** Seconds. */
  sourceEvery!: number;
  /** Whether the service reads and stores release notes. */
  notes!: boolean;
  /** Sources that have kept us waiting for two seconds do not count. */
  sourceRequests!: number;
  sourceRequestsPerHost!: number;
  /** Milliseconds. */
  sourceHostDelay!: number;
  /** CIDRs. */
  outboundAllow!: string[];
  /** May have a user and a password: it is never shown. */
  httpProxy: URL | null = null;
  /** As `httpProxy`. */
  httpsProxy: URL | null = null;
  /** As `NO_PROXY` has them, in small letters. */
  noProxy: string[] = [];
  npmRegistryUrl!: string | null;
  pypiUrl!: string | null;
  cratesUrl!: string | null;
  rubygemsUrl!: string | null;
  packagistUrl!: string | null;
  mavenUrl!: string | null;
  goProxyUrl!: string | null;
  nugetUrl!: string | null;
  hexUrl!: string | null;
  debianUrl!: string | null;
  alpineUrl!: string | null;
  dockerRegistryUrl!: string | null;
  homebrewUrl!: string | null;
  /** May have a user, a password and a query: it is never shown. */
  lifecycleUrl!: string | null;
  /** As `lifecycleUrl`, these four. */
  osvUrls: string[] = [];
  nvdOverridesUrl!: string | null;
  kevUrl!: string | null;
  epssUrl!: string | null;
  githubToken!: string | null;
  gitlabToken!: string | null;
  /** null = off. */
  /** Variables that are set but have no effect, such as `DEMO=true` with a server database. */
  ignored: string[] = [];
  /** Replaced variables: the former name, and the setting that means the same now. */
  deprecated: { variable: string; instead: string }[] = [];
  /** Unknown variables that look like misspelt ones. */
  lookalikes: Lookalike[] = [];
}

function readServer(config: Config, reader: EnvironmentReader): void {
  config.port = reader.read('PORT');
  config.operationsPort = reader.read('OPERATIONS_PORT');
  if (config.port !== 0 && config.port === config.operationsPort)
    reader.problems.push('OPERATIONS_PORT must be another port than PORT');
  config.host = reader.read('HOST');
  config.publicUrl = reader.read('PUBLIC_URL');
  config.corsOrigins = reader.read('CORS_ORIGINS');
  config.trustProxy = reader.read('TRUST_PROXY') ?? false;
  config.shutdownDelay = reader.read('SHUTDOWN_DELAY') ?? 0;
  config.keepAlive = reader.read('KEEP_ALIVE');
  config.bodyTimeout = reader.read('BODY_TIMEOUT');
  config.sendTimeout = reader.read('SEND_TIMEOUT');
  config.worker = reader.read('WORKER');
  config.web = reader.read('WEB');
  config.logLevel = reader.read('LOG_LEVEL');
  config.plugins = reader.read('PLUGINS') ?? [];
  config.buildCommit = reader.read('BUILD_COMMIT');
}

/** Where the database is, before anything is created there (`loadConfig` creates a key); null = the setting is invalid. */
export function databaseAddress(env: Environment = process.env): DatabaseAddress | null {
  const reader = new EnvironmentReader(env);
  const address = addressIn(reader);
  return reader.problems.length === 0 ? address : null;
}

const addressIn = (reader: EnvironmentReader): DatabaseAddress =>
  reader.read('DATABASE_URL') ?? { kind: 'sqlite', location: join(resolve(reader.read('DATA_DIR')), 'tracker.sqlite') };

function readDatabase(config: Config, reader: EnvironmentReader): void {
  config.dataDir = resolve(reader.read('DATA_DIR'));
  config.database = addressIn(reader);
  config.databaseTimeout = reader.read('DATABASE_TIMEOUT');
  const embedded = config.database.kind === 'sqlite';
  config.migrate = (reader.read('MIGRATE') ?? embedded) || embedded;
  config.seedCatalogue = reader.read('SEED_CATALOGUE') ?? embedded;
  const demo = reader.read('DEMO') ?? false;
  config.demo = demo && embedded;
  if (demo && !embedded) config.ignored.push('DEMO');
  if (!embedded && !reader.isSet('SECRET_KEY'))
    reader.problems.push('SECRET_KEY is required with a server database (at least 32 characters)');
  config.oldSecretKeys = reader.read('SECRET_KEY_OLD') ?? [];
}

/** null when OIDC_ISSUER is not set. */
function readOidc(reader: EnvironmentReader): OidcConfig | null {
  const issuer = reader.read('OIDC_ISSUER');
  const allowHttp = reader.read('OIDC_ALLOW_HTTP');
  if (issuer !== null && !isSafeIssuerUrl(new URL(issuer), allowHttp)) reader.refuse('OIDC_ISSUER', issuer);
  if (reader.isSet('OIDC_ISSUER') && !reader.isSet('OIDC_AUDIENCE') && !reader.isSet('OIDC_CLIENT_ID'))
    reader.problems.push('OIDC_AUDIENCE is required with OIDC_ISSUER: tokens for other services are refused');
  if (reader.isSet('OIDC_AUDIENCE') && !reader.isSet('OIDC_ISSUER'))
    reader.problems.push('OIDC_ISSUER is required with OIDC_AUDIENCE');
  if (reader.isSet('OIDC_CLIENT_ID') && !reader.isSet('OIDC_ISSUER'))
    reader.problems.push('OIDC_ISSUER is required with OIDC_CLIENT_ID');
  const oidc = {
    audience: reader.read('OIDC_AUDIENCE') ?? [],
    userClaim: reader.read('OIDC_USER_CLAIM'),
    nameClaim: reader.read('OIDC_NAME_CLAIM'),
    scopeClaim: reader.read('OIDC_SCOPE_CLAIM'),
    scopePrefix: reader.read('OIDC_SCOPE_PREFIX') ?? '',
    scopeMap: reader.read('OIDC_SCOPE_MAP'),
    allowHttp,
  };
  return issuer === null ? null : { issuer, ...oidc, signIn: readOidcSignIn(reader, issuer) };
}

/** null when OIDC_CLIENT_ID is not set. */
function readOidcSignIn(reader: EnvironmentReader, issuer: string): OidcSignInConfig | null {
  const clientId = reader.read('OIDC_CLIENT_ID');
  const rest = {
    clientSecret: reader.read('OIDC_CLIENT_SECRET'),
    scope: reader.read('OIDC_SIGN_IN_SCOPE'),
    title: reader.read('OIDC_TITLE') ?? new URL(issuer).host,
  };
  return clientId === null ? null : { clientId, ...rest };
}

function readNotification(config: Config, reader: EnvironmentReader): void {
  config.checkEvery = reader.read('CHECK_EVERY');
  config.remindEvery = reader.read('REMIND_EVERY');
  config.smtpUrl = reader.read('SMTP_URL');
  config.mqttUrl = reader.read('MQTT_URL');
  config.mailFrom = reader.read('MAIL_FROM');
  config.trustEmailAddresses = reader.read('TRUST_EMAIL_ADDRESSES');
  config.supportAlerts = reader.read('SUPPORT_ALERTS');
  config.manageLinks = reader.read('MANAGE_LINKS');
  config.appriseUrl = reader.read('APPRISE_URL');
  config.operatorChannel = reader.read('OPERATOR_CHANNEL_URL');
  if (config.operatorChannel?.kind === 'email' && !reader.isSet('SMTP_URL'))
    reader.problems.push('OPERATOR_CHANNEL_URL is an e-mail address, so SMTP_URL is required');
}

function readPolled({ deprecated }: Config, reader: EnvironmentReader): Polled {
  const sources = reader.read('SOURCES');
  const enabled = reader.read('SOURCES_ENABLED');
  if (enabled === null) return sources;
  const before = enabled ? 'all' : 'off';
  const counts = reader.isSet('SOURCES') ? sources : before;
  deprecated.push({ variable: 'SOURCES_ENABLED', instead: `SOURCES=${counts}` });
  return counts;
}

function readSources(config: Config, reader: EnvironmentReader): void {
  config.sources = readPolled(config, reader);
  config.productsByUsers = reader.read('PRODUCTS_BY_USERS') === 'on';
  config.sourceEvery = reader.read('SOURCE_EVERY');
  config.sourceRequests = reader.read('SOURCE_REQUESTS');
  config.sourceRequestsPerHost = reader.read('SOURCE_REQUESTS_PER_HOST');
  config.sourceHostDelay = reader.read('SOURCE_HOST_DELAY_MS');
  config.notes = reader.read('NOTES') === 'on';
  config.outboundAllow = reader.read('OUTBOUND_ALLOW') ?? [];
  config.httpProxy = reader.read('HTTP_PROXY');
  config.httpsProxy = reader.read('HTTPS_PROXY');
  config.noProxy = reader.read('NO_PROXY') ?? [];
  // npm hands its own registry on to the programs it starts. A value that is no such URL is npm's matter, not an error here.
  const npmsOwn = baseUrl.parse(reader.text('npm_config_registry') ?? '');
  config.npmRegistryUrl = reader.read('NPM_REGISTRY_URL') ?? npmsOwn;
  config.pypiUrl = reader.read('PYPI_URL');
  config.cratesUrl = reader.read('CRATES_URL');
  config.rubygemsUrl = reader.read('RUBYGEMS_URL');
  config.packagistUrl = reader.read('PACKAGIST_URL');
  config.mavenUrl = reader.read('MAVEN_URL');
  config.goProxyUrl = reader.read('GO_PROXY_URL');
  config.nugetUrl = reader.read('NUGET_URL');
  config.hexUrl = reader.read('HEX_URL');
  config.debianUrl = reader.read('DEBIAN_URL');
  config.alpineUrl = reader.read('ALPINE_URL');
  config.dockerRegistryUrl = reader.read('DOCKER_REGISTRY_URL');
  config.homebrewUrl = reader.read('HOMEBREW_URL');
  config.lifecycleUrl = reader.read('LIFECYCLE_URL');
  config.osvUrls = reader.read('OSV_URL') ?? [];
  config.nvdOverridesUrl = reader.read('NVD_OVERRIDES_URL');
  config.kevUrl = reader.read('KEV_URL');
  config.epssUrl = reader.read('EPSS_URL');
  config.githubToken = reader.read('GITHUB_TOKEN');
  config.gitlabToken = reader.read('GITLAB_TOKEN');
}

function readLimits(limits: Limits, reader: EnvironmentReader): void {
  limits.rateLimit = reader.read('RATE_LIMIT');
  limits.rateLimitFailedAuth = reader.read('RATE_LIMIT_FAILED_AUTH');
  limits.rateLimitNoToken = reader.read('RATE_LIMIT_NO_TOKEN');
  limits.rateLimitPages = reader.read('RATE_LIMIT_PAGES');
  limits.favoritesPerUser = reader.read('FAVORITES_PER_USER');
  limits.channelsPerUser = reader.read('CHANNELS_PER_USER');
  limits.tokensPerUser = reader.read('TOKENS_PER_USER');
  limits.feedsPerUser = reader.read('FEEDS_PER_USER');
  limits.confirmationsPerHour = reader.read('CONFIRMATIONS_PER_HOUR');
  limits.deliveriesPerHour = finite(reader.read('DELIVERIES_PER_HOUR'));
  limits.deliveriesPerHost = reader.read('DELIVERIES_PER_HOST');
  limits.keepNotifications = finite(reader.read('KEEP_NOTIFICATIONS'));
  limits.bodyLimit = reader.read('BODY_LIMIT');
  limits.catalogueLimit = reader.read('CATALOGUE_LIMIT');
  limits.queryLimit = reader.read('QUERY_LIMIT');
  limits.headerLimit = reader.read('HEADER_LIMIT');
  limits.unsentLimit = reader.read('UNSENT_LIMIT');
}

const finite = (value: number) => (value === Infinity ? null : value);

/**
 * Reads and validates the environment. With the embedded database a missing `SECRET_KEY` is generated and kept in the data
 * directory; the replicas of a server database must share one, so there it is required.
 * @throws ConfigError naming every variable that is missing or invalid
 */
export function loadConfig(env: Environment = process.env): Config {
  const reader = new EnvironmentReader(env);
  const config = new Config();
  readServer(config, reader);
  readDatabase(config, reader);
  config.oidc = readOidc(reader);
  config.auditRetention = reader.read('AUDIT_RETENTION');
  readNotification(config, reader);
  readSources(config, reader);
  readLimits(config, reader);
  const secretKey = reader.read('SECRET_KEY');
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  config.secretKey = secretKey ?? loadOrCreateSecretKey(config.dataDir);
  config.lookalikes = reader.lookalikes();
  return config;
}
