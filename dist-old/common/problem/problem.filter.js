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
exports.ProblemFilter = void 0;
exports.sendProblem = sendProblem;
const common_1 = require("@nestjs/common");
const outage_log_1 = require("./outage-log");
const problem_1 = require("./problem");
/** Answers everything that was thrown, by us, by Nest, by Express or by a library, as RFC 9457 problem+json. */
let ProblemFilter = class ProblemFilter {
    constructor(isUnavailable, allowedMethods) {
        this.isUnavailable = isUnavailable;
        this.allowedMethods = allowedMethods;
        this.logger = new common_1.Logger('http');
        this.outage = new outage_log_1.OutageLog(this.logger);
    }
    catch(error, host) {
        const request = host.switchToHttp().getRequest();
        const response = host.switchToHttp().getResponse();
        if (response.headersSent)
            return void response.destroy();
        if (error instanceof common_1.NotFoundException)
            return this.answerUnknownRoute(request, response);
        sendProblem(request, response, this.toProblem(error, request));
    }
    /** Nest throws NotFoundException where no route took the request: another method may. */
    answerUnknownRoute(request, response) {
        const methods = this.allowedMethods(request.path);
        const allow = { Allow: methods.join(', ') };
        if (methods.length === 0)
            return sendProblem(request, response, new problem_1.Problem('not-found', `There is nothing at ${pathOf(request)}.`));
        if (request.method === 'OPTIONS')
            return void response.status(204).set(allow).end();
        const detail = `${request.method} is not possible here.`;
        sendProblem(request, response, new problem_1.Problem('method-not-allowed', detail, [], allow));
    }
    toProblem(error, request) {
        if (error instanceof problem_1.Problem)
            return error;
        const fromLibrary = problemOfHttpError(error);
        if (fromLibrary)
            return fromLibrary;
        if (this.isUnavailable(error)) {
            this.outage.add({ requestId: request.id, err: error });
            return new problem_1.Problem('service-unavailable', 'The database cannot be reached at the moment.', [], {
                'Retry-After': '5',
            });
        }
        this.logger.error({ msg: 'request failed', requestId: request.id, err: error });
        return new problem_1.Problem('internal-error', 'Something went wrong here. It has been logged.');
    }
};
exports.ProblemFilter = ProblemFilter;
exports.ProblemFilter = ProblemFilter = __decorate([
    (0, common_1.Catch)(),
    __metadata("design:paramtypes", [Function, Function])
], ProblemFilter);
function sendProblem(request, response, problem) {
    response.status(problem.getStatus()).set(problem.headers).type('application/problem+json');
    response.send((0, problem_1.problemText)(problem, pathOf(request), request.id));
}
const pathOf = (request) => request.originalUrl.split('?')[0];
/** Errors of Nest's HttpException and of Express' libraries (`http-errors`) carry a status. */
function problemOfHttpError(error) {
    const status = error instanceof common_1.HttpException ? error.getStatus() : error?.status;
    const kind = error?.type;
    if (kind === 'entity.parse.failed')
        return new problem_1.Problem('invalid-json', 'The body is not well-formed JSON.');
    const type = TYPE_OF_STATUS.get(status);
    return type ? new problem_1.Problem(type, DETAIL[type] ?? problem_1.PROBLEMS[type].meaning) : null;
}
const TYPE_OF_STATUS = new Map([
    [400, 'bad-request'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [405, 'method-not-allowed'],
    [413, 'too-large'],
    [415, 'unsupported-media-type'],
    [429, 'too-many-requests'],
    [503, 'service-unavailable'],
]);
const DETAIL = {
    'bad-request': 'The request is not well-formed.',
    'too-large': 'The body is larger than this service accepts.',
};
//# sourceMappingURL=problem.filter.js.map