"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.exchange = exchange;
exports.jsonPost = jsonPost;
exports.jsonOf = jsonOf;
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const outcome_1 = require("./outcome");
/**
 * One exchange with a provider.
 * @param judge what an answer means, where the provider has its own rules; it leaves the rest to `outcomeOfHttp`
 */
async function exchange(http, request, judge = outcome_1.outcomeOfHttp) {
    try {
        return judge(await http.request(request));
    }
    catch (error) {
        if (error instanceof outgoing_http_1.OutgoingError)
            return (0, outcome_1.outcomeOfOutgoingError)(error);
        throw error;
    }
}
/** A POST of JSON. */
function jsonPost(url, body, headers = {}) {
    return {
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
        body: JSON.stringify(body),
    };
}
/** The JSON object of a provider's answer; an empty one for anything else, such as the page of a proxy on the way. */
function jsonOf(answer) {
    try {
        const parsed = JSON.parse(answer.body);
        return typeof parsed === 'object' && parsed !== null ? parsed : {};
    }
    catch {
        return {};
    }
}
//# sourceMappingURL=http-exchange.js.map