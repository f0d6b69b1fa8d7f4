"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ServerConnections = void 0;
const typeorm_1 = require("typeorm");
const answered_1 = require("./answered");
/**
 * Runs statements on connections of TypeORM's pool, without one of its query runners: for a statement that takes a tenth of a
 * millisecond, they take as much again (bench/results.md). Errors are those that a query runner throws.
 */
class ServerConnections {
    /** @param seconds that one waits for an answer: see `answeredOn` */
    constructor(dataSource, seconds) {
        this.dataSource = dataSource;
        this.seconds = seconds;
    }
    /** Lends one connection for what `work` does. */
    async lend(work) {
        const connection = await this.driver.obtainMasterConnection();
        try {
            return await work((statement, parameters) => this.ask(connection, 'query', statement, parameters));
        }
        finally {
            connection.release();
        }
    }
    /**
     * The rows of a statement that the server reads once for each connection, and keeps. Moments come without their fraction when it is
     * zero: see `toApiMoment`.
     */
    async prepared(statement, parameters) {
        const connection = await this.driver.obtainMasterConnection();
        try {
            return (await this.ask(connection, 'execute', statement, parameters)).rows;
        }
        finally {
            connection.release();
        }
    }
    usage() {
        const { _allConnections: all, _freeConnections: free, _connectionQueue: queue } = this.driver.pool;
        return { used: all.length - free.length, idle: free.length, waiting: queue.length };
    }
    get driver() {
        return this.dataSource.driver;
    }
    async ask(connection, how, statement, parameters = []) {
        this.dataSource.logger.logQuery(statement, parameters);
        const run = () => new Promise((resolve, reject) => {
            connection[how](statement, parameters, (error, result) => (error ? reject(error) : resolve(result)));
        });
        try {
            return outcomeOf(await (0, answered_1.answeredOn)(connection, this.seconds, run));
        }
        catch (error) {
            throw new typeorm_1.QueryFailedError(statement, parameters, error);
        }
    }
}
exports.ServerConnections = ServerConnections;
/** Of a SELECT mysql2 gives the rows, of anything else how many it changed. */
function outcomeOf(result) {
    if (Array.isArray(result))
        return { rows: result, affected: 0 };
    return { rows: [], affected: result.affectedRows };
}
//# sourceMappingURL=server-connections.js.map