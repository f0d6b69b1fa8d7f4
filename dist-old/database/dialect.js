"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.dialectOf = void 0;
const assign = (assignments) => Object.entries(assignments)
    .map(([column, sql]) => `${column} = ${sql}`)
    .join(', ');
const SQLITE_FORMAT = `'%Y-%m-%d %H:%M:%f000'`;
const sqlite = {
    kind: 'sqlite',
    embedded: true,
    now: `strftime(${SQLITE_FORMAT}, 'now')`,
    nowPlus: `strftime(${SQLITE_FORMAT}, 'now', ? || ' seconds')`,
    after: (from, seconds) => `strftime(${SQLITE_FORMAT}, ${from}, (${seconds}) || ' seconds')`,
    secondsBetween: (from, to) => `CAST(strftime('%s', ${to}) - strftime('%s', ${from}) AS INTEGER)`,
    unixSeconds: (moment) => `CAST(strftime('%s', ${moment}) AS INTEGER)`,
    thenJoin: 'CROSS JOIN',
    byIndex: () => '',
    pageOf: (column) => `${column} = ? AND ${column} = ?`,
    updateJoined: (table, { source, on, set, where }) => `UPDATE ${table} SET ${set} FROM (${source}) e WHERE ${on} AND ${where}`,
    givenRows: (columns) => {
        const values = Object.keys(columns).map((name, place) => `value ->> ${place} AS ${name}`);
        return `SELECT ${values.join(', ')} FROM json_each(?)`;
    },
    uuid: 'uuid()',
    keepExisting: () => 'ON CONFLICT DO NOTHING',
    // Only one transaction runs at a time on the embedded database, so nothing can change under it.
    forUpdate: '',
    forShare: '',
    forUpdateSkipLocked: '',
    onDuplicate: (key, assignments) => `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${assign(assignments)}`,
};
const GIVEN = {
    integer: 'BIGINT',
    moment: 'DATETIME(6)',
    text: 'VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin',
};
/** Also MariaDB: both understand every form used here. */
const mysql = (kind) => ({
    kind,
    embedded: false,
    now: 'UTC_TIMESTAMP(6)',
    nowPlus: 'TIMESTAMPADD(SECOND, ?, UTC_TIMESTAMP(6))',
    after: (from, seconds) => `TIMESTAMPADD(SECOND, ${seconds}, ${from})`,
    secondsBetween: (from, to) => `TIMESTAMPDIFF(SECOND, ${from}, ${to})`,
    unixSeconds: (moment) => `TIMESTAMPDIFF(SECOND, '1970-01-01 00:00:00.000000', ${moment})`,
    thenJoin: 'STRAIGHT_JOIN',
    byIndex: (name) => `FORCE INDEX (${name})`,
    pageOf: (column) => `${column} >= ? AND ${column} <= ?`,
    updateJoined: (table, { source, on, set, where }) => `UPDATE (${source}) e STRAIGHT_JOIN ${table} ON ${on} SET ${set} WHERE ${where}`,
    givenRows: (columns) => {
        const values = Object.entries(columns).map(([name, type], place) => `${name} ${GIVEN[type]} PATH '$[${place}]'`);
        return `SELECT * FROM JSON_TABLE(?, '$[*]' COLUMNS (${values.join(', ')})) given`;
    },
    uuid: 'UUID()',
    // Not INSERT IGNORE: that would also hide cut values and broken foreign keys.
    keepExisting: (table) => `ON DUPLICATE KEY UPDATE ${table}.id = ${table}.id`,
    forUpdate: 'FOR UPDATE',
    forShare: 'LOCK IN SHARE MODE',
    forUpdateSkipLocked: 'FOR UPDATE SKIP LOCKED',
    onDuplicate: (_key, assignments) => `ON DUPLICATE KEY UPDATE ${assign(assignments)}`,
});
const dialectOf = (kind) => (kind === 'sqlite' ? sqlite : mysql(kind));
exports.dialectOf = dialectOf;
//# sourceMappingURL=dialect.js.map