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
exports.ConsentController = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const principal_1 = require("../../user/principal");
const link_page_1 = require("../page/link-page");
const too_many_filter_1 = require("../page/too-many.filter");
const consent_pages_1 = require("./consent-pages");
/**
 * What the links in mails open: no token of the API, no envelope, not under /api. A GET changes nothing, since link scanners and
 * previews open whatever is in a mail; the POST does.
 */
let ConsentController = class ConsentController {
    constructor(pages) {
        this.pages = pages;
    }
    async askToConfirm(token, response) {
        (0, link_page_1.sendPage)(response, await this.pages.askToConfirm(token));
    }
    async confirm(token, request, response) {
        (0, link_page_1.sendPage)(response, await this.pages.confirm(token, request.id));
    }
    askToUnsubscribe(response) {
        (0, link_page_1.sendPage)(response, this.pages.askToUnsubscribe());
    }
    /** RFC 8058, section 3.2: from a mail program, without cookies, and without a person who would follow a redirect. */
    async unsubscribe(token, request, response) {
        (0, link_page_1.sendPage)(response, await this.pages.unsubscribe(token, request.id, request.body));
    }
};
exports.ConsentController = ConsentController;
__decorate([
    (0, common_1.Get)('confirm/:token'),
    __param(0, (0, common_1.Param)('token')),
    __param(1, (0, common_1.Res)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [String, Object]),
    __metadata("design:returntype", Promise)
], ConsentController.prototype, "askToConfirm", null);
__decorate([
    (0, common_1.Post)('confirm/:token'),
    __param(0, (0, common_1.Param)('token')),
    __param(1, (0, common_1.Req)()),
    __param(2, (0, common_1.Res)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [String, Object, Object]),
    __metadata("design:returntype", Promise)
], ConsentController.prototype, "confirm", null);
__decorate([
    (0, common_1.Get)('u/:token'),
    __param(0, (0, common_1.Res)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object]),
    __metadata("design:returntype", void 0)
], ConsentController.prototype, "askToUnsubscribe", null);
__decorate([
    (0, common_1.Post)('u/:token'),
    __param(0, (0, common_1.Param)('token')),
    __param(1, (0, common_1.Req)()),
    __param(2, (0, common_1.Res)()),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [String, Object, Object]),
    __metadata("design:returntype", Promise)
], ConsentController.prototype, "unsubscribe", null);
exports.ConsentController = ConsentController = __decorate([
    (0, swagger_1.ApiExcludeController)(),
    (0, principal_1.Public)(),
    (0, principal_1.LimitedByAddress)(),
    (0, common_1.UseFilters)(too_many_filter_1.TooManyFilter),
    (0, common_1.Controller)(),
    __metadata("design:paramtypes", [consent_pages_1.ConsentPages])
], ConsentController);
//# sourceMappingURL=consent.controller.js.map