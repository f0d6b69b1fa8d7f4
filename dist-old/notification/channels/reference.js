"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.withReference = withReference;
/**
 * The letter with the last eight characters of the delivery's id in its footer (the first ones are a time, the same for all of a
 * minute): for providers that take no key by which they drop a repeated message, so that at least a person sees that two are one.
 */
function withReference(letter, id) {
    return { ...letter, footer: [letter.footer, `Ref. ${id.slice(-8)}`].filter(Boolean).join(' · ') };
}
//# sourceMappingURL=reference.js.map