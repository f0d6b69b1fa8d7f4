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
exports.PublisherController = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const docs_1 = require("../common/api/docs");
const request_1 = require("../common/api/request");
const principal_1 = require("../user/principal");
const publisher_response_1 = require("./dto/publisher.response");
const publisher_list_1 = require("./publisher.list");
const publisher_service_1 = require("./publisher.service");
let PublisherController = class PublisherController {
    constructor(publishers) {
        this.publishers = publishers;
    }
    list(request, links) {
        return this.publishers.list(request, links);
    }
    get(id, _none, links) {
        return this.publishers.get(id, links);
    }
};
exports.PublisherController = PublisherController;
__decorate([
    (0, common_1.Get)(),
    (0, swagger_1.ApiOperation)({ summary: 'List publishers' }),
    (0, docs_1.ApiList)(publisher_response_1.PublisherResponse, publisher_list_1.publisherList),
    (0, docs_1.ApiProblems)('invalid-query'),
    __param(0, (0, request_1.ListQuery)(publisher_list_1.publisherList)),
    __param(1, (0, request_1.RequestLinks)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, Function]),
    __metadata("design:returntype", void 0)
], PublisherController.prototype, "list", null);
__decorate([
    (0, common_1.Get)(':id'),
    (0, swagger_1.ApiOperation)({ summary: 'Get a publisher' }),
    (0, docs_1.ApiId)('publisher'),
    (0, docs_1.ApiOne)(publisher_response_1.PublisherResponse),
    (0, docs_1.ApiProblems)('invalid-query', 'not-found'),
    __param(0, (0, request_1.Id)('publisher')),
    __param(1, (0, request_1.Includes)([])),
    __param(2, (0, request_1.RequestLinks)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [String, Object, Function]),
    __metadata("design:returntype", void 0)
], PublisherController.prototype, "get", null);
exports.PublisherController = PublisherController = __decorate([
    (0, swagger_1.ApiTags)('Publishers'),
    (0, swagger_1.ApiBearerAuth)(),
    (0, principal_1.NeedsScope)('read'),
    (0, common_1.Controller)('api/v1/publisher'),
    __metadata("design:paramtypes", [publisher_service_1.PublisherService])
], PublisherController);
//# sourceMappingURL=publisher.controller.js.map