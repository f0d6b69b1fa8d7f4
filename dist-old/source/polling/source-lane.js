"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.laneOf = laneOf;
const source_1 = require("../sources/source");
const source_web_1 = require("../sources/source-web");
const LONGEST = 255;
const CREDENTIALS = /^(authorization|private-token)$/i;
class Asked {
    constructor(request) {
        this.request = request;
    }
}
/** Answers nothing: it catches the first request of a fetch before it goes out. */
const catcher = {
    request: (request) => {
        throw new Asked(request);
    },
};
/**
 * Whose limits a source with these settings falls under (`SourceHost`), told by its first request, which is not sent. Hosts count by
 * credentials: a source that brings its own does not wait for those without. Empty when it would ask nobody.
 * @param fingerprint tells credentials apart, and tells nothing of them
 */
async function laneOf(source, settings, fingerprint) {
    try {
        await source.fetch(settings, new source_web_1.SourceWeb(catcher));
        return '';
    }
    catch (thrown) {
        if (thrown instanceof Asked)
            return nameOf(thrown.request, fingerprint);
        if (thrown instanceof source_1.SourceError)
            return '';
        throw thrown;
    }
}
function nameOf({ url, headers = {} }, fingerprint) {
    const [, credentials] = Object.entries(headers).find(([name]) => CREDENTIALS.test(name)) ?? [];
    const ending = credentials ? `#${fingerprint(credentials)}` : '';
    return new URL(url).host.slice(0, LONGEST - ending.length) + ending;
}
//# sourceMappingURL=source-lane.js.map