"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.parseSmtpUrl = parseSmtpUrl;
/**
 * Reads `smtp[s]://user:password@host:port?tls=no|required`. Without `tls`, smtp:// requires STARTTLS except on this very
 * machine, where relays mostly have none or a self-made certificate; `tls=no` says in clear text what it does. Nothing
 * else of the URL is handed to the mail library, which would take any option of its own from a query.
 */
function parseSmtpUrl(text) {
    const url = new URL(text);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const secure = url.protocol === 'smtps:';
    const tls = url.searchParams.get('tls');
    const plain = !secure && (tls === 'no' || (tls === null && isLoopback(host)));
    return {
        host,
        port: Number(url.port) || (secure ? 465 : 587),
        secure,
        requireTLS: !secure && !plain,
        ignoreTLS: plain,
        ...(url.username
            ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
            : {}),
    };
}
function isLoopback(host) {
    return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
//# sourceMappingURL=smtp-url.js.map