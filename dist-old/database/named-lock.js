"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.underNamedLock = underNamedLock;
const answered_1 = require("./answered");
/** Seconds that one process waits for another one's work. */
const WAIT = 600;
/** Seconds that the server may take to answer, beyond that. */
const PATIENCE = 60;
/** Seconds that the work may take. */
const LONGEST_WORK = 86_400;
/**
 * Runs work that only one process may do at a time. On a server the lock is a named one, which ends with its connection,
 * so a killed process leaves none behind. The embedded database has one service process; there nothing is locked.
 * @param work gets the connection that has the lock. A server carries on with a statement whose process was killed: what must not meet
 * one of those is done on this connection, which keeps the lock until the statement is over
 */
async function underNamedLock(dataSource, name, work) {
    if (dataSource.options.type === 'better-sqlite3')
        return work();
    const runner = dataSource.createQueryRunner();
    const ask = (statement, parameters = []) => (0, answered_1.answered)(runner, WAIT + PATIENCE, () => runner.query(statement, parameters));
    try {
        // The connection that has the lock may do nothing else, and is to stay as long as the work takes.
        await ask(`SET @wait_timeout_before = @@SESSION.wait_timeout, SESSION wait_timeout = ${LONGEST_WORK}`);
        const [row] = (await ask('SELECT GET_LOCK(?, ?) AS got', [name, WAIT]));
        if (Number(row.got) !== 1)
            throw new Error(`another process has held "${name}" for ${WAIT} seconds`);
        return await work(runner);
    }
    finally {
        await ask('SELECT RELEASE_LOCK(?)', [name])
            .then(() => ask('SET SESSION wait_timeout = @wait_timeout_before'))
            .catch(() => undefined); // it ends with the connection anyway
        await runner.release();
    }
}
//# sourceMappingURL=named-lock.js.map