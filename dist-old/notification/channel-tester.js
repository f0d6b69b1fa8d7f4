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
exports.ChannelTester = void 0;
const common_1 = require("@nestjs/common");
const ids_1 = require("../common/ids");
const moment_1 = require("../common/moment");
const problem_1 = require("../common/problem/problem");
const database_1 = require("../database/database");
const channel_store_1 = require("./channel-store");
const channel_service_1 = require("./channel.service");
const message_1 = require("./channels/message");
/** A test message makes this service call an address of the user's choice: more of them would be a port scanner. */
const TESTS_A_MINUTE = 5;
const MINUTE = 60_000;
/** Sends a test message through a channel, at once, and says what came of it. */
let ChannelTester = class ChannelTester {
    constructor(database, channels, store) {
        this.database = database;
        this.channels = channels;
        this.store = store;
        /** Start times of each user's tests in the last minute, on the monotonic clock. */
        this.recent = new Map();
    }
    async test(caller, id) {
        const row = await this.channels.find(this.database, caller, id);
        const channel = this.store.type(row.type);
        if (!channel)
            throw problem_1.Problem.notFound('channel type in this version');
        const settings = this.store.open(channel, row.id, row.settings);
        if (channel.recipient && row.confirmed_at === null)
            throw new problem_1.Problem('conflict', 'Whoever gets this has not agreed to it yet: the address is to be confirmed first.');
        this.demandTurn(caller.userId);
        const start = performance.now();
        const message = (0, message_1.testMessage)((0, moment_1.toApiMoment)((0, moment_1.fromDate)(new Date())));
        const outcome = await channel.send({ id: (0, ids_1.newId)(), attempt: 1, settings, message });
        return {
            state: outcome.kind === 'ok' ? 'sent' : 'failed',
            code: outcome.code === undefined ? null : String(outcome.code),
            error: outcome.kind === 'ok' ? null : (outcome.reason ?? 'failed'),
            duration: Math.round(performance.now() - start),
        };
    }
    demandTurn(userId) {
        const now = performance.now();
        for (const [user, starts] of this.recent)
            if (starts.every((start) => now - start > MINUTE))
                this.recent.delete(user);
        const starts = (this.recent.get(userId) ?? []).filter((start) => now - start <= MINUTE);
        if (starts.length >= TESTS_A_MINUTE) {
            const wait = Math.ceil((MINUTE - (now - starts[0])) / 1000);
            throw new problem_1.Problem('too-many-requests', `At most ${TESTS_A_MINUTE} test messages a minute.`, [], {
                'Retry-After': String(wait),
            });
        }
        this.recent.set(userId, [...starts, now]);
    }
};
exports.ChannelTester = ChannelTester;
exports.ChannelTester = ChannelTester = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [database_1.Database,
        channel_service_1.ChannelService,
        channel_store_1.ChannelStore])
], ChannelTester);
//# sourceMappingURL=channel-tester.js.map