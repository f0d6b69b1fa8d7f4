"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.SaidInBatch = exports.SaidFacts = void 0;
const record_1 = require("./record");
/** About 35 MB. What an import says beyond that is not remembered. */
const MAX_FACTS = 500_000;
/**
 * What the lines of one import said so far. Two lines may be about one product and complete each other; they must not
 * contradict each other, or each import of the same file would change the product to and fro.
 */
class SaidFacts {
    constructor() {
        /** Hash of the value by the hash of product and fact: the facts themselves may be of any size. */
        this.known = new Map();
    }
    /** For one transaction, after which they are kept or forgotten. */
    begin() {
        return new SaidInBatch(this.known);
    }
}
exports.SaidFacts = SaidFacts;
class SaidInBatch {
    constructor(known) {
        this.known = known;
        this.added = new Map();
    }
    /** @returns the fact of which an earlier line said something else; null = none, and this line is remembered */
    add(softwareId, record) {
        const said = factsOf(record).map(({ field, version, value }) => ({
            field,
            version,
            key: hash(`${softwareId}\n${field}\n${version ?? ''}`),
            value: hash(value),
        }));
        const contradicted = said.find(({ key, value }) => {
            const before = this.added.get(key) ?? this.known.get(key);
            return before !== undefined && before !== value;
        });
        if (contradicted)
            return contradiction(contradicted.field, contradicted.version);
        for (const { key, value } of said)
            this.added.set(key, value);
        return null;
    }
    /** The transaction is committed. */
    keep() {
        for (const [key, value] of this.added)
            if (this.known.size < MAX_FACTS)
                this.known.set(key, value);
    }
}
exports.SaidInBatch = SaidInBatch;
function contradiction(field, version) {
    const what = version === null ? field : `${field} of ${JSON.stringify(version)}`;
    return new record_1.RecordError(`${what} is not what an earlier line of this import says of the same product`, field);
}
function factsOf({ publisher, software, ordering, feed, versions }) {
    const product = {
        'publisher.name': publisher.name,
        'publisher.url': publisher.url,
        'publisher.support_url': publisher.supportUrl,
        'publisher.privacy_url': publisher.privacyUrl,
        'software.name': software.name,
        'software.short_description': software.shortDescription,
        'software.description': software.description,
        'software.url': software.url,
        ordering: ordering && JSON.stringify(ordering),
        feed: feed && JSON.stringify(feed),
    };
    const ofVersions = versions.map(({ label, releasedAt, removedAt, prerelease, notesUrl }) => said(label, {
        'versions[].released_at': releasedAt,
        // Silence says something here: that the version is offered.
        'versions[].removed_at': removedAt ?? '',
        'versions[].prerelease': prerelease === null ? null : String(prerelease),
        'versions[].notes_url': notesUrl,
    }));
    return [said(null, product), ...ofVersions].flat();
}
const said = (version, values) => Object.entries(values).flatMap(([field, value]) => (value === null ? [] : [{ field, version, value }]));
/** 53 bits, which tell a million facts apart (cyrb53, public domain); fast, as it is made for each fact of an import. */
function hash(text) {
    let high = 0xdeadbeef;
    let low = 0x41c6ce57;
    for (let index = 0; index < text.length; index++) {
        const unit = text.charCodeAt(index);
        high = Math.imul(high ^ unit, 2_654_435_761);
        low = Math.imul(low ^ unit, 1_597_334_677);
    }
    high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
    low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
    return 2 ** 32 * (0x1fffff & low) + (high >>> 0);
}
//# sourceMappingURL=said-facts.js.map