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
var DeliveryService_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.DeliveryService = void 0;
const promises_1 = require("node:timers/promises");
const common_1 = require("@nestjs/common");
const moment_1 = require("../common/moment");
const secret_box_1 = require("../common/secret-box");
const leased_rows_1 = require("../database/leased-rows");
const mutex_1 = require("../database/mutex");
const channel_store_1 = require("./channel-store");
const delivery_queue_1 = require("./delivery-queue");
const service_messages_1 = require("./service-messages");
const delivery_record_1 = require("./delivery-record");
const content_1 = require("./digest/content");
const digest_groups_1 = require("./digest/digest-groups");
const stored_timing_1 = require("./digest/stored-timing");
const timing_1 = require("./digest/timing");
const slots_1 = require("./slots");
const delivery_metrics_1 = require("./delivery.metrics");
const host_refusals_1 = require("./host-refusals");
const message_builder_1 = require("./message-builder");
/** Attempts under way at once in this process, and of these through one channel and to one host. */
const SLOTS = { all: 16, channel: 2, lane: 8 };
/** A message that killed its process this often is not given another one. */
const DEATHS_AT_MOST = 50;
/** Seconds: no attempt takes longer. */
const LONGEST_ATTEMPT = 60;
/** Seconds until a delivery of a type that only a newer version knows is looked at again. */
const UNKNOWN_TYPE_PAUSE = 60;
/** Seconds until one to an address that is to be confirmed is looked at again; the confirmation makes it due at once. */
const UNCONFIRMED_PAUSE = 600;
/** Updates that are loaded into one message: no channel has room for more. */
const LINES_AT_MOST = 500;
const POLL_MS = 250;
/** Seconds for which a host is left alone at most, however long it asks for. */
const LONGEST_REST = 3_600;
/** A pass waits this long for a channel that rests between two messages; what rests longer is for a later pass. */
const REST_PATIENCE_MS = 5_000;
/** Sends what is due: claims, checks that it is still wanted, sends, writes down what came of it. */
let DeliveryService = DeliveryService_1 = class DeliveryService {
    constructor(queue, groups, record, store, messages, metrics, service) {
        this.queue = queue;
        this.groups = groups;
        this.record = record;
        this.store = store;
        this.messages = messages;
        this.metrics = metrics;
        this.service = service;
        this.logger = new common_1.Logger(DeliveryService_1.name);
        this.slots = new slots_1.Slots(SLOTS);
        this.refusals = new host_refusals_1.HostRefusals();
        /** Passes claim one after the other: two plans at once would start too many. */
        this.turn = new mutex_1.Mutex();
        this.passes = new Set();
        this.stopping = false;
    }
    /** Sends until nothing is due any more and nothing is under way. */
    async deliverDue() {
        const pass = this.pass();
        this.passes.add(pass);
        try {
            return await pass;
        }
        finally {
            this.passes.delete(pass);
        }
    }
    /** Sends what the service itself has to say, such as mails that confirm an address. Beside the deliveries: neither waits for the other. */
    async sendServiceMessages() {
        await this.service.sendDue();
    }
    /**
     * Claims nothing any more and waits for what is under way. On this hook, as it comes before that of
     * the channels, which close their connections: what was accepted but cut off here would be sent twice.
     */
    async onModuleDestroy() {
        this.stopping = true;
        await Promise.allSettled(this.passes);
    }
    async pass() {
        const summary = { sent: 0, queued: 0, failed: 0, cancelled: 0, expired: 0 };
        let gatherAt = -Infinity;
        while (!this.stopping) {
            // Messages that wait for an hour do not need to be looked for between any two others.
            if (performance.now() >= gatherAt && !(await this.groups.gatherDue()))
                gatherAt = performance.now() + POLL_MS;
            await this.turn.run(() => this.startDue(summary));
            if (this.slots.busy > 0)
                await this.someEnded();
            else if (!(await this.rested()))
                break;
        }
        await this.slots.allEnded();
        return summary;
    }
    async someEnded() {
        await Promise.race([this.slots.oneEnded(), (0, promises_1.setTimeout)(POLL_MS)]);
        // Those that were written down together end together, and one claim fills their places.
        await (0, promises_1.setImmediate)();
    }
    /** Starts what is due, as far as there are slots for it. */
    async startDue(summary) {
        if (this.slots.plan().free === 0)
            return;
        const claimed = await this.queue.claim(() => this.picker());
        const claimedAt = performance.now();
        for (const delivery of claimed) {
            if (this.stopping)
                await this.queue.giveBack(delivery, 0);
            else
                this.start(delivery, claimedAt, summary);
        }
    }
    picker() {
        const plan = this.slots.plan();
        return {
            get free() {
                return plan.free;
            },
            full: () => plan.full(),
            take: (delivery) => plan.take(delivery, this.restOf(delivery.type) > 0),
        };
    }
    start(delivery, claimedAt, summary) {
        const rest = this.restOf(delivery.type);
        if (rest > 0)
            this.slots.restChannel(delivery.channel_id, rest);
        this.slots.start(delivery, async () => {
            try {
                const end = await this.handle(delivery, claimedAt);
                if (end)
                    summary[end]++;
            }
            catch (error) {
                // Not recorded: the lease ends, and it is due again.
                this.logger.error({ msg: 'delivery not recorded', delivery: delivery.id, err: error });
            }
        });
    }
    /** Milliseconds between two messages of a channel. */
    restOf(type) {
        return (this.store.type(type)?.interval ?? 0) * 1_000;
    }
    /** Waits for the next channel that rests only shortly, and says whether there was one with something due. */
    async rested() {
        const wait = this.slots.untilRested();
        if (wait === null || wait > REST_PATIENCE_MS || !(await this.queue.anyDue()))
            return false;
        await (0, promises_1.setTimeout)(wait);
        return true;
    }
    /** @returns null when it was left for somebody else */
    async handle(delivery, claimedAt) {
        const channel = this.store.type(delivery.type);
        if (!channel)
            return this.leave(delivery, UNKNOWN_TYPE_PAUSE);
        if (delivery.digest_id === null) {
            const end = (0, content_1.endOf)(delivery);
            if (end)
                return this.record.end(delivery, end.state, end.reason);
            return this.handleWanted(channel, delivery, (0, content_1.contentOfOne)(delivery), claimedAt);
        }
        const { head, content } = await this.openDigest(delivery);
        return content ? this.handleWanted(channel, head, content, claimedAt) : 'cancelled';
    }
    /** What of a digest is still wanted: the rest is ended. No content when that was all of it. */
    async openDigest(delivery) {
        const { channel_settings, channel_enabled } = delivery;
        const members = await this.queue.membersOf(delivery);
        const ends = members.map((member) => ({ member, end: (0, content_1.endOf)({ ...member, channel_settings, channel_enabled }) }));
        const ended = ends.flatMap(({ member, end }) => (end ? [{ id: member.id, end }] : []));
        const head = await this.record.endMembers(delivery, ended);
        const wanted = (0, content_1.linesOf)(ends.flatMap(({ member, end }) => (end ? [] : [member])));
        const named = wanted.slice(0, LINES_AT_MOST).map(({ id }) => id);
        const lines = named.length === 0 ? [] : await this.queue.loadMembers(named, delivery.claim_id);
        if (lines.length === 0)
            return { head, content: null };
        const timestamp = members.reduce((last, { notified_at }) => (notified_at > last ? notified_at : last), '');
        const steps = wanted.map((line) => ({ id: line.id, step: (0, timing_1.stepOf)(line) }));
        return { head, content: { lines, total: wanted.length - (named.length - lines.length), timestamp, steps } };
    }
    async handleWanted(channel, delivery, content, claimedAt) {
        if (delivery.channel_unconfirmed)
            return this.leave(delivery, UNCONFIRMED_PAUSE);
        if (delivery.channel_blocked)
            return this.queue.giveBackBlocked(delivery).then(() => null);
        const quietEnd = quietUntil(delivery, content);
        if (quietEnd !== null)
            return this.leaveQuiet(delivery, content, quietEnd);
        if (delivery.deaths >= DEATHS_AT_MOST)
            return this.record.end(delivery, 'failed', 'every attempt ended the process');
        const start = performance.now();
        // After a pause of the whole process (a suspended machine) the lease may be over: somebody else has it now.
        if (start - claimedAt > (leased_rows_1.LEASE_SECONDS - LONGEST_ATTEMPT) * 1_000)
            return this.leave(delivery, 0);
        const sentAt = new Date((0, stored_timing_1.msOf)(delivery.now) + start - claimedAt);
        const outcome = await this.send(channel, delivery, content, sentAt);
        const ms = performance.now() - start;
        this.metrics.attempted(delivery.type, outcome.kind, ms / 1_000);
        this.restHost(delivery.lane, outcome);
        return this.record.attempted(delivery, channel.retryProfile, outcome, { ms });
    }
    /** Nothing more goes to a host that asks for it, or that is about to ban us. */
    restHost(lane, outcome) {
        if (outcome.wholeHost)
            this.slots.restLane(lane, Math.min(outcome.after ?? 1, LONGEST_REST) * 1_000);
        const rest = this.refusals.count(lane, outcome);
        if (rest !== null)
            this.slots.restLane(lane, rest);
    }
    async leave(delivery, seconds) {
        await this.queue.giveBack(delivery, seconds);
        return null;
    }
    async leaveQuiet(delivery, content, end) {
        const quiet = (0, stored_timing_1.readQuietHours)(delivery.channel_quiet_hours);
        const notHeld = content.steps.filter(({ step }) => (0, timing_1.isExcepted)(quiet, step)).map(({ id }) => id);
        await this.queue.giveBackQuiet(delivery, (0, moment_1.fromDate)(new Date(end)), notHeld);
        return null;
    }
    async send(channel, delivery, content, sentAt) {
        try {
            const opened = this.store.openBoth(channel, delivery.channel_id, delivery.channel_settings);
            const message = await this.messages.build(content, channel.recipient?.(opened.settings));
            return await channel.send({
                id: delivery.digest_id ?? delivery.id,
                attempt: delivery.attempts,
                ...opened,
                message,
                sentAt,
            });
        }
        catch (error) {
            // The operator's mistake, which costs no attempt: it goes out when the key is right again.
            if (error instanceof secret_box_1.SecretError)
                return { kind: 'retry', transport: true, code: error.reason, reason: error.message };
            // A mistake of ours must not lose the message: it is tried again, by a version that has it mended.
            this.logger.error({ msg: 'channel failed', delivery: delivery.id, type: delivery.type, err: error });
            return { kind: 'retry', reason: 'internal error, see the log of the service', code: 'internal' };
        }
    }
};
exports.DeliveryService = DeliveryService;
exports.DeliveryService = DeliveryService = DeliveryService_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [delivery_queue_1.DeliveryQueue,
        digest_groups_1.DigestGroups,
        delivery_record_1.DeliveryRecord,
        channel_store_1.ChannelStore,
        message_builder_1.MessageBuilder,
        delivery_metrics_1.DeliveryMetrics,
        service_messages_1.ServiceMessages])
], DeliveryService);
/** When the quiet hours end in which this is to wait; null when it may go out. */
function quietUntil(delivery, { steps }) {
    const quiet = (0, stored_timing_1.readQuietHours)(delivery.channel_quiet_hours);
    if (quiet === null || delivery.at_once || steps.every(({ step }) => (0, timing_1.isExcepted)(quiet, step)))
        return null;
    return (0, timing_1.endOfQuiet)(delivery.time_zone, quiet, (0, stored_timing_1.msOf)(delivery.now));
}
//# sourceMappingURL=delivery.service.js.map