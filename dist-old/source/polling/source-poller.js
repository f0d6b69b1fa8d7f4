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
var SourcePoller_1;
Object.defineProperty(exports, "__esModule", { value: true });
exports.SourcePoller = void 0;
const promises_1 = require("node:timers/promises");
const common_1 = require("@nestjs/common");
const outgoing_http_1 = require("../../common/outgoing-http/outgoing-http");
const secret_box_1 = require("../../common/secret-box");
const turns_1 = require("../../common/turns");
const config_1 = require("../../config/config");
const version_changes_1 = require("../../version/version-changes");
const source_1 = require("../sources/source");
const source_web_1 = require("../sources/source-web");
const unique_1 = require("../sources/unique");
const due_sources_1 = require("./due-sources");
const host_queue_1 = require("./host-queue");
const host_visit_1 = require("./host-visit");
const outcome_writer_1 = require("./outcome-writer");
const poll_record_1 = require("./poll-record");
const poll_times_1 = require("./poll-times");
const source_metrics_1 = require("./source.metrics");
const source_store_1 = require("./source-store");
/** Hosts that a process holds at once: more than it asks at once, so that one which is waited for costs nothing. */
const HOSTS_AT_MOST = 64;
/** Milliseconds: no fetch takes longer. Together with what is done before and after it, this must end well within the lease. */
const LONGEST_FETCH = 120_000;
const POLL_MS = 250;
const CLAIMS_AT_LEAST = 16;
/** Milliseconds after which a fetch does not count as one of those that are asked at once: hosts that hang must not keep others waiting. */
const PATIENCE_MS = 2_000;
/** Long answers that are read at once, and what is long in bytes: they make up nearly all the memory that polling takes. */
const LONG_ANSWERS = 4;
const LONG_ANSWER = 1024 * 1024;
/** Seconds until a source of a type that only a newer version knows is looked at again. */
const UNKNOWN_TYPE_PAUSE = 600;
/**
 * Asks sources that are due and stores what they have. A process holds a host while it asks its sources, a few at once with a delay
 * between them, and any number of replicas share the hosts. What a killed one held is due again when its claim ends.
 */
