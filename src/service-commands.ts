import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module';
import { AppLogger, createLogger } from './common/app-logger';
import { SecretBox } from './common/secret-box';
import { type Config, loadConfig } from './config/config';
import { Database } from './database/database';
import { DatabaseClock } from './database/database-clock';
import { demandDatabase, migrate } from './database/migrate';
import { namingTheFile } from './database/sqlite-file';
import { ChannelStore } from './notification/channel-store';
import { DeliveryService } from './notification/delivery.service';
import { showProgress } from './progress';
import { SoftwareSourceService } from './source/polling/software-source.service';
import { SourceStore } from './source/polling/source-store';
import { SourcePoller } from './source/polling/source-poller';
import { SourceFetcher } from './source/source-fetcher';
import { RekeyService } from './update-check/rekey.service';
import { UpdateCheckerService } from './update-check/update-checker.service';
import type { Scope } from './config/scopes';
import { UpkeepService } from './update-check/upkeep.service';
import { TokenService } from './user/token.service';

/** The commands that need the database. Loaded by `cli.ts` when one is run: `version compare` starts without all this. */

/** Exit code when something failed; wrong usage is 2, see `cli.ts`. */
const FAILED = 1;

const print = (value: unknown) =>
  void process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
const tell = (text: string) => process.stderr.write(`${text}\n`);

/** Runs work on the service's parts without serving, and without its schedule. */
export async function withApp<T>(work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  const config = Object.assign(loadConfig(), { worker: false });
  return namingTheFile(config.database, () => onApp(config, work));
}

async function onApp<T>(config: Config, work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  await (config.database.kind === 'sqlite' ? migrate(config) : demandDatabase(config));
  const logger = new AppLogger(createLogger(config.logLevel, { readable: process.stderr.isTTY === true, fd: 2 }));
  const app = await NestFactory.createApplicationContext(AppModule.for(config), { logger, abortOnError: false });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

export async function runMigrate(): Promise<void> {
  const config = loadConfig();
  const names = await namingTheFile(config.database, () => migrate(config));
  tell(names.length > 0 ? `Ran ${names.join(', ')}.` : 'The database is up to date.');
  print({ migrations: names });
}

export interface TokenOptions {
  user: string;
  email?: string;
  scopes: Scope[];
  expires?: number;
  name: string;
  issuerUser?: boolean;
}

export async function createToken(options: TokenOptions): Promise<void> {
  await withApp(async (app) => {
    const { expires } = options;
    const expiresAt = expires === undefined ? null : await app.get(DatabaseClock).later(app.get(Database), expires);
    const created = await app
      .get(TokenService)
      .createForUser(
        { name: options.user, email: options.email ?? null, isPerson: options.issuerUser },
        { name: options.name, scopes: options.scopes, expiresAt },
      );
    const owner = options.issuerUser ? `${options.user}, a person of the issuer` : options.user;
    tell(`Token ${created.id} for ${owner}, scopes ${created.scopes.join(', ')}. It is shown this once:`);
    print(created.token);
  });
}

export async function listTokens(): Promise<void> {
  await withApp(async (app) => {
    for (const token of await app.get(TokenService).listAll()) print(token);
  });
}

export async function revokeToken(id: string, options: { offspring?: boolean }): Promise<void> {
  await withApp(async (app) => {
    const { revoked, kept } = await app.get(TokenService).revokeAny(id, options.offspring === true);
    if (revoked === 1) tell('Revoked; it is refused everywhere within five seconds.');
    if (revoked > 1) tell(`Revoked ${revoked} tokens; they are refused everywhere within five seconds.`);
    if (revoked === 0) tell('There is no such token.');
    if (kept > 0) tell(`Tokens that were made with it and stay: ${kept}. To revoke them, add --offspring.`);
    if (revoked === 0) process.exitCode = FAILED;
  });
}

/** Seals everything with SECRET_KEY that a key of SECRET_KEY_OLD sealed. */
export async function rotateSecrets(): Promise<void> {
  await withApp(async (app) => {
    const channels = await app.get(ChannelStore).sealed.reseal();
    const sources = await app.get(SourceStore).sealed.reseal();
    for (const [what, { lost }] of Object.entries({ channel: channels, 'source of software': sources }))
      for (const id of lost) tell(`The ${what} ${id} was sealed with a key that is not here, or was changed.`);
    const lost = channels.lost.length + sources.lost.length;
    const key = app.get(SecretBox).keyId;
    tell(`Sealed with key ${key}: ${channels.resealed} channels, ${sources.resealed} sources; ${lost} do not open.`);
    print({ key, channels: channels.resealed, sources: sources.resealed, lost });
    if (lost > 0) process.exitCode = FAILED;
  });
}

export interface RekeyOptions {
  software?: string;
  all?: boolean;
}

export async function rekeyVersions(options: RekeyOptions): Promise<void> {
  await withApp(async (app) => {
    const rekeys = app.get(RekeyService);
    if (options.software !== undefined) return print(await rekeys.rekey(options.software));
    const only = options.all ? 'all' : 'stale';
    const progress = showProgress('Making sort keys', await rekeys.count(only));
    const summary = await rekeys.run(only, (done) => progress.update(done));
    progress.end(`${summary.software} products done, ${summary.versions} versions changed.`);
    print(summary);
  });
}

export interface OrderingOptions {
  scheme?: string;
  calverPattern?: string;
  tagPattern?: string;
  ignorePattern?: string;
  prereleasePattern?: string;
}

/** Changes how a product is ordered; an empty text takes a pattern away. */
export async function setOrdering(id: string, options: OrderingOptions): Promise<void> {
  const given = Object.entries(options).map(([name, value]) => [snake(name), value === '' ? null : (value as string)]);
  await withApp(async (app) => print(await app.get(RekeyService).rekey(id, Object.fromEntries(given))));
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Removes what is kept for a time only, as a worker does each hour. */
export async function removeOld(): Promise<void> {
  await withApp(async (app) => print(await app.get(UpkeepService).run()));
}

export async function check(): Promise<void> {
  await withApp(async (app) => print(await app.get(UpdateCheckerService).check()));
}

/** Prints the releases that a source has, one JSON object a line. Nothing is stored. */
export async function fetchSource(type: string, settings: unknown): Promise<void> {
  await withApp(async (app) => {
    const releases = await app.get(SourceFetcher).fetch(type, settings);
    releases.forEach(print);
    if (releases.length === 0) tell('The source has no releases.');
  });
}

/** Every source with its health, one JSON object a line. */
export async function listSources(options: { failing?: boolean }): Promise<void> {
  await withApp(async (app) => {
    for await (const source of app.get(SoftwareSourceService).list(options.failing === true)) print(source);
  });
}

/** Asks all sources that are due, whatever `SOURCES_ENABLED` says: somebody asked for it. */
export async function pollSources(): Promise<void> {
  await withApp(async (app) => print(await app.get(SourcePoller).pollDue()));
}

export async function deliver(): Promise<void> {
  await withApp(async (app) => {
    const deliveries = app.get(DeliveryService);
    const summary = await deliveries.deliverDue();
    // After them: a channel that was switched off just now is told of in the same run.
    await deliveries.sendServiceMessages();
    print(summary);
  });
}
