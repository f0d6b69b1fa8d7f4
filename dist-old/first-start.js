"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.firstStart = firstStart;
exports.welcomeText = welcomeText;
const node_fs_1 = require("node:fs");
const node_path_1 = require("node:path");
const node_zlib_1 = require("node:zlib");
const typeorm_1 = require("typeorm");
const links_1 = require("./common/api/links");
const config_1 = require("./config/config");
const database_1 = require("./database/database");
const named_lock_1 = require("./database/named-lock");
const favorite_service_1 = require("./favorite/favorite.service");
const progress_1 = require("./progress");
const catalogue_importer_1 = require("./source/catalogue/catalogue-importer");
const actor_1 = require("./user/actor");
const token_service_1 = require("./user/token.service");
const update_checker_service_1 = require("./update-check/update-checker.service");
const BUNDLED = (0, node_path_1.join)(__dirname, '..', 'data', 'catalogue.ndjson.gz');
const DEMO_USER = 'demo';
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
/**
 * What a new database gets: the bundled catalogue when there is no software yet, and on the embedded database a demo user with
 * favorites on older versions. A first start that was cut off goes on where it was: the import changes nothing twice, and the user
 * comes last.
 * @returns the demo user, when it was made now
 */
async function firstStart(app) {
    const config = app.get(config_1.Config);
    const database = app.get(database_1.Database);
    const isNew = async () => (await count(database, 'user')) === 0;
    if (config.seedCatalogue)
        await (0, named_lock_1.underNamedLock)(app.get(typeorm_1.DataSource), 'software-update-tracker:seed', async () => {
            if (await lacksBundled(database))
                await importBundled(app.get(catalogue_importer_1.CatalogueImporter));
        });
    return config.demo && (await isNew()) ? createDemo(app) : null;
}
async function count(database, table) {
    return database.count({
        text: `SELECT COUNT(*) AS total FROM (SELECT id FROM ${table} LIMIT 1) one`,
        parameters: [],
    });
}
/** Whether there is no software yet, or an import of the bundled catalogue was cut off: its first product without its last one. */
async function lacksBundled(database) {
    if ((await count(database, 'software')) === 0)
        return true;
    const lines = (0, node_zlib_1.gunzipSync)((0, node_fs_1.readFileSync)(BUNDLED)).toString().trimEnd().split('\n');
    const isThere = async (line) => {
        const { source } = JSON.parse(line);
        const found = await database.query('SELECT id FROM software WHERE identity = ?', [`${source.kind}:${source.id}`]);
        return found.length > 0;
    };
    return (await isThere(lines[0])) && !(await isThere(lines.at(-1)));
}
async function importBundled(importer) {
    const file = (0, node_fs_1.createReadStream)(BUNDLED);
    const progress = (0, progress_1.showProgress)('Importing the bundled catalogue', (0, node_fs_1.statSync)(BUNDLED).size);
    const start = performance.now();
    const summary = await importer.import(file, { progress: () => progress.update(file.bytesRead) }, actor_1.SERVICE);
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    progress.end(`Imported ${summary.publishers} publishers, ${summary.software} products and ${summary.versions} versions in ${seconds} s.`);
}
async function createDemo(app) {
    const tokens = app.get(token_service_1.TokenService);
    const { token } = await tokens.createForUser(DEMO_USER, null, { name: 'first start', scopes: ['read', 'write', 'catalogue:write'], expiresAt: null }, actor_1.SERVICE);
    const caller = await tokens.authenticate(token);
    const links = links_1.Links.withoutRequest(app.get(config_1.Config));
    const created = [];
    for (const { software, version } of await demoVersions(app.get(database_1.Database))) {
        const favorite = await app.get(favorite_service_1.FavoriteService).create(caller, { software, version }, links);
        created.push(favorite.uuid);
    }
    await app.get(update_checker_service_1.UpdateCheckerService).check();
    return { token, favorites: created };
}
/** For each demo product a release that was the latest some time ago. */
async function demoVersions(database) {
    const found = [];
    for (const identity of DEMO_SOFTWARE) {
        const [row] = await database.query(`SELECT s.id AS software, v.id AS version FROM software s JOIN version v ON v.software_id = s.id AND v.standing = 2
       WHERE s.identity = ? ORDER BY v.version_key DESC, v.id DESC LIMIT 1 OFFSET ${BEHIND}`, [identity]);
        if (row)
            found.push(row);
    }
    return found;
}
/** What a newcomer sees when the service is up. */
function welcomeText(address, demo) {
    const url = address.replace('[::1]', 'localhost');
    if (!demo)
        return `\nReady at ${url} (documentation: ${url}/docs)\n`;
    const get = (path) => `curl -s -H "Authorization: Bearer ${demo.token}" "${url}/api/v1/${path}"`;
    return `
Ready at ${url} (documentation: ${url}/docs)

Your token, for the user "${DEMO_USER}" with ${demo.favorites.length} favorites. It is shown this once:

  ${demo.token}

Worth trying in another terminal:

${demo.favorites.length > 0 ? favoriteText(get, demo.favorites[0]) : ''}  # search the catalogue
  ${get('software?name[like]=thunder&includePublisher&includeLatestVersion').replace('curl -s', 'curl -sg')}

  # versions of one product, in version order
  ${get('software?name=nginx&includeVersions')}

Stop with Ctrl-C. More tokens: npm run cli -- token create --user <name>
`;
}
const favoriteText = (get, id) => `  # what is outdated
  ${get('favorite?update_available=true')}

  # move the first of them to the latest version
  ${get(`favorite/${id}/update-to-latest-version`).replace('curl -s', 'curl -s -X POST')}

`;
//# sourceMappingURL=first-start.js.map