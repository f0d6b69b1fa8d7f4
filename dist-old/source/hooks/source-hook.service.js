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
exports.SourceHookService = void 0;
const common_1 = require("@nestjs/common");
const problem_1 = require("../../common/problem/problem");
const config_1 = require("../../config/config");
const rate_limits_1 = require("../../user/limits/rate-limits");
const source_metrics_1 = require("../polling/source.metrics");
const source_waker_1 = require("../polling/source-waker");
const hook_event_1 = require("./hook-event");
const hook_signature_1 = require("./hook-signature");
/** Release webhooks: the sources of a repository that has news are asked at once. Nothing that a webhook says is stored. */
let SourceHookService = class SourceHookService {
    constructor(config, waker, metrics, limits) {
        this.config = config;
        this.waker = waker;
        this.metrics = metrics;
        this.limits = limits;
    }
    /** @throws Problem not-found, unauthorized, too-many-requests, invalid-json */
    github(hook) {
        const forge = { name: 'github', title: 'GitHub', variable: 'GITHUB_HOOK_SECRET' };
        return this.take(hook, {
            ...forge,
            secrets: this.config.githubHookSecrets,
            isFrom: hook_signature_1.isFromGithub,
            eventOf: hook_event_1.githubEvent,
        });
    }
    /** @throws Problem not-found, unauthorized, too-many-requests, invalid-json */
    gitlab(hook) {
        const forge = { name: 'gitlab', title: 'GitLab', variable: 'GITLAB_HOOK_TOKEN' };
        return this.take(hook, {
            ...forge,
            secrets: this.config.gitlabHookTokens,
            isFrom: hook_signature_1.isFromGitlab,
            eventOf: hook_event_1.gitlabEvent,
        });
    }
    async take(hook, { name, title, variable, ...forge }) {
        if (forge.secrets.length === 0)
            throw new problem_1.Problem('not-found', `No webhooks of ${title} are taken here: the operator has not set ${variable}.`);
        this.limits.demandFewFailures(hook.address);
        if (!forge.isFrom(hook, forge.secrets)) {
            this.limits.noteFailure(hook.address);
            this.metrics.hook(name, 'refused');
            throw new problem_1.Problem('unauthorized', 'The webhook is not signed, or not with the secret of this service.');
        }
        const { repositories, news } = forge.eventOf(hook);
        this.metrics.hook(name, news ? 'news' : 'other');
        if (repositories.length === 0)
            return { software: 0, due: false };
        if (!news)
            return { software: await this.waker.count(repositories), due: false };
        const software = await this.waker.wake(repositories);
        return { software, due: software > 0 };
    }
};
exports.SourceHookService = SourceHookService;
exports.SourceHookService = SourceHookService = __decorate([
    (0, common_1.Injectable)(),
    __metadata("design:paramtypes", [config_1.Config,
        source_waker_1.SourceWaker,
        source_metrics_1.SourceMetrics,
        rate_limits_1.RateLimits])
], SourceHookService);
//# sourceMappingURL=source-hook.service.js.map