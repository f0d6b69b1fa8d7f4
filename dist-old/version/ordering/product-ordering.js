"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ProductOrdering = void 0;
exports.orderingFor = orderingFor;
const key_text_1 = require("./key-text");
const pattern_1 = require("./pattern");
const scheme_registry_1 = require("./scheme-registry");
/** Reads the version labels of one product. */
class ProductOrdering {
    constructor(settings) {
        this.scheme = (0, scheme_registry_1.schemeFor)(settings);
        this.tag = (0, pattern_1.compilePattern)(settings.tagPattern);
        this.ignore = (0, pattern_1.compilePattern)(settings.ignorePattern);
        this.early = (0, pattern_1.compilePattern)(settings.prereleasePattern);
    }
    /** Key, flags and validity of a label. Never throws. */
    read(label, hints = {}) {
        const short = (0, key_text_1.cutVersion)(label);
        const taken = this.tag ? this.tag.group(short) : short;
        const version = taken ?? short;
        const found = (pattern) => pattern !== null && (pattern.find(short) || pattern.find(version));
        return {
            key: this.scheme.key(version, hints),
            prerelease: found(this.early) || (hints.prerelease ?? this.scheme.prerelease(version)),
            valid: this.scheme.valid(version),
            ignored: taken === null || found(this.ignore),
        };
    }
    /** Keys of all versions of a series such as `1.2`, or null if that is not a series. */
    seriesRange(series) {
        return this.scheme.seriesRange(series);
    }
}
exports.ProductOrdering = ProductOrdering;
/** How many products' settings stay compiled; most products share the empty ones. */
const CACHE_SIZE = 1_000;
const cache = new Map();
/** The ordering for a product's settings; equal settings share one. */
function orderingFor(settings) {
    const { scheme, calverPattern, tagPattern, ignorePattern, prereleasePattern } = settings;
    const name = JSON.stringify([scheme, calverPattern, tagPattern, ignorePattern, prereleasePattern].map((v) => v || null));
    let ordering = cache.get(name);
    if (ordering)
        cache.delete(name);
    else
        ordering = new ProductOrdering(settings);
    cache.set(name, ordering);
    if (cache.size > CACHE_SIZE)
        cache.delete(cache.keys().next().value);
    return ordering;
}
//# sourceMappingURL=product-ordering.js.map