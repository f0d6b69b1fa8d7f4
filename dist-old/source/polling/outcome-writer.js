"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.internalError = exports.OutcomeWriter = exports.DATABASE_PAUSE = void 0;
const common_1 = require("@nestjs/common");
const errors_1 = require("../../database/errors");
const source_1 = require("../sources/source");
const poll_record_1 = require("./poll-record");
/** Sources that brought nothing new, in one statement. */
const UNCHANGED_SET = 200;
/** Products, and versions, that are stored in one transaction: as in an import, it holds rows for no longer than an instant. */
const ANSWERS_SET = 100;
const VERSIONS_SET = 4_000;
/** Seconds until what the database could not do now is tried again. */
exports.DATABASE_PAUSE = 60;
/**
 * Writes what the polls of one visit bring, in sets. While a set of answers is stored the next one gathers: a fast host costs few
 * transactions, and a slow one waits for none.
 */
class OutcomeWriter {
    constructor(visit, record) {
        this.visit = visit;
        this.record = record;
        this.logger = new common_1.Logger(OutcomeWriter.name);
        this.patience = new poll_record_1.Patience();
        this.unchangedOnes = [];
        this.pending = [];
        this.versions = 0;
        /** The set that is being stored. */
        this.set = Promise.resolve();
        this.storing = false;
        this.stored = Promise.resolve();
        this.failure = null;
    }
    /** It is written some time before the end of the visit. */
    async unchanged(poll) {
        this.unchangedOnes.push(poll);
        if (this.unchangedOnes.length >= UNCHANGED_SET)
            await this.writeUnchanged();
    }
    /** It is stored as soon as what came before it is. Resolves when there is room for another. @throws what kept an earlier one from it */
    async store(pending) {
        this.pending.push(pending);
        this.versions += pending.answer.releases.length;
        if (!this.storing)
            this.stored = this.storeAll();
        while (this.isFull() && this.storing)
            await this.set;
        if (this.failure)
            throw this.failure.error;
    }
    /** Writes what is left. @throws what kept it from being written */
    async end() {
        await this.stored;
        await this.writeUnchanged();
        if (this.failure)
            throw this.failure.error;
    }
    isFull() {
        return this.pending.length >= ANSWERS_SET || this.versions >= VERSIONS_SET;
    }
    async writeUnchanged() {
        const polls = this.unchangedOnes;
        this.unchangedOnes = [];
        await this.record.unchanged(this.visit, polls);
    }
    async storeAll() {
        this.storing = true;
        try {
            while (this.pending.length > 0 && !this.failure) {
                const set = this.pending;
                this.pending = [];
                this.versions = 0;
                this.set = this.storeSet(set);
                await this.set;
            }
        }
        catch (error) {
            this.failure = { error };
        }
        finally {
            this.storing = false;
        }
    }
    async storeSet(set) {
        const stored = set.length > 1 ? await this.together(set) : new Map();
        for (const one of set) {
            const versions = stored.get(one.answer.source.software_id);
            if (versions === undefined)
                await this.alone(one);
            else
                one.stored(versions);
        }
    }
    /** @returns nothing when an answer stands in the way: each is stored alone then, which shows which one it is */
    async together(set) {
        const answers = set.map(({ answer }) => answer);
        try {
            return await this.record.changed(this.visit, answers);
        }
        catch (error) {
            if ((0, errors_1.isUnavailable)(error) && !(0, errors_1.isContention)(error))
                throw error;
            this.logger.debug({ msg: 'answers are stored one by one', answers: answers.length, err: error });
            return new Map();
        }
    }
    /** One answer that the database will not take must not keep the other sources of the host from being asked. */
    async alone({ answer, stored, failed }) {
        const { source } = answer;
        try {
            const versions = await this.record.changedAlone(this.visit, answer, this.patience);
            if (versions === null)
                this.visit.doubt();
            stored(versions);
        }
        catch (error) {
            if (error instanceof poll_record_1.ProductLocked || (0, errors_1.isContention)(error))
                return this.postpone(source, stored, error);
            if ((0, errors_1.isUnavailable)(error))
                throw error;
            this.logger.error({
                msg: 'releases could not be stored',
                software: source.software_id,
                type: source.type,
                err: error,
            });
            await failed((0, exports.internalError)());
        }
    }
    async postpone(source, stored, error) {
        this.logger.warn({ msg: 'a product was locked for too long', software: source.software_id, err: error });
        await this.record.postponed(this.visit, source, exports.DATABASE_PAUSE);
        this.visit.doubt();
        stored(null);
    }
}
exports.OutcomeWriter = OutcomeWriter;
const internalError = () => new source_1.SourceError('Internal error, see the log of the service', null, 'internal');
exports.internalError = internalError;
//# sourceMappingURL=outcome-writer.js.map