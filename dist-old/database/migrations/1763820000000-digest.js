"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Digest1763820000000 = void 0;
const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin NULL';
/** Table, column, and what it is on SQLite and on a server. */
const COLUMNS = [
    ['channel', 'digest', 'varchar(64)', `varchar(64) ${ASCII}`],
    ['channel', 'quiet_hours', 'varchar(80)', `varchar(80) ${ASCII}`],
    ['delivery', 'collect_at', 'datetime(6)', 'datetime(6) NULL'],
    ['delivery', 'digest_id', 'varchar(36)', `varchar(36) ${ASCII}`],
    ['delivery', 'at_once', 'boolean NOT NULL DEFAULT (0)', 'tinyint NOT NULL DEFAULT 0'],
];
const INDEXES = {
    delivery_collect: 'collect_at, channel_id',
    delivery_channel_collect: 'channel_id, collect_at',
    delivery_digest: 'digest_id, next_at',
};
/** The version before knows no digests: what waits for one is due at once, each by itself. */
const RELEASE_COLLECTED = `UPDATE delivery SET next_at = collect_at WHERE state = 'queued' AND next_at IS NULL AND collect_at IS NOT NULL`;
/** Not with TypeORM's own `addColumn`: see the migration before. Each statement can be run again. */
class Digest1763820000000 {
    constructor() {
        this.name = 'Digest1763820000000';
    }
    async up(runner) {
        const sqlite = runner.dataSource.options.type === 'better-sqlite3';
        for (const [table, column, onSqlite, onServer] of COLUMNS)
            if (!(await runner.hasColumn(table, column)))
                await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${sqlite ? onSqlite : onServer}`);
        const there = await indexesOf(runner);
        for (const [index, columns] of Object.entries(INDEXES))
            if (!there.has(index))
                await runner.query(`CREATE INDEX ${index} ON delivery (${columns})`);
    }
    async down(runner) {
        const sqlite = runner.dataSource.options.type === 'better-sqlite3';
        if (await runner.hasColumn('delivery', 'collect_at'))
            await runner.query(RELEASE_COLLECTED);
        const there = await indexesOf(runner);
        for (const index of Object.keys(INDEXES))
            if (there.has(index))
                await runner.query(`DROP INDEX ${index}${sqlite ? '' : ' ON delivery'}`);
        for (const [table, column] of COLUMNS)
            if (await runner.hasColumn(table, column))
                await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
    }
}
exports.Digest1763820000000 = Digest1763820000000;
async function indexesOf(runner) {
    const table = await runner.getTable('delivery');
    return new Set(table?.indices.map(({ name }) => name));
}
//# sourceMappingURL=1763820000000-digest.js.map