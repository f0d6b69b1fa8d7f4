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
exports.NotificationController = void 0;
const common_1 = require("@nestjs/common");
const swagger_1 = require("@nestjs/swagger");
const docs_1 = require("../common/api/docs");
const request_1 = require("../common/api/request");
const principal_1 = require("../user/principal");
const notification_response_1 = require("./dto/notification.response");
const notification_list_1 = require("./notification.list");
const notification_service_1 = require("./notification.service");
let NotificationController = class NotificationController {
    constructor(notifications) {
        this.notifications = notifications;
    }
    list(caller, request) {
        return this.notifications.list(caller, request);
    }
    get(caller, id, _none) {
        return this.notifications.get(caller, id);
    }
    resend(caller, id) {
        return this.notifications.resend(caller, id);
    }
};
exports.NotificationController = NotificationController;
__decorate([
    (0, common_1.Get)(),
    (0, principal_1.NeedsScope)('read'),
    (0, swagger_1.ApiOperation)({ summary: "List the caller's notifications" }),
    (0, docs_1.ApiList)(notification_response_1.NotificationResponse, notification_list_1.notificationList),
    (0, docs_1.ApiProblems)('invalid-query'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.ListQuery)(notification_list_1.notificationList)),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, Object]),
    __metadata("design:returntype", void 0)
], NotificationController.prototype, "list", null);
__decorate([
    (0, common_1.Get)(':id'),
    (0, principal_1.NeedsScope)('read'),
    (0, swagger_1.ApiOperation)({ summary: 'Get a notification' }),
    (0, docs_1.ApiId)('notification'),
    (0, docs_1.ApiOne)(notification_response_1.NotificationResponse),
    (0, docs_1.ApiProblems)('invalid-query', 'not-found'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('notification')),
    __param(2, (0, request_1.Includes)([])),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String, Object]),
    __metadata("design:returntype", void 0)
], NotificationController.prototype, "get", null);
__decorate([
    (0, common_1.Post)(':id/resend'),
    (0, common_1.HttpCode)(200),
    (0, principal_1.NeedsScope)('write'),
    (0, swagger_1.ApiOperation)({ summary: 'Send a notification again', description: 'With the same delivery ids, at once.' }),
    (0, docs_1.ApiId)('notification'),
    (0, docs_1.ApiOne)(notification_response_1.NotificationResponse),
    (0, docs_1.ApiProblems)('not-found'),
    __param(0, (0, principal_1.Caller)()),
    __param(1, (0, request_1.Id)('notification')),
    __metadata("design:type", Function),
    __metadata("design:paramtypes", [Object, String]),
    __metadata("design:returntype", void 0)
], NotificationController.prototype, "resend", null);
exports.NotificationController = NotificationController = __decorate([
    (0, swagger_1.ApiTags)('Notifications'),
    (0, swagger_1.ApiBearerAuth)(),
    (0, common_1.Controller)('api/v1/notification'),
    __metadata("design:paramtypes", [notification_service_1.NotificationService])
], NotificationController);
//# sourceMappingURL=notification.controller.js.map