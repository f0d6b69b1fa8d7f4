"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.callbackPool = callbackPool;
const answered_1 = require("./answered");
/**
 * TypeORM's pool for a library that runs its own statements, with our bound on how long one may take (`answeredOn`). What becomes of a
 * ROLLBACK is nobody's concern: a connection that is gone has rolled back, and without a callback mysql2 would throw.
 */
function callbackPool(dataSource, seconds) {
    const borrow = () => dataSource.driver.obtainMasterConnection();
    return {
        getConnection: (done) => void borrow().then((connection) => done(null, bounded(connection, seconds)), done),
    };
}
function bounded(connection, seconds) {
    const query = (statement, parameters, last) => {
        const done = (typeof parameters === 'function' ? parameters : last);
        const values = Array.isArray(parameters) ? parameters : [];
        const ask = () => new Promise((resolve, reject) => {
            connection.query(statement, values, (error, result) => (error ? reject(error) : resolve(result)));
        });
        void (0, answered_1.answeredOn)(connection, seconds, ask).then((result) => done(null, result), done);
    };
    return { query, rollback: () => query('ROLLBACK', [], () => undefined), release: () => connection.release() };
}
//# sourceMappingURL=callback-pool.js.map