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
Object.defineProperty(exports, "__esModule", { value: true });
exports.ServiceMessages = void 0;
const common_1 = require("@nestjs/common");
const confirmation_sender_1 = require("./consent/confirmation-sender");
const notice_sender_1 = require("./notices/notice-sender");
const operator_sender_1 = require("./operator/operator-sender");
/** What the service sends on its own account, beside the notifications. */
let ServiceMessages = class ServiceMessages {
    constructor(confirmations, notices, operator) {
        this.confirmations = confirmations;
        this.notices = notices;
        this.operator = operator;
    }
    /** Sends what is due of each kind; a slow receiver of one keeps no other kind waiting. */
    async sendDue() {
        await Promise.all([this.confirmations.sendDue(), this.notices.sendDue(), this.operator.sendDue()]);
    }
};
exports.ServiceMessages = ServiceMessages;
exports.ServiceMessages = ServiceMessages = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [confirmation_sender_1.ConfirmationSender,
        notice_sender_1.NoticeSender,
        operator_sender_1.OperatorSender])
], ServiceMessages);
//# sourceMappingURL=service-messages.js.map