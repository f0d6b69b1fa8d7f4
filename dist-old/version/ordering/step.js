"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.STEPS = void 0;
exports.kindOfStep = kindOfStep;
const generic_scheme_1 = require("./generic.scheme");
/** How far apart two versions are, for the wording of messages: the largest step first. */
exports.STEPS = ['major', 'minor', 'patch', 'other'];
/** By the place of the number that changed; those behind the third are patches too. */
const BY_PLACE = ['major', 'minor', 'patch'];
/**
 * Which number changed first: 1.2.3 -> 2.0 is major, -> 1.3 minor, -> 1.2.4 or 1.2.3.1 patch; other if only words, builds or the
 * epoch differ, or nothing does. Reads both the generic way, whatever the scheme.
 */
function kindOfStep(from, to) {
    const [a, b] = [(0, generic_scheme_1.readGeneric)(from), (0, generic_scheme_1.readGeneric)(to)];
    if (a.epoch !== b.epoch)
        return 'other';
    const [before, after] = [leadingNumbers(a.parts), leadingNumbers(b.parts)];
    for (let i = 0; i < Math.max(before.length, after.length); i += 1) {
        if ((before[i] ?? '0') !== (after[i] ?? '0'))
            return BY_PLACE[i] ?? 'patch';
    }
    return 'other';
}
function leadingNumbers(parts) {
    const end = parts.findIndex((part) => part < '0');
    return end < 0 ? parts : parts.slice(0, end);
}
//# sourceMappingURL=step.js.map