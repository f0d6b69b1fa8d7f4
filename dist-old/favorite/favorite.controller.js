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
exports.FavoriteController = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const docs_1 = require("../common/api/docs");
const request_1 = require("../common/api/request");
const validation_1 = require("../common/api/validation");
const principal_1 = require("../user/principal");
const favorite_response_1 = require("./dto/favorite.response");
const write_favorite_dto_1 = require("./dto/write-favorite.dto");
const favorite_list_1 = require("./favorite.list");
const favorite_service_1 = require("./favorite.service");
let FavoriteController = class FavoriteController {
    constructor(favorites) {
        this.favorites = favorites;
    }
    list(caller, request, links) {
        return this.favorites.list(caller, request, links);
    }
    async create(caller, input, links, response) {
        const favorite = await this.favorites.create(caller, input, links);
        response.location(links.favorite(favorite.uuid));
        return favorite;
    }
    get(caller, id, includes, links) {
        return this.favorites.get(caller, id, includes, links);
    }
    update(caller, id, input, links) {
        return this.favorites.update(caller, id, input, links);
    }
    replace(caller, id, input, links) {
        return this.favorites.update(caller, id, input, links);
    }
    delete(caller, id) {
        return this.favorites.delete(caller, id);
    }
    updateToLatest(caller, id, links) {
        return this.favorites.updateToLatest(caller, id, links);
    }
    putToLatest(caller, id, links) {
        return this.favorites.updateToLatest(caller, id, links);
    }
    patchToLatest(caller, id, links) {
        return this.favorites.updateToLatest(caller, id, links);
    }
};
exports.FavoriteController = FavoriteController;
__decorate([
    (0, common_1.Get)(),
    (0, principal_1.NeedsScope)('read'),
    (0, swagger_1.ApiOperation)({ summary: 'List favorites' }),
    (0, docs_1.ApiList)(favorite_response_1.FavoriteResponse, favorite_list_1.favoriteList),
    (0, docs_1.ApiProblems)('invalid-query'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.ListQuery)(favorite_list_1.favoriteList)),
    __param(2, (0, request_1.RequestLinks)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, Object, Function]),
    __metadata("design:returntype", void 0)
], FavoriteController.prototype, "list", null);
__decorate([
    (0, common_1.Post)(),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({ summary: 'Create a favorite' }),
    (0, docs_1.ApiOne)(favorite_response_1.FavoriteResponse, 201),
    (0, docs_1.ApiProblems)('invalid-json', 'conflict', 'limit-reached', 'too-large', 'unsupported-media-type', 'invalid-body'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, validation_1.Input)()),
    __param(2, (0, request_1.RequestLinks)()),
    __param(3, (0, common_1.Res)({ passthrough: true })),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, write_favorite_dto_1.CreateFavoriteDto, Function, Object]),
    __metadata("design:returntype", Promise)
], FavoriteController.prototype, "create", null);
__decorate([
    (0, common_1.Get)(':id'),
    (0, principal_1.NeedsScope)('read'),
    (0, swagger_1.ApiOperation)({ summary: 'Get a favorite' }),
    (0, docs_1.ApiId)('favorite'),
    (0, docs_1.ApiOne)(favorite_response_1.FavoriteResponse, 200, favorite_response_1.FAVORITE_INCLUDES),
    (0, docs_1.ApiProblems)('invalid-query', 'not-found'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('favorite')),
    __param(2, (0, request_1.Includes)(favorite_response_1.FAVORITE_INCLUDES)),
    __param(3, (0, request_1.RequestLinks)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String, Object, Function]),
    __metadata("design:returntype", void 0)
], FavoriteController.prototype, "get", null);
__decorate([
    (0, common_1.Patch)(':id'),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({ summary: 'Update a favorite', description: 'Only what the body names is changed.' }),
    (0, docs_1.ApiId)('favorite'),
    (0, docs_1.ApiOne)(favorite_response_1.FavoriteResponse),
    (0, docs_1.ApiProblems)('invalid-json', 'not-found', 'conflict', 'too-large', 'unsupported-media-type', 'invalid-body'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('favorite')),
    __param(2, (0, validation_1.Input)()),
    __param(3, (0, request_1.RequestLinks)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String, write_favorite_dto_1.UpdateFavoriteDto, Function]),
    __metadata("design:returntype", void 0)
], FavoriteController.prototype, "update", null);
__decorate([
    (0, common_1.Put)(':id'),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({ summary: 'Update a favorite (as PATCH)', description: 'Only what the body names is changed.' }),
    (0, docs_1.ApiId)('favorite'),
    (0, docs_1.ApiOne)(favorite_response_1.FavoriteResponse),
    (0, docs_1.ApiProblems)('invalid-json', 'not-found', 'conflict', 'too-large', 'unsupported-media-type', 'invalid-body'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('favorite')),
    __param(2, (0, validation_1.Input)()),
    __param(3, (0, request_1.RequestLinks)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String, write_favorite_dto_1.UpdateFavoriteDto, Function]),
    __metadata("design:returntype", void 0)
], FavoriteController.prototype, "replace", null);
__decorate([
    (0, common_1.Delete)(':id'),
    (0, common_1.HttpCode)(204),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({ summary: 'Delete a favorite', description: 'With its notes, for good.' }),
    (0, docs_1.ApiId)('favorite'),
    (0, swagger_1.ApiResponse)({ status: 204, description: 'Deleted.' }),
    (0, docs_1.ApiProblems)('not-found'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('favorite')),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String]),
    __metadata("design:returntype", void 0)
], FavoriteController.prototype, "delete", null);
__decorate([
    (0, common_1.Post)(':id/update-to-latest-version'),
    (0, common_1.HttpCode)(200),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({ summary: 'Move to the latest version' }),
    (0, docs_1.ApiId)('favorite'),
    (0, docs_1.ApiOne)(favorite_response_1.FavoriteResponse),
    (0, docs_1.ApiProblems)('not-found'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('favorite')),
    __param(2, (0, request_1.RequestLinks)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String, Function]),
    __metadata("design:returntype", void 0)
], FavoriteController.prototype, "updateToLatest", null);
__decorate([
    (0, common_1.Put)(':id/update-to-latest-version'),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({ summary: 'Move to the latest version (as POST)' }),
    (0, docs_1.ApiId)('favorite'),
    (0, docs_1.ApiOne)(favorite_response_1.FavoriteResponse),
    (0, docs_1.ApiProblems)('not-found'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('favorite')),
    __param(2, (0, request_1.RequestLinks)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String, Function]),
    __metadata("design:returntype", void 0)
], FavoriteController.prototype, "putToLatest", null);
__decorate([
    (0, common_1.Patch)(':id/update-to-latest-version'),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({ summary: 'Move to the latest version (as POST)' }),
    (0, docs_1.ApiId)('favorite'),
    (0, docs_1.ApiOne)(favorite_response_1.FavoriteResponse),
    (0, docs_1.ApiProblems)('not-found'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('favorite')),
    __param(2, (0, request_1.RequestLinks)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String, Function]),
    __metadata("design:returntype", void 0)
], FavoriteController.prototype, "patchToLatest", null);
exports.FavoriteController = FavoriteController = __decorate([
    (0, swagger_1.ApiTags)('Favorites'),
    (0, swagger_1.ApiBearerAuth)(),
    (0, common_1.Controller)('api/v1/favorite'),
    __metadata("design:paramtypes", [favorite_service_1.FavoriteService])
], FavoriteController);
//# sourceMappingURL=favorite.controller.js.map