"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.unnamedIdentity = exports.versionEntryOf = exports.recordOf = exports.UNNAMED_SOURCE = void 0;
exports.isOwner = isOwner;
const node_crypto_1 = require("node:crypto");
const moment_1 = require("../../common/moment");
const text_1 = require("../../common/text");
/** How a product without a source is known in its row. */
exports.UNNAMED_SOURCE = 'name:';
/** The record of a product, whose keys are always in this order; what is not known is left out. */
const recordOf = (publisher, software, feed, versions) => ({
    source: sourceOf(software.identity),
    publisher: known({
        name: publisher.name,
        url: publisher.url,
        support_url: publisher.support_url,
        privacy_url: publisher.privacy_url,
    }),
    software: known({
        name: software.name,
        short_description: software.short_description,
        description: software.description,
        url: software.url,
    }),
    ordering: orderingOf(software),
    feed,
    versions,
});
exports.recordOf = recordOf;
const versionEntryOf = ({ version, released_at, removed_at, source_prerelease, notes_url }) => known({
    version,
    released_at: released_at && momentOf(released_at),
    removed_at: removed_at && momentOf(removed_at),
    prerelease: source_prerelease === null ? null : Boolean(source_prerelease),
    notes_url,
});
exports.versionEntryOf = versionEntryOf;
const known = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
function sourceOf(identity) {
    if (identity.startsWith(exports.UNNAMED_SOURCE))
        return undefined;
    const colon = identity.indexOf(':');
    return { kind: identity.slice(0, colon), id: identity.slice(colon + 1) };
}
/** Absent for what every product starts with: it would take an ordering away elsewhere that somebody has set. */
function orderingOf({ scheme, calver_pattern, tag_pattern, ignore_pattern, prerelease_pattern }) {
    const patterns = known({ calver_pattern, tag_pattern, ignore_pattern, prerelease_pattern });
    return scheme === 'generic' && Object.keys(patterns).length === 0 ? undefined : { scheme, ...patterns };
}
/** A day where only the day is known, as most sources say it. */
const momentOf = (moment) => moment.endsWith(' 00:00:00.000000') ? moment.slice(0, 10) : (0, moment_1.toApiMoment)(moment).replace(/\.?0*Z$/, 'Z');
/** Whether the publisher's facts came with this product: see `Publisher.factsFrom`. */
function isOwner(publisher, { identity, name }) {
    return publisher.facts_from === (identity.startsWith(exports.UNNAMED_SOURCE) ? (0, exports.unnamedIdentity)(name) : identity);
}
/** Of a product without a source within its publisher, in the length of a column. */
const unnamedIdentity = (name) => `${exports.UNNAMED_SOURCE}${(0, node_crypto_1.createHash)('sha256').update((0, text_1.foldName)(name)).digest('hex')}`;
exports.unnamedIdentity = unnamedIdentity;
//# sourceMappingURL=record-writer.js.map