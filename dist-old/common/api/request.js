"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Id = exports.RequestLinks = exports.Includes = exports.ListQuery = void 0;
const common_1 = require("@nestjs/common");
const ids_1 = require("../ids");
const list_request_1 = require("../list/list-request");
const problem_1 = require("../problem/problem");
const requestOf = (context) => context.switchToHttp().getRequest();
/** The query of a list, checked against its description. */
exports.ListQuery = (0, common_1.createParamDecorator)((spec, context) => (0, list_request_1.readListRequest)(spec, requestOf(context).url));
/** The includes that an address offers; any other parameter is refused. */
exports.Includes = (0, common_1.createParamDecorator)((includes, context) => (0, list_request_1.readIncludes)(includes, requestOf(context).url));
/** Makes the absolute URLs of the answer. */
exports.RequestLinks = (0, common_1.createParamDecorator)((_data, context) => requestOf(context).links);
/** `:id` of the path; what is not a uuid cannot be the id of anything. */
exports.Id = (0, common_1.createParamDecorator)((resource, context) => {
    const { id } = requestOf(context).params;
    if (!(0, ids_1.isId)(id))
        throw problem_1.Problem.notFound(resource);
    return id.toLowerCase();
});
//# sourceMappingURL=request.js.map