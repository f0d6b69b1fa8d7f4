"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
var __metadata = (this && this.__metadata) || function (k, v) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") return Reflect.metadata(k, v);
};
var __param = (this && this.__param) || function (paramIndex, decorator) {
    return function (target, key) { decorator(target, key, paramIndex); }
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.Database = void 0;
const promises_1 = require("node:timers/promises");
const common_1 = require("@nestjs/common");
const typeorm_1 = require("@nestjs/typeorm");
const typeorm_2 = require("typeorm");
const config_1 = require("../config/config");
const dialect_1 = require("./dialect");
const errors_1 = require("./errors");
const mutex_1 = require("./mutex");
const server_connections_1 = require("./server-connections");
const TRIES = 6;
/**
 * The one way to the database.
 *
 * On a server, every transaction has a connection of its own under READ COMMITTED (under REPEATABLE READ, claims would block
 * inserts: docs/architecture.md). The embedded database has one connection, so there a transaction has it alone:
 * other statements of this process wait until it ends and never see or join a half-done one.
 */
let Database = class Database {
    constructor(dataSource, config) {
        this.dataSource = dataSource;
        this.embeddedTurn = new mutex_1.Mutex();
        const { type } = dataSource.options;
        this.dialect = (0, dialect_1.dialectOf)(type === 'better-sqlite3' ? 'sqlite' : type);
        this.connections = this.dialect.embedded ? null : new server_connections_1.ServerConnections(dataSource, config.databaseTimeout);
    }
    async query(statement, parameters = []) {
        return (await this.lent((ask) => ask(statement, parameters))).rows;
    }
    /**
     * As `query`, for a statement whose text is one of few: it stays prepared on the server. Its parameters may differ each time,
     * its text must not depend on what a caller sends but for a choice among some.
     */
    async queryPrepared(statement, parameters = []) {
        if (!this.connections)
            return this.query(statement, parameters);
        return (await this.connections.prepared(statement, parameters));
    }
    /** The rows of one page of a list. */
    page({ text, parameters, oneOfFew }) {
        return oneOfFew ? this.queryPrepared(text, parameters) : this.query(text, parameters);
    }
    /** A deadlock or a lock wait that timed out has undone the statement, and it is run again. */
    async execute(statement, parameters = []) {
        return (await this.retried((ask) => ask(statement, parameters))).affected;
    }
    /** The number in the column `total` of a statement's one row. */
    async count(statement) {
        const [row] = await this.query(statement.text, statement.parameters);
        return Number(row.total);
    }
    /**
     * Runs `work` in one transaction. A deadlock or a lock wait that timed out rolls it back and runs it again, up to six times,
     * so `work` must do nothing outside the database.
     */
    async transaction(work) {
        return this.retried((ask) => this.once(ask, work));
    }
    usage() {
        if (this.connections)
            return this.connections.usage();
        const { pending } = this.embeddedTurn;
        const used = Math.min(pending, 1);
        return { used, idle: 1 - used, waiting: pending - used };
    }
    async retried(work) {
        for (let attempt = 1;; attempt++) {
            try {
                return await this.lent(work);
            }
            catch (error) {
                if (attempt === TRIES || !(0, errors_1.isContention)(error))
                    throw error;
                await (0, promises_1.setTimeout)(Math.random() * 20 * 2 ** attempt);
            }
        }
    }
    async once(ask, work) {
        // IMMEDIATE takes SQLite's write lock at once: a transaction that reads first could not get it later if another process wrote.
        await ask(this.dialect.embedded ? 'BEGIN IMMEDIATE' : 'START TRANSACTION');
        try {
            const result = await work(this.handle(ask));
            await ask('COMMIT');
            return result;
        }
        catch (error) {
            // The connection may be gone, and then the server has rolled back by itself; the first error is the one that matters.
            await ask('ROLLBACK').catch(() => undefined);
            throw error;
        }
    }
    lent(work) {
        return this.connections ? this.connections.lend(work) : this.embeddedTurn.run(() => this.withRunner(work));
    }
    async withRunner(work) {
        const runner = this.dataSource.createQueryRunner();
        const ask = async (statement, parameters = []) => {
            const { raw, affected } = await runner.query(statement, parameters, true);
            return { rows: raw, affected: affected ?? 0 };
        };
        try {
            return await work(ask);
        }
        finally {
            await runner.release();
        }
    }
    handle(ask) {
        return {
            dialect: this.dialect,
            query: async (statement, parameters) => (await ask(statement, parameters)).rows,
            execute: async (statement, parameters) => (await ask(statement, parameters)).affected,
        };
    }
};
exports.Database = Database;
exports.Database = Database = __decorate([
    (0, common_1.Injectable)(),
    __param(0, (0, typeorm_1.InjectDataSource)()),
    __metadata("design:paramtypes", [typeorm_2.DataSource,
        config_1.Config])
], Database);
//# sourceMappingURL=database.js.map