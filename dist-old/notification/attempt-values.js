"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.cut = exports.attemptValues = void 0;
const text_1 = require("../common/text");
/** What the log has of an attempt: by column an expression with one parameter, and that. */
const attemptValues = (dialect, outcome, ms) => ({
    started_at: [dialect.nowPlus, -Math.round(ms / 1_000)],
    ms: ['?', Math.round(ms)],
    outcome: ['?', outcome.kind],
    code: ['?', (0, exports.cut)(outcome.code === undefined ? null : String(outcome.code).replace(/[^\x20-\x7e]/g, '?'), 32)],
    reason: ['?', (0, exports.cut)(outcome.reason ?? null, 500)],
    excerpt: ['?', (0, exports.cut)(outcome.excerpt ?? null, 500)],
});
exports.attemptValues = attemptValues;
const cut = (text, max) => (text === null ? null : (0, text_1.firstCharacters)(text, max));
exports.cut = cut;
//# sourceMappingURL=attempt-values.js.map