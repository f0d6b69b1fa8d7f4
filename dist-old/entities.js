"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ENTITIES = void 0;
const favorite_entity_1 = require("./favorite/favorite.entity");
const favorite_channel_entity_1 = require("./favorite/favorite-channel.entity");
const favorite_policy_entity_1 = require("./favorite/favorite-policy.entity");
const favorite_skip_entity_1 = require("./favorite/favorite-skip.entity");
const channel_settings_entity_1 = require("./notification/channel-settings.entity");
const confirmation_mail_entity_1 = require("./notification/consent/confirmation-mail.entity");
const delivery_entity_1 = require("./notification/delivery.entity");
const delivery_attempt_entity_1 = require("./notification/delivery-attempt.entity");
const channel_notice_entity_1 = require("./notification/notices/channel-notice.entity");
const operator_report_entity_1 = require("./notification/operator/operator-report.entity");
const notification_entity_1 = require("./notification/notification.entity");
const publisher_entity_1 = require("./publisher/publisher.entity");
const software_entity_1 = require("./software/software.entity");
const software_source_entity_1 = require("./source/polling/software-source.entity");
const source_host_entity_1 = require("./source/polling/source-host.entity");
const upkeep_entity_1 = require("./update-check/upkeep.entity");
const access_token_entity_1 = require("./user/access-token.entity");
const audit_entry_entity_1 = require("./user/audit/audit-entry.entity");
const rate_limit_entity_1 = require("./user/limits/rate-limit.entity");
const user_entity_1 = require("./user/user.entity");
const update_mark_entity_1 = require("./version/update-mark.entity");
const version_entity_1 = require("./version/version.entity");
/** Every table of the service. */
exports.ENTITIES = [
    user_entity_1.User,
    access_token_entity_1.AccessToken,
    audit_entry_entity_1.AuditEntry,
    publisher_entity_1.Publisher,
    software_entity_1.Software,
    version_entity_1.Version,
    update_mark_entity_1.UpdateMark,
    software_source_entity_1.SoftwareSource,
    source_host_entity_1.SourceHost,
    favorite_entity_1.Favorite,
    favorite_policy_entity_1.FavoritePolicy,
    favorite_skip_entity_1.FavoriteSkip,
    favorite_channel_entity_1.FavoriteChannel,
    channel_settings_entity_1.ChannelSettings,
    confirmation_mail_entity_1.ConfirmationMail,
    channel_notice_entity_1.ChannelNotice,
    operator_report_entity_1.OperatorReport,
    notification_entity_1.Notification,
    delivery_entity_1.Delivery,
    delivery_attempt_entity_1.DeliveryAttempt,
    rate_limit_entity_1.RateLimitRow,
    upkeep_entity_1.Upkeep,
];
//# sourceMappingURL=entities.js.map