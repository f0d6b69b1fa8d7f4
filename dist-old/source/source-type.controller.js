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
exports.SourceTypeController = exports.SourceTypeResponse = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const docs_1 = require("../common/api/docs");
const request_1 = require("../common/api/request");
const setting_1 = require("../common/settings/setting");
const principal_1 = require("../user/principal");
const source_registry_1 = require("./sources/source-registry");
class SourceTypeResponse {
}
exports.SourceTypeResponse = SourceTypeResponse;
__decorate([
    (0, swagger_1.ApiProperty)({ example: 'github-releases' }),
    __metadata("design:type", String)
], SourceTypeResponse.prototype, "type", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ example: 'GitHub releases' }),
    __metadata("design:type", String)
], SourceTypeResponse.prototype, "title", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({
        description: 'Whether an answer lists all versions that there are: then a missing one was withdrawn.',
    }),
    __metadata("design:type", Boolean)
], SourceTypeResponse.prototype, "lists_everything", void 0);
__decorate([
    (0, swagger_1.ApiProperty)({ type: Object, description: 'JSON Schema of the settings; secrets are `writeOnly`.' }),
    __metadata("design:type", Object)
], SourceTypeResponse.prototype, "settings", void 0);
/** The kinds of places that releases come from. */
let SourceTypeController = class SourceTypeController {
    constructor(registry) {
        this.registry = registry;
    }
    types(_none) {
        return this.registry.all().map(({ type, title, listsEverything, settingsClass }) => ({
            type,
            title,
            lists_everything: listsEverything,
            settings: (0, setting_1.settingsSchema)(settingsClass),
        }));
    }
};
exports.SourceTypeController = SourceTypeController;
__decorate([
    (0, common_1.Get)('source-type'),
    (0, principal_1.NeedsScope)('read'),
    (0, swagger_1.ApiOperation)({ summary: 'List source types' }),
    (0, docs_1.ApiWhole)(SourceTypeResponse),
    (0, docs_1.ApiProblems)('invalid-query'),
    __param(0, (0, request_1.Includes)([])),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object]),
    __metadata("design:returntype", Array)
], SourceTypeController.prototype, "types", null);
exports.SourceTypeController = SourceTypeController = __decorate([
    (0, swagger_1.ApiTags)('Sources'),
    (0, swagger_1.ApiBearerAuth)(),
    (0, common_1.Controller)('api/v1'),
    __metadata("design:paramtypes", [source_registry_1.SourceRegistry])
], SourceTypeController);
//# sourceMappingURL=source-type.controller.js.map