"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.serverDriver = serverDriver;
const mysql2_1 = require("mysql2");
/**
 * mysql2, on whose connections the server ends a session that is idle for `seconds`. When a connection dies in silence the server does
 * not notice either, and by its own default it would keep the locks of an open transaction for eight hours.
 */
function serverDriver(seconds) {
    return {
        createPool: (options) => {
            const pool = (0, mysql2_1.createPool)(options);
            pool.on('connection', (connection) => {
                // Comes before whatever the connection was opened for. What is wrong with it then shows there.
                connection.query(`SET SESSION wait_timeout = ${seconds}`, () => undefined);
                // For good, instead of one more statement for each transaction; why: see `Database`.
                connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', () => undefined);
            });
            return pool;
        },
    };
}
//# sourceMappingURL=server-driver.js.map