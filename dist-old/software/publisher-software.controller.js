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
exports.PublisherSoftwareController = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const docs_1 = require("../common/api/docs");
const request_1 = require("../common/api/request");
const principal_1 = require("../user/principal");
const software_response_1 = require("./dto/software.response");
const software_list_1 = require("./software.list");
const software_service_1 = require("./software.service");
/** Lives here and not in `publisher/`, which knows no software. */
let PublisherSoftwareController = class PublisherSoftwareController {
    constructor(software) {
        this.software = software;
    }
    list(caller, id, request, links) {
        return this.software.listOfPublisher(caller, id, request, links);
    }
};
exports.PublisherSoftwareController = PublisherSoftwareController;
__decorate([
    (0, common_1.Get)(':id/software'),
    (0, swagger_1.ApiOperation)({ summary: 'List the software of a publisher' }),
    (0, docs_1.ApiId)('publisher'),
    (0, docs_1.ApiList)(software_response_1.PublisherSoftwareResponse, software_list_1.publisherSoftwareList),
    (0, docs_1.ApiProblems)('invalid-query', 'not-found'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('publisher')),
    __param(2, (0, request_1.ListQuery)(software_list_1.publisherSoftwareList)),
    __param(3, (0, request_1.RequestLinks)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String, Object, Function]),
    __metadata("design:returntype", void 0)
], PublisherSoftwareController.prototype, "list", null);
exports.PublisherSoftwareController = PublisherSoftwareController = __decorate([
    (0, swagger_1.ApiTags)('Publishers'),
    (0, swagger_1.ApiBearerAuth)(),
    (0, principal_1.NeedsScope)('read'),
    (0, common_1.Controller)('api/v1/publisher'),
    __metadata("design:paramtypes", [software_service_1.SoftwareService])
], PublisherSoftwareController);
//# sourceMappingURL=publisher-software.controller.js.map