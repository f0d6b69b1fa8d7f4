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
exports.CatalogueController = exports.ImportResponse = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const docs_1 = require("../../common/api/docs");
const principal_1 = require("../../user/principal");
const catalogue_upload_1 = require("./catalogue-upload");
class RejectedLine {
}
__decorate([
    (0, swagger_1.ApiProperty)(),
    __metadata("design:type", Number)
], RejectedLine.prototype, "line", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        type: String,
        nullable: true,
        description: 'The field that is wrong, such as `versions[3].released_at`; null when it is not about one.',
    }),
    __metadata("design:type", Object)
], RejectedLine.prototype, "field", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'A sentence that names the field too.' }),
    __metadata("design:type", String)
], RejectedLine.prototype, "reason", void 0);
class ImportResponse {
}
exports.ImportResponse = ImportResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'Publishers that were added or changed.' }),
    __metadata("design:type", Number)
], ImportResponse.prototype, "publishers", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'Products that were added or changed.' }),
    __metadata("design:type", Number)
], ImportResponse.prototype, "software", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'Versions that were added or changed.' }),
    __metadata("design:type", Number)
], ImportResponse.prototype, "versions", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'Lines that changed nothing.' }),
    __metadata("design:type", Number)
], ImportResponse.prototype, "unchanged", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ description: 'Lines that were not taken.' }),
    __metadata("design:type", Number)
], ImportResponse.prototype, "rejected", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: [RejectedLine], description: 'The first 100 of them, and why.' }),
    __metadata("design:type", Array)
], ImportResponse.prototype, "rejections", void 0);
let CatalogueController = class CatalogueController {
    constructor(upload) {
        this.upload = upload;
    }
    import(caller, request) {
        return this.upload.import(caller, request);
    }
};
exports.CatalogueController = CatalogueController;
__decorate([
    (0, common_1.Post)(),
    (0, common_1.HttpCode)(200),
    (0, principal_1.NeedsScope)('catalogue:write'),
    (0, swagger_1.ApiOperation)({
        summary: 'Import into the catalogue',
        description: 'NDJSON, plain or gzip, one product a line, as in the bundled file. Good lines go in, bad ones are reported; sending ' +
            'the same again changes nothing. 200 when a line was taken or there was none, 422 with the same counts when all were rejected.',
    }),
    (0, swagger_1.ApiBody)({
        required: true,
        content: {
            'application/x-ndjson': {
                schema: { type: 'string' },
                example: '{"publisher":{"name":"Mozilla"},"software":{"name":"Firefox"},"versions":[{"version":"143.0","released_at":"2026-11-18"}]}\n',
            },
        },
    }),
    (0, docs_1.ApiOne)(ImportResponse),
    (0, docs_1.ApiProblems)('bad-request', 'too-large', 'unsupported-media-type', 'nothing-imported'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, common_1.Req)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, Object]),
    __metadata("design:returntype", void 0)
], CatalogueController.prototype, "import", null);
exports.CatalogueController = CatalogueController = __decorate([
    (0, swagger_1.ApiTags)('Catalogue'),
    (0, swagger_1.ApiBearerAuth)(),
    (0, common_1.Controller)('api/v1/catalogue'),
    __metadata("design:paramtypes", [catalogue_upload_1.CatalogueUpload])
], CatalogueController);
//# sourceMappingURL=catalogue.controller.js.map