let SourcePoller = SourcePoller_1 = class SourcePoller {
    constructor(config, queue, record, store, http, changes, metrics) {
        this.config = config;
        this.queue = queue;
        this.record = record;
        this.store = store;
        this.http = http;
        this.changes = changes;
        this.metrics = metrics;
        this.logger = new common_1.Logger(SourcePoller_1.name);
        this.longAnswers = new turns_1.Turns(LONG_ANSWERS);
        this.visits = new Set();
        this.stopping = new AbortController();
        this.pass = null;
        this.turns = new turns_1.Turns(config.sourceRequests, PATIENCE_MS);
    }
    /** Asks until nothing is due any more. One pass at a time: who asks meanwhile waits for that one. */
    pollDue() {
        this.pass ??= this.run().finally(() => (this.pass = null));
        return this.pass;
    }
    /** Ends what is under way: its sources stay due, and their hosts are free for others. */
    async onModuleDestroy() {
        this.stopping.abort();
        await this.pass?.catch(() => undefined);
    }
    async run() {
        const summary = { new: 0, unchanged: 0, failed: 0, skipped: 0, versions: 0 };
        try {
            while (!this.stopping.signal.aborted) {
                const free = HOSTS_AT_MOST - this.visits.size;
                for (const host of free > 0 ? await this.queue.claim(free) : [])
                    this.start(host, summary);
                if (this.visits.size === 0)
                    break;
                await this.someEnded();
            }
        }
        finally {
            await Promise.all(this.visits);
        }
        return summary;
    }
    /** Until a number of hosts is done, or a while has passed: a claim for each single one would cost more than its sources. */
    async someEnded() {
        const enough = Math.max(0, this.visits.size - CLAIMS_AT_LEAST);
        const tooLong = (0, promises_1.setTimeout)(POLL_MS).then(() => true);
        while (this.visits.size > enough && !(await Promise.race([...this.visits, tooLong])))
            ;
    }
    start(host, summary) {
        const visit = this.visit(host, summary)
            .catch((error) => this.giveUp(host, error))
            .finally(() => this.visits.delete(visit));
        this.visits.add(visit);
    }
    /** The database failed us: others, or we a little later, may have more luck. If it is away, the claim ends by itself. */
    async giveUp(host, error) {
        this.logger.error({ msg: 'polling stopped at a host', host: host.host, err: error });
        try {
            await this.queue.release(host, outcome_writer_1.DATABASE_PAUSE);
        }
        catch (further) {
            this.logger.error({ msg: 'a host could not be let go', host: host.host, err: further });
        }
    }
    /** Everything that is due at one host. */
    async visit(held, summary) {
        const visit = new host_visit_1.HostVisit(held, this.config.sourceHostDelay, this.queue);
        const outcomes = new outcome_writer_1.OutcomeWriter(visit, this.record);
        const poll = { visit, outcomes, sources: new due_sources_1.DueSources(this.queue, visit), summary };
        const workers = Array.from({ length: this.config.sourceRequestsPerHost }, () => this.work(poll));
        const ended = await Promise.allSettled(workers);
        await outcomes.end();
        for (const end of ended)
            if (end.status === 'rejected')
                throw end.reason;
        if (!visit.lost)
            await this.queue.release(visit, visit.rest);
    }
    async work(poll) {
        const { visit, sources } = poll;
        while (!this.isOver(visit)) {
            const source = await sources.next();
            if (!source)
                return;
            // Before it takes a turn: who waits for a host's delay keeps nobody else from asking.
            await visit.pace.turn();
            if (this.isOver(visit))
                return;
            await this.turns.run(() => this.ask(poll, source));
        }
    }
    isOver(visit) {
        return this.stopping.signal.aborted || visit.lost || visit.rest !== null;
    }
    async ask(poll, due) {
        const { visit } = poll;
        const source = this.store.find(due.type);
        if (!source) {
            await this.record.postponed(visit, due, UNKNOWN_TYPE_PAUSE);
            poll.summary.skipped++;
            return;
        }
        if (!(await visit.confirm()))
            return;
        const web = this.webFor(visit, due);
        const asked = { poll, source, due, web, begun: performance.now() };
        try {
            const releases = await this.fetch(asked);
            visit.answered();
            await this.keep(asked, releases);
        }
        catch (error) {
            if (!(error instanceof source_1.SourceError))
                throw error;
            if (this.stopping.signal.aborted)
                this.count(asked, 'skipped');
            else
                await this.fail(asked, error);
        }
        finally {
            visit.restFor(asked.web.rest);
        }
    }
    webFor(visit, due) {
        // Validators belong to the answer that was stored: without its hash there was none.
        const known = due.answer_hash === null ? null : { etag: due.etag, lastModified: due.last_modified };
        let first = true;
        const turn = async () => {
            if (!first)
                await visit.pace.turn();
            first = false;
        };
        const room = { from: LONG_ANSWER, enter: () => this.longAnswers.enter() };
        return new source_web_1.SourceWeb(this.http, known, { turn, totalMs: LONGEST_FETCH, signal: this.stopping.signal, room });
    }
    /**
     * @returns null when nothing has changed
     * @throws SourceError
     */
    async fetch({ source, due, web }) {
        try {
            return await source.fetch(this.store.open(due.software_id, source, due.settings), web);
        }
        catch (error) {
            if (error instanceof source_web_1.NotModified)
                return null;
            if (error instanceof source_1.SourceError)
                throw error;
            if (error instanceof secret_box_1.SecretError)
                throw new source_1.SourceError(error.message, null, error.reason);
            this.logger.error({ msg: 'source failed', software: due.software_id, type: due.type, err: error });
            throw (0, outcome_writer_1.internalError)();
        }
        finally {
            web.close();
        }
    }
    /** @throws SourceError */
    async keep(asked, releases) {
        const { poll, source, due, web } = asked;
        const nextIn = (age) => (0, poll_times_1.nextPoll)(this.config.sourceEvery, age, due.interval_seconds, Math.random());
        const hash = releases && (0, poll_record_1.hashOf)(releases);
        if (releases === null || hash === null || hash === due.answer_hash) {
            const validators = releases ? web.validators : { etag: due.etag, lastModified: due.last_modified };
            this.count(asked, 'unchanged');
            return poll.outcomes.unchanged({ source: due, nextIn: nextIn(due.age), validators });
        }
        if (releases.length === 0 && due.answer_hash !== null && source.listsEverything)
            throw new source_1.SourceError('The source had versions before and lists none now', null, 'format');
        // What a list that is too long was cut off at is not missing.
        const complete = source.listsEverything && releases.length < unique_1.MAX_RELEASES;
        await poll.outcomes.store({
            answer: { source: due, releases, hash, validators: web.validators, complete, nextIn },
            stored: (versions) => this.stored(asked, versions),
            failed: (error) => this.fail(asked, error),
        });
    }
    stored(asked, versions) {
        if (versions === null)
            return this.count(asked, 'skipped');
        asked.poll.summary.versions += versions;
        if (versions > 0)
            this.changes.next();
        this.count(asked, versions > 0 ? 'new' : 'unchanged');
    }
    async fail(asked, error) {
        const { due, begun } = asked;
        const { visit } = asked.poll;
        this.count(asked, 'failed');
        visit.failed(error, performance.now() - begun);
        await this.record.failed(visit, due, error.message, (0, poll_times_1.nextRetry)(due.failures + 1, error.after, Math.random()));
    }
    count({ poll, due, begun }, outcome) {
        poll.summary[outcome]++;
        this.metrics.polled(due.type, outcome, (performance.now() - begun) / 1_000);
    }
};
exports.SourcePoller = SourcePoller;
exports.SourcePoller = SourcePoller = SourcePoller_1 = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config,
        host_queue_1.HostQueue,
        poll_record_1.PollRecord,
        source_store_1.SourceStore,
        outgoing_http_1.OutgoingHttp,
        version_changes_1.VersionChanges,
        source_metrics_1.SourceMetrics])
], SourcePoller);
//# sourceMappingURL=source-poller.js.map