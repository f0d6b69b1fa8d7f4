"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.DeliveryLane1763810000000 = void 0;
/** Rows that are there already have no lane: they share it with nobody. */
const SQLITE = `"lane" varchar(16) NOT NULL DEFAULT ('')`;
const MYSQL = `\`lane\` varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT ''`;
const TABLES = ['channel', 'delivery'];
/** Not with TypeORM's own `addColumn`: on SQLite it makes the table anew, and dropping the old one takes what points to it along. */
class DeliveryLane1763810000000 {
    constructor() {
        this.name = 'DeliveryLane1763810000000';
    }
    async up(runner) {
        const column = runner.dataSource.options.type === 'better-sqlite3' ? SQLITE : MYSQL;
        for (const table of TABLES)
            if (!(await runner.hasColumn(table, 'lane')))
                await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column}`);
    }
    async down(runner) {
        for (const table of TABLES)
            if (await runner.hasColumn(table, 'lane'))
                await runner.query(`ALTER TABLE ${table} DROP COLUMN lane`);
    }
}
exports.DeliveryLane1763810000000 = DeliveryLane1763810000000;
//# sourceMappingURL=1763810000000-delivery-lane.js.map