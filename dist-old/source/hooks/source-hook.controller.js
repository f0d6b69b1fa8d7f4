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
exports.SourceHookController = exports.SourceHookResponse = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const docs_1 = require("../../common/api/docs");
const principal_1 = require("../../user/principal");
const source_hook_service_1 = require("./source-hook.service");
class SourceHookResponse {
}
exports.SourceHookResponse = SourceHookResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'Products with a source in the repository.' }),
    __metadata("design:type", Number)
], SourceHookResponse.prototype, "software", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'They are asked for releases now. Else the event is none of releases or tags.' }),
    __metadata("design:type", Boolean)
], SourceHookResponse.prototype, "due", void 0);
const DESCRIPTION = 'The sources of the repository are asked at once, and once more a minute later; more of these within a minute make no more polls. ' +
    'Any other event is taken and does nothing. There is no bearer token: the signature says who it is. A body has at most 1 MiB.';
const problems = (0, docs_1.ApiOpenProblems)('invalid-json', 'invalid-query', 'not-found', 'too-large', 'unsupported-media-type');
/** Where GitHub and GitLab tell of releases. */
let SourceHookController = class SourceHookController {
    constructor(hooks) {
        this.hooks = hooks;
    }
    github(request) {
        return this.hooks.github(hookOf(request));
    }
    gitlab(request) {
        return this.hooks.gitlab(hookOf(request));
    }
};
exports.SourceHookController = SourceHookController;
__decorate([
    (0, common_1.Post)('github'),
    (0, common_1.HttpCode)(202),
    (0, swagger_1.ApiOperation)({ summary: 'Take a release webhook of GitHub', description: DESCRIPTION }),
    (0, swagger_1.ApiHeader)({ name: 'X-Hub-Signature-256', description: 'HMAC-SHA256 of the body with `GITHUB_HOOK_SECRET`.' }),
    (0, swagger_1.ApiHeader)({ name: 'X-GitHub-Event', description: '`release`, and `create`, `delete` or `push` of a tag.' }),
    (0, swagger_1.ApiBody)({ schema: { type: 'object' }, description: 'As GitHub sends it, as JSON or as a form.' }),
    (0, docs_1.ApiOne)(SourceHookResponse, 202),
    problems,
    __param(0, (0, common_1.Req)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object]),
    __metadata("design:returntype", void 0)
], SourceHookController.prototype, "github", null);
__decorate([
    (0, common_1.Post)('gitlab'),
    (0, common_1.HttpCode)(202),
    (0, swagger_1.ApiOperation)({ summary: 'Take a release webhook of GitLab', description: DESCRIPTION }),
    (0, swagger_1.ApiHeader)({ name: 'X-Gitlab-Token', required: false, description: 'The secret token (`GITLAB_HOOK_TOKEN`).' }),
    (0, swagger_1.ApiHeader)({
        name: 'webhook-signature',
        required: false,
        description: 'In place of it, with a signing token: the signature by Standard Webhooks, with `webhook-id` and `webhook-timestamp`.',
    }),
    (0, swagger_1.ApiBody)({ schema: { type: 'object' }, description: 'As GitLab sends it.' }),
    (0, docs_1.ApiOne)(SourceHookResponse, 202),
    problems,
    __param(0, (0, common_1.Req)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object]),
    __metadata("design:returntype", void 0)
], SourceHookController.prototype, "gitlab", null);
exports.SourceHookController = SourceHookController = __decorate([
    (0, swagger_1.ApiTags)('Sources'),
    (0, principal_1.Public)(),
    (0, common_1.Controller)('api/v1/source-hook'),
    __metadata("design:paramtypes", [source_hook_service_1.SourceHookService])
], SourceHookController);
/** `app.setup` reads the bytes. */
const hookOf = ({ headers, body, ip }) => ({
    headers,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    address: ip,
});
//# sourceMappingURL=source-hook.controller.js.map