import { join, resolve } from 'node:path';
import type { DatabaseAddress } from './database-url';
import { type Environment, EnvironmentReader } from './environment-reader';
import type { Lookalike } from './lookalikes';
import { isSafeIssuerUrl, type OidcConfig, type OidcSignInConfig } from './oidc';
import { loadOrCreateSecretKey } from './secret-key';
import { StartError } from './start-error';
import { baseUrl } from './variable';
import type { Settings } from './variables';

/** The environment is invalid; the message names every bad variable. */
export class ConfigError extends StartError {
  constructor(readonly problems: string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/**
 * The configuration, read once from the environment by `loadConfig`: a field for each variable that is declared in `*.variables.ts`, such as
 * `rateLimit` for `RATE_LIMIT`, and here what depends on more than one variable. `new Config()` has the defaults.
 */
export class Config extends (class {} as new () => Settings) {
  /** Where the web application was built: an absolute path. */
  webFolder = join(__dirname, '..', '..', 'dist', 'web');
  database!: DatabaseAddress;
  override migrate!: boolean;
  override seedCatalogue!: boolean;
  override secretKey!: string;
  /** null = no issuer: only the service's own tokens are accepted. */
  oidc!: OidcConfig | null;
  /** Variables that are set but have no effect, such as `DEMO=true` with a server database. */
  ignored: string[] = [];
  /** Replaced variables: the former name, and the setting that means the same now. */
  deprecated: { variable: string; instead: string }[] = [];
  /** Unknown variables that look like misspelt ones. */
  lookalikes: Lookalike[] = [];

  constructor(reader = new EnvironmentReader({})) {
    super();
    Object.assign(this, reader.settings());
  }
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
  config.dataDir = resolve(config.dataDir);
  config.database = addressIn(reader);
  const embedded = config.database.kind === 'sqlite';
  config.migrate = (config.migrate ?? embedded) || embedded;
  config.seedCatalogue ??= embedded;
  if (config.demo && !embedded) config.ignored.push('DEMO');
  config.demo &&= embedded;
  if (!embedded && !reader.isSet('SECRET_KEY'))
    reader.problems.push('SECRET_KEY is required with a server database (at least 32 characters)');
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

function readSources(config: Config, reader: EnvironmentReader): void {
  const enabled = reader.read('SOURCES_ENABLED');
  if (enabled !== null) {
    if (!reader.isSet('SOURCES')) config.sources = enabled ? 'all' : 'off';
    config.deprecated.push({ variable: 'SOURCES_ENABLED', instead: `SOURCES=${config.sources}` });
  }
  // npm hands its own registry on to the programs it starts. A value that is no such URL is npm's matter, not an error here.
  config.npmRegistryUrl ??= baseUrl.parse(reader.text('npm_config_registry') ?? '');
}

/**
 * Reads and validates the environment. With the embedded database a missing `SECRET_KEY` is generated and kept in the data
 * directory; the replicas of a server database must share one, so there it is required.
 * @throws ConfigError naming every variable that is missing or invalid
 */
export function loadConfig(env: Environment = process.env): Config {
  const reader = new EnvironmentReader(env);
  const config = new Config(reader);
  if (config.port !== 0 && config.port === config.operationsPort)
    reader.problems.push('OPERATIONS_PORT must be another port than PORT');
  readDatabase(config, reader);
  config.oidc = readOidc(reader);
  if (config.operatorChannelUrl?.kind === 'email' && !reader.isSet('SMTP_URL'))
    reader.problems.push('OPERATOR_CHANNEL_URL is an e-mail address, so SMTP_URL is required');
  readSources(config, reader);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  config.secretKey ??= loadOrCreateSecretKey(config.dataDir);
  config.lookalikes = reader.lookalikes();
  return config;
}
