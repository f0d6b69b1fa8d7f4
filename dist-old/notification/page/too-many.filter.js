"use strict";
var __decorate = (this && this.__decorate) || function (decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
    else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
    return c > 3 && r && Object.defineProperty(target, key, r), r;
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.TooManyFilter = void 0;
const common_1 = require("@nestjs/common");
const problem_1 = require("../../common/problem/problem");
const problem_filter_1 = require("../../common/problem/problem.filter");
const link_page_1 = require("./link-page");
/** Whoever opens a link in a message gets a page, also when too many were opened. Other problems are none of a person's. */
let TooManyFilter = class TooManyFilter {
    catch(problem, host) {
        const request = host.switchToHttp().getRequest();
        const response = host.switchToHttp().getResponse();
        if (problem.type !== 'too-many-requests')
            return (0, problem_filter_1.sendProblem)(request, response, problem);
        const text = [
            `Many links like this were opened from your network. Try it again in ${problem.headers['Retry-After']} seconds.`,
        ];
        (0, link_page_1.sendPage)(response.set(problem.headers), { status: problem.getStatus(), title: 'One moment, please', text });
    }
};
exports.TooManyFilter = TooManyFilter;
exports.TooManyFilter = TooManyFilter = __decorate([
    (0, common_1.Catch)(problem_1.Problem)
], TooManyFilter);
//# sourceMappingURL=too-many.filter.js.map