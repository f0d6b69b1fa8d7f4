"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.SourceWeb = exports.NotModified = void 0;
exports.headerOf = headerOf;
exports.nextPage = nextPage;
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const retry_after_1 = require("../../common/outgoing-http/retry-after");
const bounds_1 = require("./bounds");
const read_1 = require("./read");
const source_1 = require("./source");
/** The source says that nothing has changed since the last fetch. No error, and the most frequent answer: it needs no stack. */
class NotModified {
}
exports.NotModified = NotModified;
/** Bytes. The largest documents of public sources are package indexes of some ten megabytes. */
const MAX_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Objects, lists and their members: at worst half a second of work. The longest package indexes have half as many. */
const MAX_JSON_PARTS = 1_000_000;
const MAX_REDIRECTS = 3;
/** Requests of one fetch: paging must end. */
const MAX_REQUESTS = 30;
const REDIRECTS = [301, 302, 303, 307, 308];
const CREDENTIALS = /^(authorization|private-token|cookie)$/i;
/** Seconds after a 403 or 429 that does not say how long. */
const OVERLOAD_PAUSE = 300;
/**
 * The web as one fetch of a source sees it: through the address guard, bounded in size, time and number, conditional, and with errors
 * in plain words. The first request carries the validators of the last fetch, and a 304 to it ends the fetch.
 */
