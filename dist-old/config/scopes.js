"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.SCOPES = void 0;
/** What a token may allow. */
exports.SCOPES = ['read', 'write', 'catalogue:write', 'admin'];
//# sourceMappingURL=scopes.js.map