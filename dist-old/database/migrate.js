"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.demandDatabase = demandDatabase;
exports.migrate = migrate;
const typeorm_1 = require("typeorm");
const data_source_1 = require("./data-source");
const errors_1 = require("./errors");
const named_lock_1 = require("./named-lock");
const options_1 = require("./options");
const TRIES = 6;
/** Fails at once when the database cannot be reached, where the service itself would wait half a minute for it. */
async function demandDatabase(config) {
    const dataSource = await (0, data_source_1.openDataSource)((0, options_1.databaseOptions)(config.database, []));
    await dataSource.destroy();
}
/**
 * Brings the database up to date. Several replicas may start at once: on a server, one migrates and the others wait and find
 * nothing to do; on SQLite all of it is one transaction that nobody else can have meanwhile.
 * @returns the names of the migrations that were run
 */
async function migrate(config) {
    const dataSource = await (0, data_source_1.openDataSource)((0, options_1.databaseOptions)(config.database, []));
    try {
        const names = await (config.database.kind === 'sqlite' ? runInTransaction(dataSource) : runUnderLock(dataSource));
        return names.map(({ name }) => name);
    }
    finally {
        await dataSource.destroy();
    }
}
/** On the connection that has the lock: the index that a killed process was making is being made for as long as its lock is held. */
const runUnderLock = (dataSource) => (0, named_lock_1.underNamedLock)(dataSource, 'software-update-tracker:migrate', (runner) => new typeorm_1.MigrationExecutor(dataSource, runner).executePendingMigrations());
/** Looks for what is to be done inside the transaction, so that a process that had to wait finds it done. */
async function runInTransaction(dataSource) {
    await beginAlone(dataSource);
    try {
        const migrations = await dataSource.runMigrations({ transaction: 'none' });
        await dataSource.query('COMMIT');
        return migrations;
    }
    catch (error) {
        await dataSource.query('ROLLBACK').catch(() => undefined);
        throw error;
    }
}
/** Each try waits for five seconds (`busy_timeout`), for instance for an import that another process runs. */
async function beginAlone(dataSource) {
    for (let attempt = 1;; attempt++) {
        try {
            return void (await dataSource.query('BEGIN IMMEDIATE'));
        }
        catch (error) {
            if (attempt === TRIES || !(0, errors_1.isContention)(error))
                throw error;
        }
    }
}
//# sourceMappingURL=migrate.js.map