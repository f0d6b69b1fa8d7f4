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
exports.SoftwareSourceController = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const docs_1 = require("../../common/api/docs");
const request_1 = require("../../common/api/request");
const validation_1 = require("../../common/api/validation");
const principal_1 = require("../../user/principal");
const source_dto_1 = require("../dto/source.dto");
const software_source_service_1 = require("./software-source.service");
let SoftwareSourceController = class SoftwareSourceController {
    constructor(sources) {
        this.sources = sources;
    }
    read(id, _none) {
        return this.sources.read(id);
    }
    replace(caller, id, input) {
        return this.sources.replace(caller, id, input);
    }
    remove(caller, id) {
        return this.sources.remove(caller, id);
    }
};
exports.SoftwareSourceController = SoftwareSourceController;
__decorate([
    (0, common_1.Get)(':id/source'),
    (0, swagger_1.ApiOperation)({ summary: 'Get the source of software, and its health' }),
    (0, docs_1.ApiId)('software'),
    (0, docs_1.ApiOne)(source_dto_1.SourceResponse),
    (0, docs_1.ApiProblems)('invalid-query', 'not-found'),
    __param(0, (0, request_1.Id)('software')),
    __param(1, (0, request_1.Includes)([])),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [String, Object]),
    __metadata("design:returntype", void 0)
], SoftwareSourceController.prototype, "read", null);
__decorate([
    (0, common_1.Put)(':id/source'),
    (0, swagger_1.ApiOperation)({ summary: 'Set the source of software', description: 'It is asked at once.' }),
    (0, docs_1.ApiId)('software'),
    (0, docs_1.ApiOne)(source_dto_1.SourceResponse),
    (0, docs_1.ApiProblems)('invalid-json', 'not-found', 'too-large', 'unsupported-media-type', 'invalid-body'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('software')),
    __param(2, (0, validation_1.Input)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String, source_dto_1.WriteSourceDto]),
    __metadata("design:returntype", void 0)
], SoftwareSourceController.prototype, "replace", null);
__decorate([
    (0, common_1.Delete)(':id/source'),
    (0, common_1.HttpCode)(204),
    (0, swagger_1.ApiOperation)({ summary: 'Remove the source of software', description: 'Its versions stay.' }),
    (0, docs_1.ApiId)('software'),
    (0, swagger_1.ApiResponse)({ status: 204, description: 'Removed.' }),
    (0, docs_1.ApiProblems)('not-found'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('software')),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String]),
    __metadata("design:returntype", void 0)
], SoftwareSourceController.prototype, "remove", null);
exports.SoftwareSourceController = SoftwareSourceController = __decorate([
    (0, swagger_1.ApiTags)('Sources'),
    (0, swagger_1.ApiBearerAuth)(),
    (0, principal_1.NeedsScope)('catalogue:write'),
    (0, common_1.Controller)('api/v1/software'),
    __metadata("design:paramtypes", [software_source_service_1.SoftwareSourceService])
], SoftwareSourceController);
//# sourceMappingURL=software-source.controller.js.map