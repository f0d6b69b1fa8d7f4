"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.contentOfOne = void 0;
exports.linesOf = linesOf;
exports.endOf = endOf;
const step_1 = require("../../version/ordering/step");
const timing_1 = require("./timing");
const contentOfOne = (delivery) => ({
    lines: [delivery],
    total: 1,
    timestamp: delivery.notified_at,
    steps: [{ id: delivery.id, step: (0, timing_1.stepOf)(delivery) }],
});
exports.contentOfOne = contentOfOne;
/** The newest version of each favorite, the largest steps first, then by name. */
function linesOf(members) {
    const newest = new Map();
    for (const member of members) {
        const known = newest.get(member.favorite_id);
        if (!known || isNewer(member, known))
            newest.set(member.favorite_id, member);
    }
    return [...newest.values()]
        .map((member) => ({ member, rank: step_1.STEPS.indexOf((0, timing_1.stepOf)(member)) }))
        .sort((a, b) => a.rank - b.rank || byName(a.member, b.member))
        .map(({ member }) => member);
}
/** Also the first word of a version, rather than a reminder of it. */
const isNewer = (a, b) => a.version_key > b.version_key || (a.version_key === b.version_key && a.reminder < b.reminder);
const names = new Intl.Collator('en', { numeric: true });
const byName = (a, b) => names.compare(a.software_name, b.software_name) || (a.id < b.id ? -1 : 1);
/** Why nothing is to be sent although it was queued; null when it is still wanted. */
function endOf(delivery) {
    if (delivery.expired)
        return { state: 'expired', reason: 'not delivered within a week' };
    const reason = unwantedBecause(delivery);
    return reason === null ? null : { state: 'cancelled', reason };
}
function unwantedBecause(delivery) {
    if (delivery.channel_settings === null)
        return 'the channel was deleted';
    if (!delivery.channel_enabled)
        return 'the channel was switched off';
    if (!delivery.notifications_enabled || !delivery.user_notifications_enabled)
        return 'notifications were switched off';
    if (delivery.version_standing === 0)
        return 'the version was withdrawn';
    if (delivery.skipped)
        return 'the favorite skips this version';
    if (delivery.tracked_key >= delivery.version_key)
        return 'the favorite has moved to this version or a newer one';
    return null;
}
//# sourceMappingURL=content.js.map