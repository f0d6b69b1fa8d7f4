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
exports.MessageBuilder = void 0;
const common_1 = require("@nestjs/common");
const links_1 = require("../common/api/links");
const moment_1 = require("../common/moment");
const config_1 = require("../config/config");
const database_1 = require("../database/database");
const software_response_1 = require("../software/dto/software.response");
const step_1 = require("../version/ordering/step");
const consent_links_1 = require("./consent/consent-links");
const manage_links_1 = require("./manage/manage-links");
/** More than anybody reads; channels show fewer and say how many more there are. */
const VERSIONS_AT_MOST = 200;
/** Makes the message of deliveries from what the database says now. */
let MessageBuilder = class MessageBuilder {
    constructor(database, consent, manage, config) {
        this.database = database;
        this.consent = consent;
        this.manage = manage;
        this.asked = new Map();
        this.links = links_1.Links.withoutRequest(config);
    }
    /** @param recipient the address of the person who gets it and may end it */
    async build({ lines, total, timestamp }, recipient) {
        const [first] = lines;
        const links = recipient ? { unsubscribe: this.consent.unsubscribe(first.channel_id, recipient) } : {};
        if (total > 1) {
            const updates = lines.map((line) => this.updateOf(line, [versionOf(line)]));
            return { kind: 'update.digest', timestamp: (0, moment_1.toApiMoment)(timestamp), updates, total, links };
        }
        const update = this.updateOf(first, await this.newVersions(first));
        return {
            kind: update.reminder ? 'update.reminder' : 'update.available',
            timestamp: (0, moment_1.toApiMoment)(first.notified_at),
            updates: [update],
            total: 1,
            links,
        };
    }
    updateOf(delivery, versions) {
        const { links } = this;
        const { favorite_id: favorite, software_id: software } = delivery;
        return {
            favorite: { id: favorite, url: links.favorite(favorite) },
            software: { id: software, name: delivery.software_name, url: delivery.software_url },
            publisher: { id: delivery.publisher_id, name: delivery.publisher_name },
            trackedVersion: {
                id: delivery.tracked_id,
                version: delivery.tracked_version,
                created_at: (0, moment_1.toApiMoment)(delivery.tracked_created_at),
            },
            version: versionOf(delivery),
            versions,
            step: (0, step_1.kindOfStep)(delivery.tracked_version, delivery.version),
            prerelease: delivery.version_prerelease === 1,
            reminder: delivery.reminder > 0,
            releasedAt: (0, moment_1.toApiMoment)(delivery.released_at),
            links: {
                favorite: links.favorite(favorite),
                software: links.software(software),
                releases: links.versions(software),
                notes: delivery.notes_url,
                manage: this.manage.make(favorite, delivery.version_id, delivery.notified_at),
            },
        };
    }
    /** From the notified version down to the one in use, newest first. Many messages at once are of one release: they ask together. */
    newVersions(delivery) {
        const { software_id, tracked_key, version_key, version_standing } = delivery;
        const key = JSON.stringify([software_id, tracked_key, version_key, version_standing]);
        const asked = this.asked.get(key) ?? this.findVersions(delivery).finally(() => this.asked.delete(key));
        this.asked.set(key, asked);
        return asked;
    }
    async findVersions(delivery) {
        const rows = await this.database.query(`SELECT v.id, v.version, v.created_at FROM version v
       WHERE v.software_id = ? AND v.standing = ? AND v.version_key > ? AND v.version_key <= ?
       ORDER BY v.version_key DESC, v.id DESC LIMIT ${VERSIONS_AT_MOST}`, [delivery.software_id, delivery.version_standing, delivery.tracked_key, delivery.version_key]);
        return rows.map(software_response_1.toVersionResponse);
    }
};
exports.MessageBuilder = MessageBuilder;
exports.MessageBuilder = MessageBuilder = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        consent_links_1.ConsentLinks,
        manage_links_1.ManageLinks,
        config_1.Config])
], MessageBuilder);
const versionOf = (delivery) => ({
    id: delivery.version_id,
    version: delivery.version,
    created_at: (0, moment_1.toApiMoment)(delivery.version_created_at),
});
//# sourceMappingURL=message-builder.js.map