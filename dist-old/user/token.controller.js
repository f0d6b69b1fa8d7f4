"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
var __metadata = (this && this.__metadata) || function (k, v) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") return Reflect.metadata(k, v);
};
var __param = (this && this.__param) || function (paramIndex, decorator) {
    return function (target, key) { decorator(target, key, paramIndex); }
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.TokenController = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const docs_1 = require("../common/api/docs");
const request_1 = require("../common/api/request");
const validation_1 = require("../common/api/validation");
const moment_1 = require("../common/moment");
const problem_1 = require("../common/problem/problem");
const create_token_dto_1 = require("./dto/create-token.dto");
const token_response_1 = require("./dto/token.response");
const principal_1 = require("./principal");
const token_list_1 = require("./token.list");
const token_service_1 = require("./token.service");
let TokenController = class TokenController {
    constructor(tokens) {
        this.tokens = tokens;
    }
    list(caller, request) {
        return this.tokens.list(caller, request);
    }
    async create(caller, input, links, response) {
        const token = await this.tokens.create(caller, { ...input, expiresAt: readExpiry(input.expires_at) });
        response.location(links.to(`token/${token.id}`));
        return token;
    }
    revoke(caller, id) {
        return this.tokens.revoke(caller, id);
    }
};
exports.TokenController = TokenController;
__decorate([
    (0, common_1.Get)(),
    (0, principal_1.NeedsScope)('read'),
    (0, swagger_1.ApiOperation)({ summary: "List the caller's tokens" }),
    (0, docs_1.ApiList)(token_response_1.TokenResponse, token_list_1.tokenList),
    (0, docs_1.ApiProblems)('invalid-query'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.ListQuery)(token_list_1.tokenList)),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, Object]),
    __metadata("design:returntype", void 0)
], TokenController.prototype, "list", null);
__decorate([
    (0, common_1.Post)(),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({ summary: 'Create a token', description: 'With at most the scopes of the token that asks.' }),
    (0, docs_1.ApiOne)(token_response_1.CreatedTokenResponse, 201),
    (0, docs_1.ApiProblems)('invalid-json', 'too-large', 'unsupported-media-type', 'invalid-body'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, validation_1.Input)()),
    __param(2, (0, request_1.RequestLinks)()),
    __param(3, (0, common_1.Res)({ passthrough: true })),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, create_token_dto_1.CreateTokenDto, Function, Object]),
    __metadata("design:returntype", Promise)
], TokenController.prototype, "create", null);
__decorate([
    (0, common_1.Delete)(':id'),
    (0, common_1.HttpCode)(204),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({ summary: 'Revoke a token', description: 'Holds on every replica within five seconds.' }),
    (0, docs_1.ApiId)('token'),
    (0, swagger_1.ApiResponse)({ status: 204, description: 'Revoked.' }),
    (0, docs_1.ApiProblems)('not-found'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('token')),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String]),
    __metadata("design:returntype", void 0)
], TokenController.prototype, "revoke", null);
exports.TokenController = TokenController = __decorate([
    (0, swagger_1.ApiTags)('Tokens'),
    (0, swagger_1.ApiBearerAuth)(),
    (0, common_1.Controller)('api/v1/token'),
    __metadata("design:paramtypes", [token_service_1.TokenService])
], TokenController);
function readExpiry(text) {
    if (text == null)
        return null;
    const moment = (0, moment_1.parseMoment)(text);
    if (moment === null)
        throw problem_1.Problem.field('expires_at', 'must be an ISO 8601 date or datetime');
    return moment;
}
//# sourceMappingURL=token.controller.js.map