"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.UserSubject1764121000000 = void 0;
/** Who a user is at an issuer of OpenID Connect. */
const COLUMNS = ['issuer', 'subject'];
const ON_SQLITE = 'varchar(255)';
const ON_SERVER = 'varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL';
const INDEX = 'user_subject';
/** Each statement can be run again. */
class UserSubject1764121000000 {
    constructor() {
        this.name = 'UserSubject1764121000000';
    }
    async up(runner) {
        const sqlite = runner.dataSource.options.type === 'better-sqlite3';
        for (const column of COLUMNS)
            if (!(await runner.hasColumn('user', column)))
                await runner.query(`ALTER TABLE user ADD COLUMN ${column} ${sqlite ? ON_SQLITE : ON_SERVER}`);
        if (!(await hasIndex(runner)))
            await runner.query(`CREATE UNIQUE INDEX ${INDEX} ON user (${COLUMNS.join(', ')})`);
    }
    async down(runner) {
        const sqlite = runner.dataSource.options.type === 'better-sqlite3';
        if (await hasIndex(runner))
            await runner.query(`DROP INDEX ${INDEX}${sqlite ? '' : ' ON user'}`);
        for (const column of COLUMNS)
            if (await runner.hasColumn('user', column))
                await runner.query(`ALTER TABLE user DROP COLUMN ${column}`);
    }
}
exports.UserSubject1764121000000 = UserSubject1764121000000;
async function hasIndex(runner) {
    const table = await runner.getTable('user');
    return table.indices.some(({ name }) => name === INDEX);
}
//# sourceMappingURL=1764121000000-user-subject.js.map