"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.LogChannel = exports.LogSettings = void 0;
const common_1 = require("@nestjs/common");
const channel_1 = require("./channel");
const message_1 = require("./message");
/** A line of a log holds no more: collectors cut longer ones. */
const MAX_UPDATES = 20;
/** Nothing to set. */
class LogSettings {
}
exports.LogSettings = LogSettings;
/** Writes notifications into the log of the service: for trying things out, and for collectors that read logs. */
let LogChannel = class LogChannel extends channel_1.Channel {
    constructor() {
        super(...arguments);
        this.type = 'log';
        this.title = 'Log of the service';
        this.settingsClass = LogSettings;
        this.retryProfile = 'http';
        this.logger = new common_1.Logger('Notification');
    }
    send({ id, attempt, message }) {
        const { kind, updates, total, channel } = (0, message_1.cleanMessage)(message);
        this.logger.log({
            msg: 'notification',
            delivery: id,
            attempt,
            kind,
            total,
            ...(channel && { channel: channel.name, reason: channel.reason }),
            updates: updates.slice(0, MAX_UPDATES).map(({ software, publisher, trackedVersion, version }) => ({
                software: software.name,
                publisher: publisher?.name ?? null,
                trackedVersion: trackedVersion?.version ?? null,
                version: version.version,
            })),
        });
        return Promise.resolve({ kind: 'ok' });
    }
};
exports.LogChannel = LogChannel;
exports.LogChannel = LogChannel = __decorate([
    (0, common_1.Injectable)()
], LogChannel);
//# sourceMappingURL=log.channel.js.map