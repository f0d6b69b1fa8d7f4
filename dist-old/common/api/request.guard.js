"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.RequestGuard = void 0;
const common_1 = require("@nestjs/common");
const list_request_1 = require("../list/list-request");
const problem_1 = require("../problem/problem");
const text_1 = require("../text");
/** After the guard of the token: tells what was wrong with the body, and refuses parameters where an address takes none. */
let RequestGuard = class RequestGuard {
    canActivate(context) {
        const request = context.switchToHttp().getRequest();
        if (request.bodyError)
            throw request.bodyError;
        if (request.method !== 'GET' && request.method !== 'HEAD')
            refuseQuery(request);
        return true;
    }
};
exports.RequestGuard = RequestGuard;
exports.RequestGuard = RequestGuard = __decorate([
    (0, common_1.Injectable)()
], RequestGuard);
function refuseQuery(request) {
    const errors = (0, list_request_1.queryPairs)(request.url).map(([name]) => ({
        field: (0, text_1.firstCharacters)(name, 100),
        message: 'is not a parameter of this address',
    }));
    if (errors.length > 0)
        throw new problem_1.Problem('invalid-query', `${errors[0].field}: ${errors[0].message}`, errors);
}
//# sourceMappingURL=request.guard.js.map