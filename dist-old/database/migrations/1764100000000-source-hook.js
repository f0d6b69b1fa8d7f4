"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.SourceHook1764100000000 = void 0;
/** When a source that a release webhook named is asked a second time. */
const COLUMN = 'again_at';
class SourceHook1764100000000 {
    constructor() {
        this.name = 'SourceHook1764100000000';
    }
    async up(runner) {
        if (!(await runner.hasColumn('software_source', COLUMN)))
            await runner.query(`ALTER TABLE software_source ADD COLUMN ${COLUMN} datetime(6) NULL`);
    }
    async down(runner) {
        if (await runner.hasColumn('software_source', COLUMN))
            await runner.query(`ALTER TABLE software_source DROP COLUMN ${COLUMN}`);
    }
}
exports.SourceHook1764100000000 = SourceHook1764100000000;
//# sourceMappingURL=1764100000000-source-hook.js.map