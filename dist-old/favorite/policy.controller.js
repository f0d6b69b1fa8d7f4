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
exports.PolicyController = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const docs_1 = require("../common/api/docs");
const request_1 = require("../common/api/request");
const validation_1 = require("../common/api/validation");
const principal_1 = require("../user/principal");
const policy_dto_1 = require("./dto/policy.dto");
const policy_service_1 = require("./policy.service");
let PolicyController = class PolicyController {
    constructor(policies) {
        this.policies = policies;
    }
    read(caller, id, _none) {
        return this.policies.read(caller, id);
    }
    replace(caller, id, input) {
        return this.policies.replace(caller, id, input);
    }
    update(caller, id, input) {
        return this.policies.update(caller, id, input);
    }
};
exports.PolicyController = PolicyController;
__decorate([
    (0, common_1.Get)(':id/policy'),
    (0, principal_1.NeedsScope)('read'),
    (0, swagger_1.ApiOperation)({ summary: "Get a favorite's policy", description: 'The defaults when none was set.' }),
    (0, docs_1.ApiId)('favorite'),
    (0, docs_1.ApiOne)(policy_dto_1.PolicyResponse),
    (0, docs_1.ApiProblems)('invalid-query', 'not-found'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('favorite')),
    __param(2, (0, request_1.Includes)([])),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String, Object]),
    __metadata("design:returntype", void 0)
], PolicyController.prototype, "read", null);
__decorate([
    (0, common_1.Put)(':id/policy'),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({ summary: "Replace a favorite's policy", description: 'What is left out gets its default.' }),
    (0, docs_1.ApiId)('favorite'),
    (0, docs_1.ApiOne)(policy_dto_1.PolicyResponse),
    (0, docs_1.ApiProblems)('invalid-json', 'not-found', 'too-large', 'unsupported-media-type', 'invalid-body'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('favorite')),
    __param(2, (0, validation_1.Input)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String, policy_dto_1.WritePolicyDto]),
    __metadata("design:returntype", void 0)
], PolicyController.prototype, "replace", null);
__decorate([
    (0, common_1.Patch)(':id/policy'),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({ summary: "Update a favorite's policy", description: 'What is left out stays.' }),
    (0, docs_1.ApiId)('favorite'),
    (0, docs_1.ApiOne)(policy_dto_1.PolicyResponse),
    (0, docs_1.ApiProblems)('invalid-json', 'not-found', 'too-large', 'unsupported-media-type', 'invalid-body'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('favorite')),
    __param(2, (0, validation_1.Input)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String, policy_dto_1.WritePolicyDto]),
    __metadata("design:returntype", void 0)
], PolicyController.prototype, "update", null);
exports.PolicyController = PolicyController = __decorate([
    (0, swagger_1.ApiTags)('Favorites'),
    (0, swagger_1.ApiBearerAuth)(),
    (0, common_1.Controller)('api/v1/favorite'),
    __metadata("design:paramtypes", [policy_service_1.PolicyService])
], PolicyController);
//# sourceMappingURL=policy.controller.js.map