"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Caller = exports.LimitedByAddress = exports.Public = exports.NeedsScope = exports.LIMITED_KEY = exports.PUBLIC_KEY = exports.SCOPE_KEY = void 0;
const common_1 = require("@nestjs/common");
exports.SCOPE_KEY = 'scope';
exports.PUBLIC_KEY = 'public';
exports.LIMITED_KEY = 'limited-by-address';
/** The scope that a route needs. Every route declares this or `Public`; one without is refused. */
const NeedsScope = (scope) => (0, common_1.SetMetadata)(exports.SCOPE_KEY, scope);
exports.NeedsScope = NeedsScope;
/** A route that needs no token: health, metrics, documentation. */
const Public = () => (0, common_1.SetMetadata)(exports.PUBLIC_KEY, true);
exports.Public = Public;
/** A public route that an address may ask only so often: see `RateLimits.usePage`. */
const LimitedByAddress = () => (0, common_1.SetMetadata)(exports.LIMITED_KEY, true);
exports.LimitedByAddress = LimitedByAddress;
/** The caller, in a controller's parameters. */
exports.Caller = (0, common_1.createParamDecorator)((_data, context) => context.switchToHttp().getRequest().user);
//# sourceMappingURL=principal.js.map