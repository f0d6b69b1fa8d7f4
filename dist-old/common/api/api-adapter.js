"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ApiAdapter = void 0;
const node_crypto_1 = require("node:crypto");
const node_http_1 = require("node:http");
const platform_express_1 = require("@nestjs/platform-express");
const refusals_1 = require("./refusals");
const isPage = (value) => typeof value === 'object' && value !== null && 'neighbours' in value;
/** RFC 8288. */
function linkHeader(request, neighbours) {
    const path = request.path.replace(/^\//, '');
    return Object.entries(neighbours)
        .map(([relation, query]) => `<${request.links.origin}/${path}${query ? `?${query}` : ''}>; rel="${relation}"`)
        .join(', ');
}
/**
 * Express, and how the answers of controllers are written: everything of the API under `data`, a list's facts under `meta` and its
 * neighbours in `Link`. Here and not in an interceptor, because with the first interceptor Nest sends every request through a
 * stack of Observables, which costs more than all the rest of it (bench/results.md).
 */
class ApiAdapter extends platform_express_1.ExpressAdapter {
    /** @param headerLimit bytes of the request line and the headers together */
    constructor(headerLimit) {
        super();
        this.headerLimit = headerLimit;
    }
    /**
     * Express gives each request and each answer another prototype, which costs the engine what it knew of them: three quarters of
     * Express' own time. Here they are born with that prototype, and giving it to them once more does nothing.
     */
    initHttpServer() {
        const app = this.getInstance();
        class ApiRequest extends node_http_1.IncomingMessage {
        }
        class ApiResponse extends node_http_1.ServerResponse {
        }
        Object.setPrototypeOf(ApiRequest.prototype, app.request);
        Object.setPrototypeOf(ApiResponse.prototype, app.response);
        app.request = ApiRequest.prototype;
        app.response = ApiResponse.prototype;
        const options = {
            IncomingMessage: ApiRequest,
            ServerResponse: ApiResponse,
            maxHeaderSize: this.headerLimit,
            // Whoever names no host is told so by `Links`, as a problem: the server itself would close without a word.
            requireHostHeader: false,
        };
        this.httpServer = (0, node_http_1.createServer)(options, app);
        (0, refusals_1.answerRefusals)(this.httpServer);
    }
    reply(response, body, statusCode) {
        const request = response.req;
        if (body === undefined || !request.path.startsWith('/api/'))
            return super.reply(response, body, statusCode);
        if (!isPage(body))
            return this.send(response, { data: body }, statusCode);
        response.setHeader('Link', linkHeader(request, body.neighbours));
        return this.send(response, { data: body.data, meta: body.meta }, statusCode);
    }
    /** As `response.json`, without what we have no use for: text needs no copy to be counted, and the tag is made in one step. */
    send(response, body, statusCode = response.statusCode) {
        const text = JSON.stringify(body);
        response.statusCode = statusCode;
        if (statusCode === 200 && isRead(response.req)) {
            response.setHeader('ETag', tagOf(text));
            if (response.req.headers['if-none-match'] !== undefined && response.req.fresh)
                return this.notModified(response);
        }
        response.setHeader('Content-Type', 'application/json; charset=utf-8');
        response.setHeader('Content-Length', Buffer.byteLength(text));
        return response.end(text);
    }
    /** The caller has this very answer: guards and controller have run as ever, so nobody learns by it what he may not read. */
    notModified(response) {
        response.statusCode = 304;
        return response.end();
    }
}
exports.ApiAdapter = ApiAdapter;
const isRead = ({ method }) => method === 'GET' || method === 'HEAD';
/** RFC 9110, 8.8.3. Weak, since a proxy may compress what it passes on. */
const tagOf = (text) => `W/"${(0, node_crypto_1.hash)('sha1', text, 'base64')}"`;
//# sourceMappingURL=api-adapter.js.map