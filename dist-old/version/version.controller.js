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
exports.VersionController = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const docs_1 = require("../common/api/docs");
const request_1 = require("../common/api/request");
const software_response_1 = require("../software/dto/software.response");
const principal_1 = require("../user/principal");
const version_list_1 = require("./version.list");
const version_service_1 = require("./version.service");
let VersionController = class VersionController {
    constructor(versions) {
        this.versions = versions;
    }
    list(id, request) {
        return this.versions.listOfSoftware(id, request);
    }
};
exports.VersionController = VersionController;
__decorate([
    (0, common_1.Get)(':id/versions'),
    (0, swagger_1.ApiOperation)({ summary: 'List the versions of software' }),
    (0, docs_1.ApiId)('software'),
    (0, docs_1.ApiList)(software_response_1.VersionResponse, version_list_1.versionList),
    (0, docs_1.ApiProblems)('invalid-query', 'not-found'),
    __param(0, (0, request_1.Id)('software')),
    __param(1, (0, request_1.ListQuery)(version_list_1.versionList)),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [String, Object]),
    __metadata("design:returntype", void 0)
], VersionController.prototype, "list", null);
exports.VersionController = VersionController = __decorate([
    (0, swagger_1.ApiTags)('Software'),
    (0, swagger_1.ApiBearerAuth)(),
    (0, principal_1.NeedsScope)('read'),
    (0, common_1.Controller)('api/v1/software'),
    __metadata("design:paramtypes", [version_service_1.VersionService])
], VersionController);
//# sourceMappingURL=version.controller.js.map