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
exports.ManageController = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const principal_1 = require("../../user/principal");
const link_page_1 = require("../page/link-page");
const too_many_filter_1 = require("../page/too-many.filter");
const manage_pages_1 = require("./manage-pages");
/** What "Skip or snooze" in a message opens. As with consent: a GET changes nothing, since previews open whatever they find. */
let ManageController = class ManageController {
    constructor(pages) {
        this.pages = pages;
    }
    async ask(token, request, response) {
        (0, link_page_1.sendPage)(response, await this.pages.ask(token, request.id));
    }
    async act(token, request, response) {
        (0, link_page_1.sendPage)(response, await this.pages.act(token, request.id, request.body));
    }
};
exports.ManageController = ManageController;
__decorate([
    (0, common_1.Get)(':token'),
    __param(0, (0, common_1.Param)('token')),
    __param(1, (0, common_1.Req)()),
    __param(2, (0, common_1.Res)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [String, Object, Object]),
    __metadata("design:returntype", Promise)
], ManageController.prototype, "ask", null);
__decorate([
    (0, common_1.Post)(':token'),
    __param(0, (0, common_1.Param)('token')),
    __param(1, (0, common_1.Req)()),
    __param(2, (0, common_1.Res)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [String, Object, Object]),
    __metadata("design:returntype", Promise)
], ManageController.prototype, "act", null);
exports.ManageController = ManageController = __decorate([
    (0, swagger_1.ApiExcludeController)(),
    (0, principal_1.Public)(),
    (0, principal_1.LimitedByAddress)(),
    (0, common_1.UseFilters)(too_many_filter_1.TooManyFilter),
    (0, common_1.Controller)('update'),
    __metadata("design:paramtypes", [manage_pages_1.ManagePages])
], ManageController);
//# sourceMappingURL=manage.controller.js.map