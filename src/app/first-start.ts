import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Links } from '../api/endpoint/links';
import { Config } from '../config/config';
import { SCOPES } from '../config/scopes';
import { Database } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { underNamedLock } from '../database/named-lock';
import { FavoriteService } from '../favorite/favorite.service';
import { TagService } from '../favorite/tag/tag.service';
import { FirstStartRepository } from './first-start.repository';
import { showProgress } from './cli/progress';
import { BUNDLED, CatalogueRefresh } from '../source/catalogue/catalogue-refresh';
import { SERVICE } from '../api/identity/actor';
import { SignInLinks } from '../access/auth/session/sign-in-links';
import { TokenService } from '../access/auth/token.service';
import { UpdateCheckerService } from '../update-check/update-checker.service';

const logger = new Logger('FirstStart');

export const DEMO_USER = 'demo';
/** Of the favorites of the demo. web/src/api/tags.ts names it, too. */
const EXAMPLE_TAG = 'example';
const DEMO_DAYS = 30;
const LINK_SECONDS = 3_600;
/**
 * Well-known products of the bundled catalogue. The older version of Keycloak is out of support; Grafana has release notes, which are read
 * where its releases are published.
 */
const DEMO_SOFTWARE = [
  'endoflife:blender',
  'endoflife:grafana',
  'endoflife:keycloak',
  'endoflife:nginx',
  'endoflife:redis',
];
/** How many releases behind the demo user is. */
const BEHIND = 8;
/** Parts into which progress is split. */
const WHOLE = 1_000;

/** The demo user's token and the code of a sign-in link, which are shown once, and favorites. */
export interface Demo {
  token: string;
  /** null = there is no terminal, or no web application. */
  code: string | null;
  /** Ids; none when the catalogue does not have the products of the demo. */
  favorites: string[];
}

/**
 * Fills a new database: with the bundled catalogue when there is no product yet, and with `DEMO` with a demo user who tracks older versions. An
 * interrupted first start is resumed: the import is idempotent, and the user is created last.
 * @returns the demo user when it was created now
 */
export async function firstStart(
  app: INestApplicationContext,
  beforeImport: () => Promise<void> = () => Promise.resolve(),
): Promise<Demo | null> {
  const config = app.get(Config);
  const stored = new FirstStartRepository(app.get(Database));
  if (config.seedCatalogue && (await lacksBundled(stored))) {
    await beforeImport();
    await underNamedLock(app.get(DataSource), 'software-update-tracker:seed', async () => {
      // Another replica may have had the lock.
      if (await lacksBundled(stored))
        await app.get(Database).writingMuch(() => importBundled(app.get(CatalogueRefresh)));
    });
  }
  if (await stored.hasUser()) return null;
  if (config.demo) return createDemo(app, stored);
  logger.log({ msg: 'there is no user yet: make a token with `node dist/cli.js token create --user <name>`' });
  return null;
}

/**
 * Whether there is no product yet, or an import of the bundled catalogue was cut off: its first product without its last one. Both are the
 * same in each version of the catalogue, and the first one of 0.1 was another, so that a database with an older one is not taken for that.
 */
async function lacksBundled(stored: FirstStartRepository): Promise<boolean> {
  if (!(await stored.hasSoftware())) return true;
  const isStored = (line: string) => {
    const { identity } = JSON.parse(line) as { identity: { kind: string; id: string } };
    return stored.hasProduct(`${identity.kind}:${identity.id}`);
  };
  return (await isStored(linesOf(BUNDLED[0]!)[0]!)) && !(await isStored(linesOf(BUNDLED.at(-1)!).at(-1)!));
}

const linesOf = (path: string) => gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');

