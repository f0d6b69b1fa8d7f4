import { join, resolve } from 'node:path';
import { isEmail, isIP } from 'class-validator';
import ipaddr from 'ipaddr.js';
import { type DatabaseAddress, databaseUrlExpected, parseDatabaseUrl } from './database-url';
import { formatDuration, SHORTEST_REMINDER } from './duration';
import { type Environment, EnvironmentReader } from './environment-reader';
import { HOOK_SECRETS, HOOK_TOKENS, parseHookSecrets, parseHookTokens } from './hook-secrets';
import type { Lookalike } from './lookalikes';
import { type OidcConfig, readOidc } from './oidc';
import { type OperatorChannel, parseOperatorChannel } from './operator-channel';
import { Limits, readLimits } from './limits';
import { keptSecretKey, parseSecretKey, parseSecretKeys, SECRET_KEYS } from './secret-key';
import { StartError } from './start-error';
import { ESCAPES, parseUrl, undecodablePart } from './url';

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
const LOG_LEVELS: readonly string[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const SMTP = `smtp://… or smtps://…; in the user and the password write ${ESCAPES}`;

/** Node's timers hold 2^31 - 1 milliseconds; a longer one would fire at once, and again and again. */
const LONGEST_TIMER = '24d';

/** Raised at the start when the environment is not usable; the message names every bad variable. */
export class ConfigError extends StartError {
  constructor(readonly problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** Everything that the environment decides. Read once, by `loadConfig`; nothing else reads `process.env`. */
export class Config extends Limits {
  port!: number;
  host!: string;
  /** Origin of all links, without a trailing slash; null = the request's own origin. */
  publicUrl!: string | null;
  /** Origins whose pages may call the API from a browser; null = none. */
  corsOrigins!: string[] | '*' | null;
  /** Seconds that requests are still answered after the signal to end, while readiness says no; 0 = none. */
  shutdownDelay!: number;
  /** Seconds that an idle connection of a client, such as a balancer, is kept. */
  keepAlive!: number;
  /** Seconds in which the body of a request has to arrive (the catalogue upload has an hour). */
  bodyTimeout!: number;
  /** Seconds after which a client that takes nothing of its answer is disconnected. */
  sendTimeout!: number;
  /** The commit that an image was built from; null = not told. */
  buildCommit!: string | null;
  /** Express' `trust proxy`: a number of hops or a list of addresses; false = nobody. */
  trustProxy!: false | number | string[];
  database!: DatabaseAddress;
  /** Seconds that a database server has to answer one statement. */
  databaseTimeout!: number;
  dataDir!: string;
  secretKey!: string;
  /** Keys that open what they sealed and signed; nothing new is made with them. */
  oldSecretKeys: string[] = [];
  logLevel!: LogLevel;
  smtpUrl!: string | null;
  mailFrom!: string;
  /** Send to any e-mail address that a user enters, without asking its owner first. */
  trustEmailAddresses!: boolean;
  /** Messages about an update have a link to skip or snooze it, which works without a login. */
  manageLinks!: boolean;
  /** Seconds between two passes of the update check. */
  checkEvery!: number;
  /** Seconds between two reminders of an outstanding update. */
  remindEvery!: number;
  /** Base address of the operator's Apprise API server; null = the channel `apprise` cannot be used. */
  appriseUrl!: string | null;
  /** Ask the sources of products for releases: only then does the service make requests of its own accord. */
  sourcesEnabled!: boolean;
  /** Seconds between two polls of a product that was released lately. */
  sourceEvery!: number;
  /** Sources asked at once by this process, those that have kept us waiting for two seconds not counted, and at one host, all counted. */
  sourceRequests!: number;
  sourceRequestsPerHost!: number;
  /** Milliseconds between the beginnings of two requests to one host. */
  sourceHostDelay!: number;
  /** Secrets with which GitHub and GitLab may sign release webhooks; none = these are not taken. */
  githubHookSecrets!: string[];
  gitlabHookTokens!: string[];
  /** null = nobody is told. */
  operatorChannel!: OperatorChannel | null;
  /** Whose JSON Web Tokens are taken beside the service's own tokens; null = nobody's. */
  oidc!: OidcConfig | null;
  /** Seconds for which the audit log keeps an entry. */
  auditRetention!: number;
  /** Base addresses of package registries, for sources that name none of their own; null = each source has to. */
  npmRegistryUrl!: string | null;
  pypiUrl!: string | null;
  cratesUrl!: string | null;
  rubygemsUrl!: string | null;
  packagistUrl!: string | null;
  mavenUrl!: string | null;
  dockerRegistryUrl!: string | null;
  /** CIDRs that an address given by a user may reach although it is not public. */
  outboundAllow!: string[];
  /** Bring a server database up to date at the start (the embedded one always is). */
  migrate!: boolean;
  /** Import the bundled catalogue when the database is empty. */
  seedCatalogue!: boolean;
  /** Create the demo user on the first start of the embedded database, and print its token. `npm start` on a terminal says so. */
  demo!: boolean;
  /** Whether this process runs the scheduled update check and the delivery of notifications. */
  worker!: boolean;
  /** Variables that are set and have no effect, such as `DEMO=true` with a server database. */
  ignored: string[] = [];
  /** Variables that are nearly called like one of ours. */
  lookalikes: Lookalike[] = [];
}

function parseOrigin(text: string): string | null {
  const url = parseUrl(text);
  if (!url) return null;
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash) return null;
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

function parseOrigins(text: string): string[] | '*' | null {
  if (text === '*') return '*';
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => parseOrigin(part) === part && new URL(part).origin === part) ? parts : null;
}

function parseTrustProxy(text: string): false | number | string[] | null {
  if (/^(false|0)$/i.test(text)) return false;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const parts = text.split(',').map((part) => part.trim());
  const known = (part: string) => ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isIP(part) || isCidr(part);
  return parts.every(known) ? parts : null;
}

function isCidr(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}

function parseCidrs(text: string): string[] | null {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.every(isCidr) ? parts : null;
}

function parseSmtpUrl(text: string): string | null {
  const url = parseUrl(text);
  if (!url) return null;
  return ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname && !undecodablePart(url) ? text : null;
}

/** A bare address or `Name <address>`. */
function parseMailFrom(text: string): string | null {
  const address = /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text;
  const ok = isEmail(address, { require_tld: false, allow_ip_domain: true }) && !/[\r\n]/.test(text);
  return ok ? text : null;
}

function readOperatorChannel(config: Config, reader: EnvironmentReader): void {
  const expected = 'https://… or mailto: and one address';
  config.operatorChannel = reader.read<OperatorChannel | null>(
    'OPERATOR_CHANNEL_URL',
    null,
    parseOperatorChannel,
    expected,
  );
  if (config.operatorChannel?.kind === 'email' && config.smtpUrl === null && reader.text('SMTP_URL') === null)
    reader.problems.push('OPERATOR_CHANNEL_URL is an address of e-mail, so SMTP_URL is required');
}

function readSources(config: Config, reader: EnvironmentReader): void {
  config.sourcesEnabled = reader.boolean('SOURCES_ENABLED', false);
  config.sourceEvery = reader.duration('SOURCE_EVERY', '1h', '1d');
  config.sourceRequests = reader.integer('SOURCE_REQUESTS', 32, 1, 256);
  config.sourceRequestsPerHost = reader.integer('SOURCE_REQUESTS_PER_HOST', 2, 1, 8);
  config.sourceHostDelay = reader.integer('SOURCE_HOST_DELAY_MS', 1_000, 0, 60_000);
  config.githubHookSecrets = reader.read<string[]>('GITHUB_HOOK_SECRET', [], parseHookSecrets, HOOK_SECRETS);
  config.gitlabHookTokens = reader.read<string[]>('GITLAB_HOOK_TOKEN', [], parseHookTokens, HOOK_TOKENS);
  readRegistries(config, reader);
}

/** npm hands its own registry on to what it starts, in lower case: one that is no such URL is npm's matter, and no mistake here. */
function readRegistries(config: Config, reader: EnvironmentReader): void {
  const expected = 'an http(s) URL without a query';
  const npmsOwn = parseOrigin(reader.text('npm_config_registry') ?? '');
  config.npmRegistryUrl = reader.read<string | null>('NPM_REGISTRY_URL', npmsOwn, parseOrigin, expected);
  config.pypiUrl = reader.read<string | null>('PYPI_URL', null, parseOrigin, expected);
  config.cratesUrl = reader.read<string | null>('CRATES_URL', null, parseOrigin, expected);
  config.rubygemsUrl = reader.read<string | null>('RUBYGEMS_URL', null, parseOrigin, expected);
  config.packagistUrl = reader.read<string | null>('PACKAGIST_URL', null, parseOrigin, expected);
  config.mavenUrl = reader.read<string | null>('MAVEN_URL', null, parseOrigin, expected);
  config.dockerRegistryUrl = reader.read<string | null>('DOCKER_REGISTRY_URL', null, parseOrigin, expected);
}

function readConnections(config: Config, reader: EnvironmentReader): void {
  config.shutdownDelay = reader.text('SHUTDOWN_DELAY') === null ? 0 : reader.duration('SHUTDOWN_DELAY', '1s', '5m');
  config.keepAlive = reader.duration('KEEP_ALIVE', '75s', '1h');
  config.bodyTimeout = reader.duration('BODY_TIMEOUT', '1m', '1h');
  config.sendTimeout = reader.duration('SEND_TIMEOUT', '30s', '1h');
  const parseCommit = (text: string) => (/^[0-9a-f]{7,64}$/.test(text) ? text : null);
  config.buildCommit = reader.read<string | null>('BUILD_COMMIT', null, parseCommit, 'a commit id');
}

/**
 * Reads and validates the environment. With the embedded database a missing `SECRET_KEY` is made and kept in the data
 * directory; a server database has several replicas, so there it must be given.
 * @throws ConfigError naming every variable that is missing or wrong
 */
export function loadConfig(env: Environment = process.env): Config {
  const reader = new EnvironmentReader(env);
  const config = new Config();
  config.port = reader.integer('PORT', 3000, 0, 65_535);
  config.host = reader.text('HOST') ?? '127.0.0.1';
  config.publicUrl = reader.read<string | null>('PUBLIC_URL', null, parseOrigin, 'an http(s) URL without a query');
  config.corsOrigins = reader.read<string[] | '*' | null>(
    'CORS_ORIGINS',
    null,
    parseOrigins,
    'a list of origins such as https://app.example.org, or *',
  );
  readConnections(config, reader);
  config.trustProxy = reader.read(
    'TRUST_PROXY',
    false,
    parseTrustProxy,
    'a number of hops, or a list of addresses, CIDRs, loopback, linklocal, uniquelocal',
  );
  config.dataDir = resolve(reader.text('DATA_DIR') ?? 'var');
  config.databaseTimeout = reader.duration('DATABASE_TIMEOUT', '60s', '1h');
  config.database = reader.read<DatabaseAddress>(
    'DATABASE_URL',
    { kind: 'sqlite', location: join(config.dataDir, 'tracker.sqlite') },
    parseDatabaseUrl,
    databaseUrlExpected,
  );
  const embedded = config.database.kind === 'sqlite';
  config.logLevel = reader.read<string>(
    'LOG_LEVEL',
    'info',
    (text) => (LOG_LEVELS.includes(text) ? text : null),
    `one of ${LOG_LEVELS.join(', ')}`,
  ) as LogLevel;
  config.smtpUrl = reader.read<string | null>('SMTP_URL', null, parseSmtpUrl, SMTP);
  config.mailFrom = reader.read(
    'MAIL_FROM',
    'Software updates <updates@localhost>',
    parseMailFrom,
    'an e-mail address, or: Name <address>',
  );
  config.trustEmailAddresses = reader.boolean('TRUST_EMAIL_ADDRESSES', false);
  config.manageLinks = reader.boolean('MANAGE_LINKS', true);
  config.checkEvery = reader.duration('CHECK_EVERY', '1m', LONGEST_TIMER);
  config.remindEvery = reader.duration('REMIND_EVERY', '24h', undefined, formatDuration(SHORTEST_REMINDER));
  config.appriseUrl = reader.read<string | null>('APPRISE_URL', null, parseOrigin, 'an http(s) URL without a query');
  readSources(config, reader);
  readOperatorChannel(config, reader);
  config.oidc = readOidc(reader);
  config.auditRetention = reader.duration('AUDIT_RETENTION', '400d');
  config.outboundAllow = reader.read('OUTBOUND_ALLOW', [], parseCidrs, 'a list of CIDRs such as 10.1.0.0/16,fd00::/8');
  config.migrate = reader.boolean('MIGRATE', embedded) || embedded;
  config.seedCatalogue = reader.boolean('SEED_CATALOGUE', embedded);
  const demo = reader.boolean('DEMO', false);
  config.demo = demo && embedded;
  if (demo && !embedded) config.ignored.push('DEMO');
  config.worker = reader.boolean('WORKER', true);
  readLimits(config, reader);
  const secretKey = reader.read<string | null>('SECRET_KEY', null, parseSecretKey, 'at least 32 characters');
  if (!embedded && secretKey === null && reader.text('SECRET_KEY') === null)
    reader.problems.push('SECRET_KEY is required with a server database (at least 32 characters)');
  config.oldSecretKeys = reader.read<string[]>('SECRET_KEY_OLD', [], parseSecretKeys, SECRET_KEYS);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  config.secretKey = secretKey ?? keptSecretKey(config.dataDir);
  config.lookalikes = reader.lookalikes();
  return config;
}
