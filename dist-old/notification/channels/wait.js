"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.waitOf = waitOf;
const DAY = 86_400;
/** Seconds to wait, as a provider says them in its body: whole ones, 1 to 86,400. Null for what is no number. */
function waitOf(seconds) {
    return typeof seconds === 'number' && Number.isFinite(seconds)
        ? Math.min(Math.max(Math.ceil(seconds), 1), DAY)
        : null;
}
//# sourceMappingURL=wait.js.map