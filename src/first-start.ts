import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Links } from './common/api/links';
import { Config } from './config/config';
import { Database } from './database/database';
import { DatabaseClock } from './database/database-clock';
import { underNamedLock } from './database/named-lock';
import { FavoriteService } from './favorite/favorite.service';
import { showProgress } from './progress';
import { CatalogueImporter } from './source/catalogue/catalogue-importer';
import { SERVICE } from './user/actor';
import { TokenService } from './user/token.service';
import { UpdateCheckerService } from './update-check/update-checker.service';

const logger = new Logger('FirstStart');

const BUNDLED = join(__dirname, '..', 'data', 'catalogue.ndjson.gz');
export const DEMO_USER = 'demo';
const DEMO_DAYS = 30;
/** Products of the bundled catalogue that most people know. */
const DEMO_SOFTWARE = [
  'endoflife:blender',
  'endoflife:grafana',
  'endoflife:keycloak',
  'endoflife:nginx',
  'endoflife:redis',
];
/** How many releases behind the demo user is. */
const BEHIND = 8;

/** What the demo user starts with; the token is shown once. */
export interface Demo {
  token: string;
  /** Ids; none when the catalogue does not have the products of the demo. */
  favorites: string[];
}

/**
 * What a new database gets: the bundled catalogue when there is no software yet, and if `DEMO` says so a demo user with favorites on
 * older versions. A first start that was cut off goes on where it was: the import changes nothing twice, and the user
 * comes last.
 * @returns the demo user, when it was made now
 */
export async function firstStart(app: INestApplicationContext): Promise<Demo | null> {
  const config = app.get(Config);
  const database = app.get(Database);
  const isNew = async () => (await count(database, 'user')) === 0;
  if (config.seedCatalogue)
    await underNamedLock(app.get(DataSource), 'software-update-tracker:seed', async () => {
      if (await lacksBundled(database)) await importBundled(app.get(CatalogueImporter));
    });
  if (!(await isNew())) return null;
  if (config.demo) return createDemo(app);
  logger.log({ msg: 'there is no user yet: make a token with `node dist/cli.js token create --user <name>`' });
  return null;
}

async function count(database: Database, table: 'user' | 'software'): Promise<number> {
  return database.count({
    text: `SELECT COUNT(*) AS total FROM (SELECT id FROM ${table} LIMIT 1) one`,
    parameters: [],
  });
}

/** Whether there is no software yet, or an import of the bundled catalogue was cut off: its first product without its last one. */
async function lacksBundled(database: Database): Promise<boolean> {
  if ((await count(database, 'software')) === 0) return true;
  const lines = gunzipSync(readFileSync(BUNDLED)).toString().trimEnd().split('\n');
  const isThere = async (line: string) => {
    const { source } = JSON.parse(line) as { source: { kind: string; id: string } };
    const found = await database.query('SELECT id FROM software WHERE identity = ?', [`${source.kind}:${source.id}`]);
    return found.length > 0;
  };
  return (await isThere(lines[0]!)) && !(await isThere(lines.at(-1)!));
}

async function importBundled(importer: CatalogueImporter): Promise<void> {
  const file = createReadStream(BUNDLED);
  const progress = process.stdout.isTTY
    ? showProgress('Importing the bundled catalogue', statSync(BUNDLED).size)
    : null;
  const start = performance.now();
  const summary = await importer.import(file, { progress: () => progress?.update(file.bytesRead) }, SERVICE);
  const seconds = Number(((performance.now() - start) / 1_000).toFixed(1));
  const { publishers, software, versions } = summary;
  if (progress)
    progress.end(`Imported ${publishers} publishers, ${software} products and ${versions} versions in ${seconds} s.`);
  else logger.log({ msg: 'bundled catalogue imported', publishers, software, versions, seconds });
}

async function createDemo(app: INestApplicationContext): Promise<Demo> {
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
  for (const { software, version } of await demoVersions(app.get(Database))) {
    const favorite = await app.get(FavoriteService).create(caller!, { software, version }, links);
    created.push(favorite.uuid);
  }
  await app.get(UpdateCheckerService).check();
  return { token, favorites: created };
}

/** For each demo product a release that was the latest some time ago. */
async function demoVersions(database: Database): Promise<{ software: string; version: string }[]> {
  const found: { software: string; version: string }[] = [];
  for (const identity of DEMO_SOFTWARE) {
    const [row] = await database.query<{ software: string; version: string }>(
      `SELECT s.id AS software, v.id AS version FROM software s JOIN version v ON v.software_id = s.id AND v.standing = 2
       WHERE s.identity = ? ORDER BY v.version_key DESC, v.id DESC LIMIT 1 OFFSET ${BEHIND}`,
      [identity],
    );
    if (row) found.push(row);
  }
  return found;
}

/** What a newcomer sees when the service is up. */
export function welcomeText(address: string, demo: Demo | null): string {
  const url = address.replace('[::1]', 'localhost');
  if (!demo) return `\nReady at ${url} (documentation: ${url}/docs)\n`;
  const get = (path: string) => `curl -s -H "Authorization: Bearer ${demo.token}" "${url}/api/v1/${path}"`;
  return `
Ready at ${url} (documentation: ${url}/docs)

Your token, for the user "${DEMO_USER}" with ${demo.favorites.length} favorites. It is shown this once, and works for ${DEMO_DAYS} days:

  ${demo.token}

Worth trying in another terminal:

${demo.favorites.length > 0 ? favoriteText(get, demo.favorites[0]!) : ''}  # search the catalogue
  ${get('software?name[like]=thunder&includePublisher&includeLatestVersion').replace('curl -s', 'curl -sg')}

  # versions of one product, in version order
  ${get('software?name=nginx&includeVersions')}

Stop with Ctrl-C. More tokens: npm run cli -- token create --user <name>
`;
}

const favoriteText = (get: (path: string) => string, id: string) => `  # what is outdated
  ${get('favorite?update_available=true')}

  # move the first of them to the latest version
  ${get(`favorite/${id}/update-to-latest-version`).replace('curl -s', 'curl -s -X POST')}

`;
