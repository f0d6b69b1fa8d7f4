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
exports.ProfileController = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const docs_1 = require("../common/api/docs");
const request_1 = require("../common/api/request");
const validation_1 = require("../common/api/validation");
const profile_response_1 = require("./dto/profile.response");
const update_profile_dto_1 = require("./dto/update-profile.dto");
const principal_1 = require("./principal");
const profile_service_1 = require("./profile.service");
let ProfileController = class ProfileController {
    constructor(profiles) {
        this.profiles = profiles;
    }
    read(caller, _none) {
        return this.profiles.read(caller);
    }
    update(caller, input) {
        return this.profiles.update(caller, input);
    }
};
exports.ProfileController = ProfileController;
__decorate([
    (0, common_1.Get)(),
    (0, principal_1.NeedsScope)('read'),
    (0, swagger_1.ApiOperation)({ summary: "Get the caller's profile" }),
    (0, docs_1.ApiOne)(profile_response_1.ProfileResponse),
    (0, docs_1.ApiProblems)('invalid-query'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Includes)([])),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, Object]),
    __metadata("design:returntype", void 0)
], ProfileController.prototype, "read", null);
__decorate([
    (0, common_1.Patch)(),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({ summary: "Update the caller's profile", description: 'Only what the body names is changed.' }),
    (0, docs_1.ApiOne)(profile_response_1.ProfileResponse),
    (0, docs_1.ApiProblems)('invalid-json', 'too-large', 'unsupported-media-type', 'invalid-body'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, validation_1.Input)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, update_profile_dto_1.UpdateProfileDto]),
    __metadata("design:returntype", void 0)
], ProfileController.prototype, "update", null);
exports.ProfileController = ProfileController = __decorate([
    (0, swagger_1.ApiTags)('Profile'),
    (0, swagger_1.ApiBearerAuth)(),
    (0, common_1.Controller)('api/v1/profile'),
    __metadata("design:paramtypes", [profile_service_1.ProfileService])
], ProfileController);
//# sourceMappingURL=profile.controller.js.map