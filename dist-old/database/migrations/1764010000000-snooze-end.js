"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.SnoozeEnd1764010000000 = void 0;
/** Snoozes that have not ended are told of at their end too; `evaluate_at` is that end while a favorite is snoozed. */
const TAKE_OVER = `UPDATE favorite SET wake_at = evaluate_at
  WHERE wake_at IS NULL AND evaluate_at IS NOT NULL
    AND evaluate_at = (SELECT p.snoozed_until FROM favorite_policy p WHERE p.favorite_id = favorite.id)`;
/** Each statement can be run again. */
class SnoozeEnd1764010000000 {
    constructor() {
        this.name = 'SnoozeEnd1764010000000';
    }
    async up(runner) {
        if (!(await runner.hasColumn('favorite', 'wake_at')))
            await runner.query('ALTER TABLE favorite ADD COLUMN wake_at datetime(6) NULL');
        await runner.query(TAKE_OVER);
    }
    async down(runner) {
        if (await runner.hasColumn('favorite', 'wake_at'))
            await runner.query('ALTER TABLE favorite DROP COLUMN wake_at');
    }
}
exports.SnoozeEnd1764010000000 = SnoozeEnd1764010000000;
//# sourceMappingURL=1764010000000-snooze-end.js.map