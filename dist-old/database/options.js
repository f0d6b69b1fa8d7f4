"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.databaseOptions = databaseOptions;
const node_fs_1 = require("node:fs");
const node_path_1 = require("node:path");
const uuid_1 = require("uuid");
const migrations_1 = require("./migrations");
const server_driver_1 = require("./server-driver");
const snake_naming_strategy_1 = require("./snake-naming.strategy");
const sqlite_driver_1 = require("./sqlite-driver");
const CONNECTIONS = 10;
/** A connection on which nothing is said is tried after half a minute, and then each second; after ten tries it counts as lost. */
const KEEP_ALIVE = { enableKeepAlive: true, keepAliveInitialDelay: 30_000 };
/** Well before the server ends it, so that no statement meets one that is just being ended. One less than all: else none is. */
const endIdle = (seconds) => ({ maxIdle: CONNECTIONS - 1, idleTimeout: seconds * 500, gracefulEnd: true });
function prepareSqlite(database) {
    database.pragma('journal_mode = WAL');
    // With WAL, NORMAL survives a killed process; only a power cut may take the last commits, and never the file's consistency.
    database.pragma('synchronous = NORMAL');
    database.pragma('busy_timeout = 5000');
    database.pragma('cache_size = -65536');
    database.function('uuid', { deterministic: false }, () => (0, uuid_1.v7)());
    // SQLite's own knows the letters of ASCII only.
    database.function('lower', { deterministic: true }, (text) => text?.toLowerCase() ?? null);
}
/**
 * The one description of the connection, for the service, the command line, the tests and `ormconfig.ts`.
 * @param idle seconds after which a server ends a session that does nothing; null = when it likes, as migrations need
 */
function databaseOptions(address, entities, idle = null) {
    const common = {
        entities,
        migrations: migrations_1.MIGRATIONS,
        migrationsTransactionMode: 'each',
        namingStrategy: new snake_naming_strategy_1.SnakeNamingStrategy(),
        synchronize: false,
        logging: false,
    };
    if (address.kind === 'sqlite') {
        if (address.location !== ':memory:')
            (0, node_fs_1.mkdirSync)((0, node_path_1.dirname)(address.location), { recursive: true });
        return {
            ...common,
            type: 'better-sqlite3',
            driver: (0, sqlite_driver_1.sqliteDriver)(),
            database: address.location,
            prepareDatabase: prepareSqlite,
        };
    }
    return {
        ...common,
        type: address.kind,
        url: address.location,
        charset: 'utf8mb4',
        timezone: 'Z',
        dateStrings: true,
        // Numbers are numbers: MySQL answers comparisons and counts as BIGINT, and the text '0' would be true.
        supportBigNumbers: true,
        bigNumberStrings: false,
        // Until the server has let us in.
        connectTimeout: 5_000,
        ...(idle === null ? {} : { driver: (0, server_driver_1.serverDriver)(idle) }),
        // Affected rows count what changed, not what matched: an insert that kept the existing row counts 0, as on SQLite.
        extra: {
            connectionLimit: CONNECTIONS,
            ...KEEP_ALIVE,
            ...(idle === null ? {} : endIdle(idle)),
            flags: ['-FOUND_ROWS'],
        },
    };
}
//# sourceMappingURL=options.js.map