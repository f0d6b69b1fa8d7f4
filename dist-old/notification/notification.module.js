"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.NotificationModule = void 0;
const common_1 = require("@nestjs/common");
const outgoing_http_module_1 = require("../common/outgoing-http/outgoing-http.module");
const secret_box_1 = require("../common/secret-box");
const favorite_module_1 = require("../favorite/favorite.module");
const source_module_1 = require("../source/source.module");
const user_module_1 = require("../user/user.module");
const channel_health_1 = require("./channel-health");
const channel_store_1 = require("./channel-store");
const channel_tester_1 = require("./channel-tester");
const channel_controller_1 = require("./channel.controller");
const channel_service_1 = require("./channel.service");
const channels_1 = require("./channels");
const confirmation_mails_1 = require("./consent/confirmation-mails");
const confirmation_sender_1 = require("./consent/confirmation-sender");
const consent_links_1 = require("./consent/consent-links");
const consent_pages_1 = require("./consent/consent-pages");
const consent_tokens_1 = require("./consent/consent-tokens");
const consent_controller_1 = require("./consent/consent.controller");
const consent_service_1 = require("./consent/consent.service");
const digest_groups_1 = require("./digest/digest-groups");
const holding_1 = require("./digest/holding");
const accepted_deliveries_1 = require("./accepted-deliveries");
const delivery_queue_1 = require("./delivery-queue");
const delivery_record_1 = require("./delivery-record");
const delivery_metrics_1 = require("./delivery.metrics");
const delivery_service_1 = require("./delivery.service");
const manage_links_1 = require("./manage/manage-links");
const manage_pages_1 = require("./manage/manage-pages");
const manage_controller_1 = require("./manage/manage.controller");
const manage_service_1 = require("./manage/manage.service");
const message_builder_1 = require("./message-builder");
const channel_notices_1 = require("./notices/channel-notices");
const notice_sender_1 = require("./notices/notice-sender");
const notification_retention_1 = require("./notification-retention");
const notification_controller_1 = require("./notification.controller");
const notification_service_1 = require("./notification.service");
const notification_writer_1 = require("./notification.writer");
const operator_reports_1 = require("./operator/operator-reports");
const operator_sender_1 = require("./operator/operator-sender");
const service_messages_1 = require("./service-messages");
let NotificationModule = class NotificationModule {
};
exports.NotificationModule = NotificationModule;
exports.NotificationModule = NotificationModule = __decorate([
    (0, common_1.Module)({
        imports: [outgoing_http_module_1.OutgoingHttpModule, source_module_1.SourceModule, favorite_module_1.FavoriteModule, user_module_1.UserModule],
        controllers: [channel_controller_1.ChannelController, notification_controller_1.NotificationController, consent_controller_1.ConsentController, manage_controller_1.ManageController],
        providers: [
            ...channels_1.channelProviders,
            secret_box_1.SecretBox,
            channel_store_1.ChannelStore,
            channel_health_1.ChannelHealth,
            channel_service_1.ChannelService,
            channel_tester_1.ChannelTester,
            consent_tokens_1.ConsentTokens,
            consent_links_1.ConsentLinks,
            consent_service_1.ConsentService,
            consent_pages_1.ConsentPages,
            confirmation_mails_1.ConfirmationMails,
            confirmation_sender_1.ConfirmationSender,
            channel_notices_1.ChannelNotices,
            notice_sender_1.NoticeSender,
            operator_reports_1.OperatorReports,
            operator_sender_1.OperatorSender,
            service_messages_1.ServiceMessages,
            manage_links_1.ManageLinks,
            manage_pages_1.ManagePages,
            manage_service_1.ManageService,
            notification_service_1.NotificationService,
            notification_writer_1.NotificationWriter,
            notification_retention_1.NotificationRetention,
            message_builder_1.MessageBuilder,
            holding_1.Holding,
            digest_groups_1.DigestGroups,
            accepted_deliveries_1.AcceptedDeliveries,
            delivery_queue_1.DeliveryQueue,
            delivery_record_1.DeliveryRecord,
            delivery_metrics_1.DeliveryMetrics,
            delivery_service_1.DeliveryService,
        ],
        exports: [notification_writer_1.NotificationWriter, notification_retention_1.NotificationRetention, delivery_service_1.DeliveryService],
    })
], NotificationModule);
//# sourceMappingURL=notification.module.js.map