/** Imports like a refresh, so that later refreshes know what came with the bundled catalogue. */
async function importBundled(catalogue: CatalogueRefresh): Promise<void> {
  const bar = process.stdout.isTTY ? showProgress('Importing the bundled catalogue', WHOLE) : null;
  const start = performance.now();
  const update = bar ? (value: number) => bar.update(value) : logTenths();
  const events = { progress: (done: number | null) => update(Math.floor((done ?? 0) * WHOLE)) };
  const summary = await catalogue.refresh(undefined, { isAlone: true }, events, SERVICE);
  const seconds = Number(((performance.now() - start) / 1_000).toFixed(1));
  const { publishers, software, versions } = summary;
  if (bar) bar.end(`Imported ${publishers} publishers, ${software} products and ${versions} versions in ${seconds} s.`);
  else logger.log({ msg: 'bundled catalogue imported', publishers, software, versions, seconds });
}

/** A line for each tenth that is done. */
function logTenths(): (value: number) => void {
  let logged = 0;
  return (value) => {
    const percent = Math.floor((value / WHOLE) * 10) * 10;
    if (percent <= logged || percent >= 100) return;
    logged = percent;
    logger.log({ msg: 'importing the bundled catalogue', percent });
  };
}

async function createDemo(app: INestApplicationContext, stored: FirstStartRepository): Promise<Demo> {
  const tokens = app.get(TokenService);
  const expiresAt = await app.get(DatabaseClock).later(app.get(Database), DEMO_DAYS * 86_400);
  const { token } = await tokens.createForUser(
    { name: DEMO_USER, email: null },
    { name: 'first start', scopes: ['read', 'write'], expiresAt },
    SERVICE,
  );
  const caller = await tokens.authenticate(token);
  const links = Links.withoutRequest(app.get(Config));
  const created: string[] = [];
  for (const identity of DEMO_SOFTWARE) {
    const found = await stored.olderVersion(identity, BEHIND);
    if (!found) continue;
    const favorite = await app.get(FavoriteService).create(caller!, found, links);
    created.push(favorite.uuid);
  }
  // The page offers to remove what has it.
  const tags = app.get(TagService);
  await app
    .get(Database)
    .transaction(async (sql) => tags.give(sql, created, await tags.make(sql, caller!, [EXAMPLE_TAG])));
  await app.get(UpdateCheckerService).check();
  return { token, code: await signInCode(app, caller!.userId), favorites: created };
}

/** A terminal only: a log may be kept, and read by others. */
async function signInCode(app: INestApplicationContext, userId: string): Promise<string | null> {
  if (!app.get(Config).web || process.stdout.isTTY !== true) return null;
  return app.get(SignInLinks).create(userId, { scopes: SCOPES, lasts: LINK_SECONDS }, SERVICE);
}

/** The text that a terminal shows when the service is ready. */
export function welcomeText(address: string, demo: Demo | null, config: Config): string {
  const url = address.replace('[::1]', 'localhost');
  const ready = `Ready at ${url} (documentation: ${url}/docs)`;
  if (!demo)
    return `\n${ready}\n${config.web ? 'To sign in: npm run cli -- sign-in --user <name> (a new user: user create <name>)\n' : ''}`;
  const get = (path: string) => `curl -s -H "Authorization: Bearer ${demo.token}" "${url}/api/v1/${path}"`;
  const link =
    demo.code === null
      ? ''
      : `Open this link, once and within the hour: ${Links.at(config, url).signIn(demo.code)}\n\n`;
  return `
${link}${ready}

Your token, for the user "${DEMO_USER}" with ${demo.favorites.length} favorites. It is shown this once, and works for ${DEMO_DAYS} days:

  ${demo.token}

Worth trying in another terminal:

${demo.favorites.length > 0 ? favoriteText(get, demo.favorites[0]!) : ''}  # search the catalogue
  ${get('software?name[like]=thunder&includePublisher&includeLatestVersion').replace('curl -s', 'curl -sg')}

  # versions of one product, in version order
  ${get('software?name=nginx&includeVersions')}

Stop with Ctrl-C. Another sign-in link: npm run cli -- sign-in --user ${DEMO_USER}. More tokens: npm run cli -- token create --user <name>
`;
}

const favoriteText = (get: (path: string) => string, id: string) => `  # what is outdated
  ${get('favorite?update_available=true')}

  # move the first of them to the latest version
  ${get(`favorite/${id}/update-to-latest-version`).replace('curl -s', 'curl -s -X POST')}

`;
