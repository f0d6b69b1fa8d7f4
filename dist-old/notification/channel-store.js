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
exports.ChannelStore = void 0;
const common_1 = require("@nestjs/common");
const secret_box_1 = require("../common/secret-box");
const text_1 = require("../common/text");
const database_1 = require("../database/database");
const sealed_table_1 = require("../database/sealed-table");
const channel_registry_1 = require("./channels/channel-registry");
const notification_state_1 = require("./notification-state");
/** Standard Webhooks 1.0.0, "Secret rotation": old and new for a limited time; a day, as Svix and Outpost have it. */
const PREVIOUS_VALID_MS = 24 * 3_600_000;
/** Settings at rest, and what else a channel's row needs. The table is written here, in `ChannelService`, `ChannelHealth` and `consent`. */
let ChannelStore = class ChannelStore {
    constructor(registry, secrets, database) {
        this.registry = registry;
        this.secrets = secrets;
        this.sealed = new sealed_table_1.SealedTable(database, secrets, { table: 'channel', id: 'id', boundTo: (id) => id });
    }
    /**
     * The whole settings are sealed: a URL may be as secret as a password. Bound to the row: a copied text does not open.
     * @param previous settings with the secret before this one; they count for a day longer
     */
    seal(channelId, settings, previous) {
        const until = Date.now() + PREVIOUS_VALID_MS;
        return this.secrets.seal(JSON.stringify({ settings, ...(previous ? { previous, until } : {}) }), channelId);
    }
    open(channel, channelId, sealed) {
        return this.openBoth(channel, channelId, sealed).settings;
    }
    /** Also the settings with the previous secret, while it is still to be used beside the new one. */
    openBoth(channel, channelId, sealed) {
        const stored = JSON.parse(this.secrets.open(sealed, channelId));
        const settings = Object.assign(new channel.settingsClass(), stored.settings);
        if (!stored.previous || Date.now() > (stored.until ?? 0))
            return { settings };
        return { settings, previous: Object.assign(new channel.settingsClass(), stored.previous) };
    }
    /** Stores what the provider said the settings are now, unless their owner has changed them since the delivery was claimed. */
    async replace(sql, delivery, settings) {
        const { channel_id: id, channel_settings: before } = delivery;
        await sql.execute(`UPDATE channel SET settings = ?, updated_at = ${sql.dialect.now} WHERE id = ? AND settings = ?`, [this.seal(id, settings), id, before]);
    }
    /** The address of a person who has to agree; null when the type has none, or this version does not know it. */
    recipientOf({ id, type, settings }) {
        const channel = this.type(type);
        return channel?.recipient?.(this.open(channel, id, settings)) ?? null;
    }
    type(type) {
        return this.registry.get(type);
    }
    types() {
        return this.registry.all();
    }
    /** Switches it off for good, until its owner switches it on again. */
    async disable(sql, channelId, reason) {
        await sql.execute(`UPDATE channel SET enabled = 0, state = 'disabled', state_reason = ?, updated_at = ${sql.dialect.now} WHERE id = ?`, [reason, channelId]);
        await this.cancelQueued(sql, channelId, (0, text_1.firstCharacters)(`the channel was switched off: ${reason}`, 500));
    }
    /** Nothing that is still queued goes out through it; an attempt that is under way may end. */
    async cancelQueued(sql, channelId, reason) {
        const ended = await sql.execute(`UPDATE delivery SET state = 'cancelled', next_at = NULL, collect_at = NULL, digest_id = NULL, last_error = ?, updated_at = ${sql.dialect.now}
       WHERE channel_id = ? AND state = 'queued' AND claim_id IS NULL`, [reason, channelId]);
        if (ended === 0)
            return;
        await (0, notification_state_1.refreshNotificationStates)(sql, 'd.channel_id = ?', [channelId], `notification.state = 'pending'`);
    }
};
exports.ChannelStore = ChannelStore;
exports.ChannelStore = ChannelStore = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [channel_registry_1.ChannelRegistry,
        secret_box_1.SecretBox,
        database_1.Database])
], ChannelStore);
//# sourceMappingURL=channel-store.js.map