"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Links = void 0;
const problem_1 = require("../problem/problem");
/** RFC 9110, 7.2: a name or an address, and perhaps a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
/** Makes absolute URLs: `PUBLIC_URL` when it is set, else the request's own origin. */
class Links {
    constructor(origin) {
        this.origin = origin;
        this.software = (id) => this.to(`software/${id}`);
        this.versions = (softwareId) => this.to(`software/${softwareId}/versions`);
        this.publisher = (id) => this.to(`publisher/${id}`);
        /** Pages for people who have no token of the API. */
        this.confirm = (token) => `${this.origin}/confirm/${token}`;
        this.unsubscribe = (token) => `${this.origin}/u/${token}`;
        this.manage = (token) => `${this.origin}/update/${token}`;
        this.favorite = (id) => this.to(`favorite/${id}`);
        this.channel = (id) => this.to(`channel/${id}`);
    }
    /** @throws Problem 400 when the request names a host that cannot be one, or none where HTTP wants one (RFC 9112, 3.2) */
    static of(config, request) {
        const host = request.host; // HTTP/1.0 may name none
        if (!host && request.httpVersion === '1.1')
            throw new problem_1.Problem('bad-request', 'The request has no Host header.');
        if (config.publicUrl !== null || !host)
            return Links.withoutRequest(config);
        if (!HOST.test(host))
            throw new problem_1.Problem('bad-request', 'The Host header is not a host.');
        return new Links(`${request.protocol}://${host}`);
    }
    /** Links that leave the service without a request at hand, such as those in an e-mail. */
    static withoutRequest(config) {
        const host = config.host.includes(':') ? `[${config.host}]` : config.host;
        return new Links(config.publicUrl ?? `http://${host}:${config.port}`);
    }
    /** `.../api/v1/<path>` */
    to(path) {
        return `${this.origin}/api/v1/${path}`;
    }
}
exports.Links = Links;
//# sourceMappingURL=links.js.map