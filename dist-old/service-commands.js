"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.withApp = withApp;
exports.runMigrate = runMigrate;
exports.createToken = createToken;
exports.listTokens = listTokens;
exports.revokeToken = revokeToken;
exports.rotateSecrets = rotateSecrets;
exports.rekeyVersions = rekeyVersions;
exports.setOrdering = setOrdering;
exports.removeOld = removeOld;
exports.check = check;
exports.fetchSource = fetchSource;
exports.listSources = listSources;
exports.pollSources = pollSources;
exports.deliver = deliver;
const core_1 = require("@nestjs/core");
const app_module_1 = require("./app.module");
const app_logger_1 = require("./common/app-logger");
const secret_box_1 = require("./common/secret-box");
const config_1 = require("./config/config");
const database_1 = require("./database/database");
const database_clock_1 = require("./database/database-clock");
const migrate_1 = require("./database/migrate");
const channel_store_1 = require("./notification/channel-store");
const delivery_service_1 = require("./notification/delivery.service");
const progress_1 = require("./progress");
const software_source_service_1 = require("./source/polling/software-source.service");
const source_store_1 = require("./source/polling/source-store");
const source_poller_1 = require("./source/polling/source-poller");
const source_fetcher_1 = require("./source/source-fetcher");
const rekey_service_1 = require("./update-check/rekey.service");
const update_checker_service_1 = require("./update-check/update-checker.service");
const upkeep_service_1 = require("./update-check/upkeep.service");
const token_service_1 = require("./user/token.service");
/** The commands that need the database. Loaded by `cli.ts` when one is run: `version compare` starts without all this. */
/** Exit code when something failed; wrong usage is 2, see `cli.ts`. */
const FAILED = 1;
const print = (value) => void process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
const tell = (text) => process.stderr.write(`${text}\n`);
/** Runs work on the service's parts without serving, and without its schedule. */
async function withApp(work) {
    const config = Object.assign((0, config_1.loadConfig)(), { worker: false });
    await (config.database.kind === 'sqlite' ? (0, migrate_1.migrate)(config) : (0, migrate_1.demandDatabase)(config));
    const logger = new app_logger_1.AppLogger((0, app_logger_1.createLogger)(config.logLevel, { readable: process.stderr.isTTY === true, fd: 2 }));
    const app = await core_1.NestFactory.createApplicationContext(app_module_1.AppModule.for(config), { logger, abortOnError: false });
    try {
        return await work(app);
    }
    finally {
        await app.close();
    }
}
async function runMigrate() {
    const names = await (0, migrate_1.migrate)((0, config_1.loadConfig)());
    tell(names.length > 0 ? `Ran ${names.join(', ')}.` : 'The database is up to date.');
    print({ migrations: names });
}
async function createToken(options) {
    await withApp(async (app) => {
        const { expires } = options;
        const expiresAt = expires === undefined ? null : await app.get(database_clock_1.DatabaseClock).later(app.get(database_1.Database), expires);
        const created = await app.get(token_service_1.TokenService).createForUser(options.user, options.email ?? null, {
            name: options.name,
            scopes: options.scopes,
            expiresAt,
        });
        tell(`Token ${created.id} for ${options.user}, scopes ${created.scopes.join(', ')}. It is shown this once:`);
        print(created.token);
    });
}
async function listTokens() {
    await withApp(async (app) => {
        for (const token of await app.get(token_service_1.TokenService).listAll())
            print(token);
    });
}
async function revokeToken(id) {
    await withApp(async (app) => {
        if (await app.get(token_service_1.TokenService).revokeAny(id))
            return tell('Revoked; it is refused everywhere within five seconds.');
        tell('There is no such token.');
        process.exitCode = FAILED;
    });
}
/** Seals everything with SECRET_KEY that a key of SECRET_KEY_OLD sealed. */
async function rotateSecrets() {
    await withApp(async (app) => {
        const channels = await app.get(channel_store_1.ChannelStore).sealed.reseal();
        const sources = await app.get(source_store_1.SourceStore).sealed.reseal();
        for (const [what, { lost }] of Object.entries({ channel: channels, 'source of software': sources }))
            for (const id of lost)
                tell(`The ${what} ${id} was sealed with a key that is not here, or was changed.`);
        const lost = channels.lost.length + sources.lost.length;
        const key = app.get(secret_box_1.SecretBox).keyId;
        tell(`Sealed with key ${key}: ${channels.resealed} channels, ${sources.resealed} sources; ${lost} do not open.`);
        print({ key, channels: channels.resealed, sources: sources.resealed, lost });
        if (lost > 0)
            process.exitCode = FAILED;
    });
}
async function rekeyVersions(options) {
    await withApp(async (app) => {
        const rekeys = app.get(rekey_service_1.RekeyService);
        if (options.software !== undefined)
            return print(await rekeys.rekey(options.software));
        const only = options.all ? 'all' : 'stale';
        const progress = (0, progress_1.showProgress)('Making sort keys', await rekeys.count(only));
        const summary = await rekeys.run(only, (done) => progress.update(done));
        progress.end(`${summary.software} products done, ${summary.versions} versions changed.`);
        print(summary);
    });
}
/** Changes how a product is ordered; an empty text takes a pattern away. */
async function setOrdering(id, options) {
    const given = Object.entries(options).map(([name, value]) => [snake(name), value === '' ? null : value]);
    await withApp(async (app) => print(await app.get(rekey_service_1.RekeyService).rekey(id, Object.fromEntries(given))));
}
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Removes what is kept for a time only, as a worker does each hour. */
async function removeOld() {
    await withApp(async (app) => print(await app.get(upkeep_service_1.UpkeepService).run()));
}
async function check() {
    await withApp(async (app) => print(await app.get(update_checker_service_1.UpdateCheckerService).check()));
}
/** Prints the releases that a source has, one JSON object a line. Nothing is stored. */
async function fetchSource(type, settings) {
    await withApp(async (app) => {
        for (const release of await app.get(source_fetcher_1.SourceFetcher).fetch(type, settings))
            print(release);
    });
}
/** Every source with its health, one JSON object a line. */
async function listSources(options) {
    await withApp(async (app) => {
        for await (const source of app.get(software_source_service_1.SoftwareSourceService).list(options.failing === true))
            print(source);
    });
}
/** Asks all sources that are due, whatever `SOURCES_ENABLED` says: somebody asked for it. */
async function pollSources() {
    await withApp(async (app) => print(await app.get(source_poller_1.SourcePoller).pollDue()));
}
async function deliver() {
    await withApp(async (app) => {
        const deliveries = app.get(delivery_service_1.DeliveryService);
        const summary = await deliveries.deliverDue();
        // After them: a channel that was switched off just now is told of in the same run.
        await deliveries.sendServiceMessages();
        print(summary);
    });
}
//# sourceMappingURL=service-commands.js.map