class SourceWeb {
    /** @param known validators of the last fetch that brought an answer */
    constructor(http, known = null, manners = { turn: () => Promise.resolve(), totalMs: Infinity }) {
        this.http = http;
        this.known = known;
        this.manners = manners;
        /** Those of the first answer, for the next fetch. */
        this.validators = null;
        /** Seconds for which the host wants to be left alone, as its answers said; null = they did not. */
        this.rest = null;
        this.requests = 0;
        /** Bytes of all answers. */
        this.read = 0;
        this.room = null;
        this.begun = performance.now();
        this.onBytes = (bytes) => this.makeRoom(bytes);
    }
    /** @throws SourceError, NotModified */
    async get(url, request = {}) {
        const isFirst = this.requests === 0;
        const headers = {};
        if (request.accept)
            headers['accept'] = request.accept;
        Object.assign(headers, request.headers);
        if (isFirst)
            this.addConditions(headers);
        const { method = 'GET', body, encoding } = request;
        const answer = await this.follow({ method, url, headers, body, encoding }, MAX_REDIRECTS);
        if (isFirst && answer.status === 304)
            throw new NotModified();
        if (isFirst)
            this.validators = validatorsOf(answer);
        if (answer.status === 200 || request.expect?.includes(answer.status))
            return whole(answer);
        throw errorOf(answer);
    }
    /** @throws SourceError, NotModified */
    async json(url, request = {}) {
        return this.parse(await this.get(url, { accept: 'application/json', ...request }));
    }
    /**
     * The objects of a list of several pages; that there is a next one, and where, is said by a `Link` header (RFC 8288).
     * @param most pages that are read
     * @param pageUrl where the second page and those after it are, when the server may name itself wrongly
     * @throws SourceError, NotModified
     */
    async pages(url, most, request = {}, pageUrl = (_page, next) => next) {
        const found = [];
        let here = url;
        for (let page = 1;; page++) {
            const answer = await this.get(here, { accept: 'application/json', ...request });
            found.push(...(0, read_1.objectsOf)(this.parse(answer)));
            const next = nextPage(answer, here);
            if (next === null || page >= most)
                return found;
            here = pageUrl(page + 1, next);
        }
    }
    /**
     * The answer as it was sent, for what is not text.
     * @throws SourceError, NotModified
     */
    async bytes(url, request = {}) {
        const { body } = await this.get(url, { ...request, encoding: 'latin1' });
        return Buffer.from(body, 'latin1');
    }
    /**
     * @param maxParts objects, lists and their members that it may have
     * @throws SourceError when the answer is not JSON, or too much of it
     */
    parse({ body }, maxParts = MAX_JSON_PARTS) {
        (0, bounds_1.boundParts)(body, '[{,', maxParts);
        try {
            return JSON.parse(body);
        }
        catch {
            throw new source_1.SourceError('The answer is not JSON', null, 'format');
        }
    }
    /** Gives back the room that its answers took: they are not needed any more. */
    close() {
        // A wait for room that has not ended yet ends some time, and gives it back then.
        void this.room?.then((leave) => leave());
        this.room = null;
    }
    async makeRoom(bytes) {
        this.read += bytes;
        const { room } = this.manners;
        if (!room || this.read <= room.from)
            return;
        this.room ??= room.enter();
        await this.room;
    }
    addConditions(headers) {
        const { etag, lastModified } = this.known ?? {};
        if (etag)
            headers['if-none-match'] = etag;
        if (lastModified)
            headers['if-modified-since'] = lastModified;
    }
    /** Each step goes through the guard again; what identifies us stays with the host that it is for. */
    async follow(request, left) {
        const answer = await this.send(request);
        if (!REDIRECTS.includes(answer.status))
            return answer;
        const target = targetOf(answer, request.url);
        if (target === null || left === 0)
            throw new source_1.SourceError('The address leads in circles, or nowhere', null, answer.status);
        const sameOrigin = target.origin === new URL(request.url).origin;
        const headers = Object.entries(request.headers ?? {}).filter(([name]) => sameOrigin || !CREDENTIALS.test(name));
        return this.follow({ ...request, url: target.href, headers: Object.fromEntries(headers) }, left - 1);
    }
    async send(request) {
        if (++this.requests > MAX_REQUESTS)
            throw new source_1.SourceError(`More than ${MAX_REQUESTS} pages`, null, 'paging');
        await this.manners.turn();
        const left = this.manners.totalMs - (performance.now() - this.begun);
        if (left <= 0)
            throw new source_1.SourceError('The answers took too long, all together', null, 'timeout');
        try {
            // Written out: to spread one object into another takes as long as to send it.
            const answer = await this.http.request({
                method: request.method,
                url: request.url,
                headers: request.headers,
                body: request.body,
                encoding: request.encoding,
                timeoutMs: Math.ceil(Math.min(TIMEOUT_MS, left)),
                signal: this.manners.signal,
                maxBytes: MAX_BYTES,
                onBytes: this.onBytes,
            });
            this.rest = restAfter(answer) ?? this.rest;
            return answer;
        }
        catch (error) {
            if (error instanceof outgoing_http_1.OutgoingError)
                throw new source_1.SourceError(error.message, null, error.hidden ? 'unreachable' : error.kind);
            throw error;
        }
    }
}
exports.SourceWeb = SourceWeb;
/** The first value of a header. */
function headerOf({ headers }, name) {
    const value = headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? null;
}
/** The URL of the next page, by a `Link` header (RFC 8288). */
function nextPage(answer, url) {
    const link = /<([^<>]{1,2000})>\s*;[^,]*\brel="?next"?/.exec(headerOf(answer, 'link') ?? '');
    try {
        return link ? new URL(link[1], url).href : null;
    }
    catch {
        return null;
    }
}
function targetOf(answer, url) {
    try {
        return new URL(headerOf(answer, 'location') ?? '', url);
    }
    catch {
        return null;
    }
}
function whole(answer) {
    if (answer.cut)
        throw new source_1.SourceError(`The answer is longer than ${MAX_BYTES / 1024 / 1024} MB, or was cut off`, null, 'size');
    return answer;
}
function validatorsOf(answer) {
    const [etag, lastModified] = ['etag', 'last-modified'].map((name) => {
        const value = headerOf(answer, name);
        // What does not fit is no validator: the next fetch just asks for everything.
        return value !== null && value.length <= 255 && /^[\x20-\x7e]+$/.test(value) ? value : null;
    });
    return etag || lastModified ? { etag, lastModified } : null;
}
/** An answer may be good and the last one that the host allows for now. */
function restAfter(answer) {
    if (answer.status === 429)
        return pauseOf(answer) ?? OVERLOAD_PAUSE;
    return answer.status < 400 || answer.status === 403 || answer.status === 503 ? pauseOf(answer) : null;
}
function errorOf(answer) {
    const { status } = answer;
    const pause = pauseOf(answer);
    if (status === 429 || (status === 403 && pause !== null))
        return new source_1.SourceError('The source asks for fewer requests', pause ?? OVERLOAD_PAUSE, status);
    const words = WORDS[status] ?? (status >= 500 ? 'The source has an error of its own' : 'The source refuses the request');
    return new source_1.SourceError(`${words} (${status})`, pause, status);
}
const WORDS = {
    401: 'The source wants other credentials',
    403: 'The source does not let us read this',
    404: 'The source has nothing of this name',
    410: 'The source has removed this',
};
/** `Retry-After`, or the reset of an exhausted limit (GitHub, GitLab: seconds since 1970); seconds. */
function pauseOf(answer) {
    const asked = (0, retry_after_1.parseRetryAfter)(answer.headers['retry-after']);
    if (asked !== null)
        return asked;
    const left = headerOf(answer, 'x-ratelimit-remaining') ?? headerOf(answer, 'ratelimit-remaining');
    const reset = Number(headerOf(answer, 'x-ratelimit-reset') ?? headerOf(answer, 'ratelimit-reset'));
    if (left !== '0' || !Number.isFinite(reset))
        return null;
    return Math.min(86_400, Math.max(1, Math.ceil(reset - Date.now() / 1_000)));
}
//# sourceMappingURL=source-web.js.map