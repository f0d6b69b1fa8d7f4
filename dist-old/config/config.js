"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.Config = exports.ConfigError = void 0;
exports.loadConfig = loadConfig;
const node_path_1 = require("node:path");
const class_validator_1 = require("class-validator");
const ipaddr_js_1 = __importDefault(require("ipaddr.js"));
const database_url_1 = require("./database-url");
const environment_reader_1 = require("./environment-reader");
const hook_secrets_1 = require("./hook-secrets");
const oidc_1 = require("./oidc");
const operator_channel_1 = require("./operator-channel");
const limits_1 = require("./limits");
const secret_key_1 = require("./secret-key");
const url_1 = require("./url");
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
/** Node's timers hold 2^31 - 1 milliseconds; a longer one would fire at once, and again and again. */
const LONGEST_TIMER = '24d';
/** Raised at the start when the environment is not usable; the message names every bad variable. */
class ConfigError extends Error {
    constructor(problems) {
        super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
        this.problems = problems;
    }
}
exports.ConfigError = ConfigError;
/** Everything that the environment decides. Read once, by `loadConfig`; nothing else reads `process.env`. */
class Config extends limits_1.Limits {
    constructor() {
        super(...arguments);
        /** Keys that open what they sealed and signed; nothing new is made with them. */
        this.oldSecretKeys = [];
    }
}
exports.Config = Config;
function parseOrigin(text) {
    const url = (0, url_1.parseUrl)(text);
    if (!url)
        return null;
    if (!['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash)
        return null;
    return (url.origin + url.pathname).replace(/\/+$/, '');
}
function parseOrigins(text) {
    if (text === '*')
        return '*';
    const parts = text.split(',').map((part) => part.trim());
    return parts.every((part) => parseOrigin(part) === part && new URL(part).origin === part) ? parts : null;
}
function parseTrustProxy(text) {
    if (/^(false|0)$/i.test(text))
        return false;
    if (/^\d{1,2}$/.test(text))
        return Number(text);
    const parts = text.split(',').map((part) => part.trim());
    const known = (part) => ['loopback', 'linklocal', 'uniquelocal'].includes(part) || (0, class_validator_1.isIP)(part) || isCidr(part);
    return parts.every(known) ? parts : null;
}
function isCidr(text) {
    return ipaddr_js_1.default.isValidCIDR(text);
}
function parseCidrs(text) {
    const parts = text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
    return parts.every(isCidr) ? parts : null;
}
function parseSmtpUrl(text) {
    const url = (0, url_1.parseUrl)(text);
    if (!url)
        return null;
    return ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname ? text : null;
}
/** A bare address or `Name <address>`. */
function parseMailFrom(text) {
    const address = /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text;
    const ok = (0, class_validator_1.isEmail)(address, { require_tld: false, allow_ip_domain: true }) && !/[\r\n]/.test(text);
    return ok ? text : null;
}
function readOperatorChannel(config, reader) {
    const expected = 'https://… or mailto: and one address';
    config.operatorChannel = reader.read('OPERATOR_CHANNEL_URL', null, operator_channel_1.parseOperatorChannel, expected);
    if (config.operatorChannel?.kind === 'email' && config.smtpUrl === null && reader.text('SMTP_URL') === null)
        reader.problems.push('OPERATOR_CHANNEL_URL is an address of e-mail, so SMTP_URL is required');
}
function readSources(config, reader) {
    config.sourcesEnabled = reader.boolean('SOURCES_ENABLED', false);
    config.sourceEvery = reader.duration('SOURCE_EVERY', '1h', '1d');
    config.sourceRequests = reader.integer('SOURCE_REQUESTS', 32, 1, 256);
    config.sourceRequestsPerHost = reader.integer('SOURCE_REQUESTS_PER_HOST', 2, 1, 8);
    config.sourceHostDelay = reader.integer('SOURCE_HOST_DELAY_MS', 1_000, 0, 60_000);
    config.githubHookSecrets = reader.read('GITHUB_HOOK_SECRET', [], hook_secrets_1.parseHookSecrets, hook_secrets_1.HOOK_SECRETS);
    config.gitlabHookTokens = reader.read('GITLAB_HOOK_TOKEN', [], hook_secrets_1.parseHookTokens, hook_secrets_1.HOOK_TOKENS);
    readRegistries(config, reader);
}
/** npm hands its own registry on to what it starts, in lower case: one that is no such URL is npm's matter, and no mistake here. */
function readRegistries(config, reader) {
    const expected = 'an http(s) URL without a query';
    const npmsOwn = parseOrigin(reader.text('npm_config_registry') ?? '');
    config.npmRegistryUrl = reader.read('NPM_REGISTRY_URL', npmsOwn, parseOrigin, expected);
    config.pypiUrl = reader.read('PYPI_URL', null, parseOrigin, expected);
    config.cratesUrl = reader.read('CRATES_URL', null, parseOrigin, expected);
    config.rubygemsUrl = reader.read('RUBYGEMS_URL', null, parseOrigin, expected);
    config.packagistUrl = reader.read('PACKAGIST_URL', null, parseOrigin, expected);
    config.mavenUrl = reader.read('MAVEN_URL', null, parseOrigin, expected);
    config.dockerRegistryUrl = reader.read('DOCKER_REGISTRY_URL', null, parseOrigin, expected);
}
function readConnections(config, reader) {
    config.shutdownDelay = reader.text('SHUTDOWN_DELAY') === null ? 0 : reader.duration('SHUTDOWN_DELAY', '1s', '5m');
    config.keepAlive = reader.duration('KEEP_ALIVE', '75s', '1h');
    config.bodyTimeout = reader.duration('BODY_TIMEOUT', '1m', '1h');
    const parseCommit = (text) => (/^[0-9a-f]{7,64}$/.test(text) ? text : null);
    config.buildCommit = reader.read('BUILD_COMMIT', null, parseCommit, 'a commit id');
}
/**
 * Reads and validates the environment. With the embedded database a missing `SECRET_KEY` is made and kept in the data
 * directory; a server database has several replicas, so there it must be given.
 * @throws ConfigError naming every variable that is missing or wrong
 */
function loadConfig(env = process.env) {
    const reader = new environment_reader_1.EnvironmentReader(env);
    const config = new Config();
    config.port = reader.integer('PORT', 3000, 0, 65_535);
    config.host = reader.text('HOST') ?? '127.0.0.1';
    config.publicUrl = reader.read('PUBLIC_URL', null, parseOrigin, 'an http(s) URL without a query');
    config.corsOrigins = reader.read('CORS_ORIGINS', null, parseOrigins, 'a list of origins such as https://app.example.org, or *');
    readConnections(config, reader);
    config.trustProxy = reader.read('TRUST_PROXY', false, parseTrustProxy, 'a number of hops, or a list of addresses, CIDRs, loopback, linklocal, uniquelocal');
    config.dataDir = (0, node_path_1.resolve)(reader.text('DATA_DIR') ?? 'var');
    config.databaseTimeout = reader.duration('DATABASE_TIMEOUT', '60s', '1h');
    config.database = reader.read('DATABASE_URL', { kind: 'sqlite', location: (0, node_path_1.join)(config.dataDir, 'tracker.sqlite') }, database_url_1.parseDatabaseUrl, 'sqlite:<path>, mariadb://user:password@host/database or mysql://user:password@host/database');
    const embedded = config.database.kind === 'sqlite';
    config.logLevel = reader.read('LOG_LEVEL', 'info', (text) => (LOG_LEVELS.includes(text) ? text : null), `one of ${LOG_LEVELS.join(', ')}`);
    config.smtpUrl = reader.read('SMTP_URL', null, parseSmtpUrl, 'smtp://… or smtps://…');
    config.mailFrom = reader.read('MAIL_FROM', 'Software updates <updates@localhost>', parseMailFrom, 'an e-mail address, or: Name <address>');
    config.trustEmailAddresses = reader.boolean('TRUST_EMAIL_ADDRESSES', false);
    config.manageLinks = reader.boolean('MANAGE_LINKS', true);
    config.checkEvery = reader.duration('CHECK_EVERY', '1m', LONGEST_TIMER);
    config.remindEvery = reader.duration('REMIND_EVERY', '24h');
    config.appriseUrl = reader.read('APPRISE_URL', null, parseOrigin, 'an http(s) URL without a query');
    readSources(config, reader);
    readOperatorChannel(config, reader);
    config.oidc = (0, oidc_1.readOidc)(reader);
    config.auditRetention = reader.duration('AUDIT_RETENTION', '400d');
    config.outboundAllow = reader.read('OUTBOUND_ALLOW', [], parseCidrs, 'a list of CIDRs such as 10.1.0.0/16,fd00::/8');
    config.migrate = reader.boolean('MIGRATE', embedded) || embedded;
    config.seedCatalogue = reader.boolean('SEED_CATALOGUE', embedded);
    config.demo = reader.boolean('DEMO', embedded) && embedded;
    config.worker = reader.boolean('WORKER', true);
    (0, limits_1.readLimits)(config, reader);
    const secretKey = reader.read('SECRET_KEY', null, secret_key_1.parseSecretKey, 'at least 32 characters');
    if (!embedded && secretKey === null && reader.text('SECRET_KEY') === null)
        reader.problems.push('SECRET_KEY is required with a server database (at least 32 characters)');
    config.oldSecretKeys = reader.read('SECRET_KEY_OLD', [], secret_key_1.parseSecretKeys, secret_key_1.SECRET_KEYS);
    if (reader.problems.length > 0)
        throw new ConfigError(reader.problems);
    config.secretKey = secretKey ?? (0, secret_key_1.keptSecretKey)(config.dataDir);
    return config;
}
//# sourceMappingURL=config.js.map