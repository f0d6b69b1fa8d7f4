"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ReleaseNotes1763910000000 = void 0;
const SQLITE = '"notes_url" varchar(2048)';
const MYSQL = '`notes_url` varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL';
class ReleaseNotes1763910000000 {
    constructor() {
        this.name = 'ReleaseNotes1763910000000';
    }
    async up(runner) {
        const column = runner.dataSource.options.type === 'better-sqlite3' ? SQLITE : MYSQL;
        if (!(await runner.hasColumn('version', 'notes_url')))
            await runner.query(`ALTER TABLE version ADD COLUMN ${column}`);
    }
    async down(runner) {
        if (await runner.hasColumn('version', 'notes_url'))
            await runner.query('ALTER TABLE version DROP COLUMN notes_url');
    }
}
exports.ReleaseNotes1763910000000 = ReleaseNotes1763910000000;
//# sourceMappingURL=1763910000000-release-notes.js.map