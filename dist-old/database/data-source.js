"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.openDataSource = openDataSource;
const typeorm_1 = require("typeorm");
/**
 * Connects to the database. When that fails, nothing of it stays open: TypeORM leaves a pool behind whose first statement failed, and
 * the timer of such a pool keeps the process alive, so that a command of the command line would do its work and never end.
 */
async function openDataSource(options) {
    const dataSource = new typeorm_1.DataSource(options);
    try {
        return await dataSource.initialize();
    }
    catch (error) {
        // Not waited for: a connection that does not answer may not answer this either. Where nothing was opened, it fails.
        dataSource.driver.disconnect().catch(() => undefined);
        throw error;
    }
}
//# sourceMappingURL=data-source.js.map