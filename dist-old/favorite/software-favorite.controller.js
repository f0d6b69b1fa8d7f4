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
exports.SoftwareFavoriteController = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const docs_1 = require("../common/api/docs");
const request_1 = require("../common/api/request");
const principal_1 = require("../user/principal");
const favorite_response_1 = require("./dto/favorite.response");
const favorite_service_1 = require("./favorite.service");
/** Lives here and not in `software/`, which knows no favorites. */
let SoftwareFavoriteController = class SoftwareFavoriteController {
    constructor(favorites) {
        this.favorites = favorites;
    }
    get(caller, id, includes, links) {
        return this.favorites.ofSoftware(caller, id, includes, links);
    }
};
exports.SoftwareFavoriteController = SoftwareFavoriteController;
__decorate([
    (0, common_1.Get)(':id/favorite'),
    (0, swagger_1.ApiOperation)({ summary: "Get the caller's favorite of software" }),
    (0, docs_1.ApiId)('software'),
    (0, docs_1.ApiOne)(favorite_response_1.FavoriteResponse, 200, favorite_response_1.FAVORITE_INCLUDES),
    (0, docs_1.ApiProblems)('invalid-query', 'not-found'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('software')),
    __param(2, (0, request_1.Includes)(favorite_response_1.FAVORITE_INCLUDES)),
    __param(3, (0, request_1.RequestLinks)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String, Object, Function]),
    __metadata("design:returntype", void 0)
], SoftwareFavoriteController.prototype, "get", null);
exports.SoftwareFavoriteController = SoftwareFavoriteController = __decorate([
    (0, swagger_1.ApiTags)('Software'),
    (0, swagger_1.ApiBearerAuth)(),
    (0, principal_1.NeedsScope)('read'),
    (0, common_1.Controller)('api/v1/software'),
    __metadata("design:paramtypes", [favorite_service_1.FavoriteService])
], SoftwareFavoriteController);
//# sourceMappingURL=software-favorite.controller.js.map