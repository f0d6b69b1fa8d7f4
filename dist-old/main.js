"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
require("reflect-metadata");
const node_events_1 = require("node:events");
const node_net_1 = require("node:net");
const core_1 = require("@nestjs/core");
const app_module_1 = require("./app.module");
const app_setup_1 = require("./app.setup");
const api_adapter_1 = require("./common/api/api-adapter");
const app_logger_1 = require("./common/app-logger");
const config_1 = require("./config/config");
const connections_1 = require("./connections");
const migrate_1 = require("./database/migrate");
const migration_state_1 = require("./database/migration-state");
const first_start_1 = require("./first-start");
const source_store_1 = require("./source/polling/source-store");
const channel_store_1 = require("./notification/channel-store");
const shutdown_1 = require("./shutdown");
async function start(config, signals) {
    const readable = process.stdout.isTTY === true;
    const logger = new app_logger_1.AppLogger((0, app_logger_1.createLogger)(config.logLevel, { readable, fd: 1 }));
    await demandAddress(config);
    if (config.migrate)
        await (0, migrate_1.migrate)(config);
    const app = await core_1.NestFactory.create(app_module_1.AppModule.for(config), new api_adapter_1.ApiAdapter(config.headerLimit), {
        logger,
        bodyParser: false,
    });
    (0, app_setup_1.setUpApp)(app);
    const migrated = await app.get(migration_state_1.MigrationState).isDone();
    const demo = migrated ? await (0, first_start_1.firstStart)(app) : null;
    if (migrated)
        await Promise.all([app.get(channel_store_1.ChannelStore), app.get(source_store_1.SourceStore)].map(({ sealed }) => sealed.demandKey()));
    else
        logger.warn({ msg: 'the database is not migrated: run `migrate`, or start with MIGRATE=true' });
    signals.endInOrder(app, new connections_1.Connections(app.getHttpServer(), config.keepAlive), logger);
    await app.listen(config.port, config.host);
    process.stdout.write((0, first_start_1.welcomeText)(await app.getUrl(), demo));
}
/** An address that is taken ends the start here, and not after the first start has made a token that nobody would see. */
async function demandAddress({ port, host }) {
    const probe = (0, node_net_1.createServer)().listen(port, host);
    await (0, node_events_1.once)(probe, 'listening');
    await (0, node_events_1.once)(probe.close(), 'close');
}
async function main() {
    const signals = new shutdown_1.Signals();
    try {
        await start((0, config_1.loadConfig)(), signals);
    }
    catch (error) {
        // What the system says (an address that is taken, a database that is away) needs no stack.
        const { message, stack, code } = error;
        process.stderr.write(`${error instanceof config_1.ConfigError || code ? message || code : stack}\n`);
        process.exit(1);
    }
}
void main();
//# sourceMappingURL=main.js.map