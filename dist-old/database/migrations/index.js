"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.MIGRATIONS = void 0;
const _1763700000000_initial_1 = require("./1763700000000-initial");
const _1763800000000_confirmation_mail_1 = require("./1763800000000-confirmation-mail");
const _1763810000000_delivery_lane_1 = require("./1763810000000-delivery-lane");
const _1763820000000_digest_1 = require("./1763820000000-digest");
const _1763900000000_channel_notice_1 = require("./1763900000000-channel-notice");
const _1763910000000_release_notes_1 = require("./1763910000000-release-notes");
const _1764000000000_source_polling_1 = require("./1764000000000-source-polling");
const _1764010000000_snooze_end_1 = require("./1764010000000-snooze-end");
const _1764100000000_source_hook_1 = require("./1764100000000-source-hook");
const _1764110000000_operator_report_1 = require("./1764110000000-operator-report");
const _1764121000000_user_subject_1 = require("./1764121000000-user-subject");
const _1764121100000_audit_entry_1 = require("./1764121100000-audit-entry");
const _1764122000000_limits_1 = require("./1764122000000-limits");
/** In the order in which they run. */
exports.MIGRATIONS = [
    _1763700000000_initial_1.Initial1763700000000,
    _1763800000000_confirmation_mail_1.ConfirmationMail1763800000000,
    _1763810000000_delivery_lane_1.DeliveryLane1763810000000,
    _1763820000000_digest_1.Digest1763820000000,
    _1763900000000_channel_notice_1.ChannelNotice1763900000000,
    _1763910000000_release_notes_1.ReleaseNotes1763910000000,
    _1764000000000_source_polling_1.SourcePolling1764000000000,
    _1764010000000_snooze_end_1.SnoozeEnd1764010000000,
    _1764100000000_source_hook_1.SourceHook1764100000000,
    _1764110000000_operator_report_1.OperatorReport1764110000000,
    _1764121000000_user_subject_1.UserSubject1764121000000,
    _1764121100000_audit_entry_1.AuditEntry1764121100000,
    _1764122000000_limits_1.Limits1764122000000,
];
//# sourceMappingURL=index.js.map