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
exports.SoftwareController = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const docs_1 = require("../common/api/docs");
const request_1 = require("../common/api/request");
const publisher_response_1 = require("../publisher/dto/publisher.response");
const publisher_service_1 = require("../publisher/publisher.service");
const principal_1 = require("../user/principal");
const software_response_1 = require("./dto/software.response");
const software_list_1 = require("./software.list");
const software_service_1 = require("./software.service");
let SoftwareController = class SoftwareController {
    constructor(software, publishers) {
        this.software = software;
        this.publishers = publishers;
    }
    list(caller, request, links) {
        return this.software.list(caller, request, links);
    }
    get(caller, id, includes, links) {
        return this.software.get(caller, id, includes, links);
    }
    publisher(id, _none, links) {
        return this.publishers.ofSoftware(id, links);
    }
};
exports.SoftwareController = SoftwareController;
__decorate([
    (0, common_1.Get)(),
    (0, swagger_1.ApiOperation)({ summary: 'List software' }),
    (0, docs_1.ApiList)(software_response_1.SoftwareResponse, software_list_1.softwareList),
    (0, docs_1.ApiProblems)('invalid-query'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.ListQuery)(software_list_1.softwareList)),
    __param(2, (0, request_1.RequestLinks)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, Object, Function]),
    __metadata("design:returntype", void 0)
], SoftwareController.prototype, "list", null);
__decorate([
    (0, common_1.Get)(':id'),
    (0, swagger_1.ApiOperation)({ summary: 'Get software' }),
    (0, docs_1.ApiId)('software'),
    (0, docs_1.ApiOne)(software_response_1.SoftwareResponse, 200, software_list_1.SOFTWARE_INCLUDES),
    (0, docs_1.ApiProblems)('invalid-query', 'not-found'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('software')),
    __param(2, (0, request_1.Includes)(software_list_1.SOFTWARE_INCLUDES)),
    __param(3, (0, request_1.RequestLinks)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String, Object, Function]),
    __metadata("design:returntype", void 0)
], SoftwareController.prototype, "get", null);
__decorate([
    (0, common_1.Get)(':id/publisher'),
    (0, swagger_1.ApiOperation)({ summary: 'Get the publisher of software' }),
    (0, docs_1.ApiId)('software'),
    (0, docs_1.ApiOne)(publisher_response_1.PublisherResponse),
    (0, docs_1.ApiProblems)('invalid-query', 'not-found'),
    __param(0, (0, request_1.Id)('software')),
    __param(1, (0, request_1.Includes)([])),
    __param(2, (0, request_1.RequestLinks)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [String, Object, Function]),
    __metadata("design:returntype", void 0)
], SoftwareController.prototype, "publisher", null);
exports.SoftwareController = SoftwareController = __decorate([
    (0, swagger_1.ApiTags)('Software'),
    (0, swagger_1.ApiBearerAuth)(),
    (0, principal_1.NeedsScope)('read'),
    (0, common_1.Controller)('api/v1/software'),
    __metadata("design:paramtypes", [software_service_1.SoftwareService,
        publisher_service_1.PublisherService])
], SoftwareController);
//# sourceMappingURL=software.controller.js.map