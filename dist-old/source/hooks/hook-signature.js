"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.isFromGithub = isFromGithub;
exports.isFromGitlab = isFromGitlab;
const node_crypto_1 = require("node:crypto");
/** Begins a signing token by Standard Webhooks 1.0.0; any other secret of GitLab is sent as it is. */
const SIGNING = 'whsec_';
/** Seconds by which the clocks of both sides may differ, as in the libraries of Standard Webhooks. */
const TOLERANCE = 300;
/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries. One secret that fits is enough. */
function isFromGithub({ headers, body }, secrets) {
    const given = textOf(headers, 'x-hub-signature-256');
    const signed = (secret) => `sha256=${(0, node_crypto_1.createHmac)('sha256', secret).update(body).digest('hex')}`;
    return anyFits(secrets, (secret) => equal(given, signed(secret)));
}
/**
 * https://docs.gitlab.com/user/project/integrations/webhooks/: the secret token, which is sent as it is, or from GitLab 19.0 the
 * signing token, which signs by Standard Webhooks. One that fits is enough.
 */
function isFromGitlab(hook, tokens) {
    const given = textOf(hook.headers, 'x-gitlab-token');
    return anyFits(tokens, (token) => (token.startsWith(SIGNING) ? isSigned(hook, token) : equal(given, token)));
}
function isSigned({ headers, body }, token) {
    const [id, timestamp] = [textOf(headers, 'webhook-id'), textOf(headers, 'webhook-timestamp')];
    if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1_000 - Number(timestamp)) > TOLERANCE)
        return false;
    const hmac = (0, node_crypto_1.createHmac)('sha256', Buffer.from(token.slice(SIGNING.length), 'base64'));
    const expected = `v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
    // While a token is changed there may be several; more than a few are nobody's.
    const given = textOf(headers, 'webhook-signature').split(' ').slice(0, 10);
    return anyFits(given, (signature) => equal(signature, expected));
}
const textOf = (headers, name) => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
};
/** Looks at all of them, however early one fits. */
const anyFits = (all, fits) => all.map(fits).includes(true);
/** In a time that tells neither where they differ nor how long the secret one is. */
function equal(given, secret) {
    const digest = (text) => (0, node_crypto_1.createHash)('sha256').update(text).digest();
    return (0, node_crypto_1.timingSafeEqual)(digest(given), digest(secret));
}
//# sourceMappingURL=hook-signature.js.map