"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.byLink = exports.SERVICE = exports.COMMAND_LINE = exports.MEANS = void 0;
/**
 * By which means somebody acts: a token of ours, one of OpenID Connect, a link in a message that this user got, the command line, or
 * nobody but the service itself.
 */
exports.MEANS = ['token', 'oidc', 'link', 'cli', 'service'];
exports.COMMAND_LINE = { userId: null, means: 'cli', credential: null, requestId: null };
exports.SERVICE = { userId: null, means: 'service', credential: null, requestId: null };
/** Whoever has a message that was sent to this user. */
const byLink = (userId, requestId) => ({
    userId,
    means: 'link',
    credential: null,
    requestId,
});
exports.byLink = byLink;
//# sourceMappingURL=actor.js.map