"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.publisherSoftwareList = exports.softwareList = exports.SOFTWARE_INCLUDES = void 0;
const list_spec_1 = require("../common/list/list-spec");
exports.SOFTWARE_INCLUDES = ['includePublisher', 'includeLatestVersion', 'includeVersions'];
exports.softwareList = {
    filters: {
        name: { kind: 'name', column: 's.name_key', operators: ['eq', 'ne', 'like'] },
        last_update: { kind: 'moment', column: 's.updated_at', operators: ['gt', 'gte', 'lt', 'lte'] },
    },
    sorts: { name: { column: 's.name_key' }, last_update: { column: 's.updated_at', holds: 'moment' } },
    defaultSort: 'name',
    idColumn: 's.id',
    includes: exports.SOFTWARE_INCLUDES,
};
exports.publisherSoftwareList = {
    filters: { title: { kind: 'name', column: 's.name_key', operators: ['eq', 'ne', 'like'] } },
    sorts: { title: { column: 's.name_key' }, last_update: { column: 's.updated_at', holds: 'moment' } },
    defaultSort: 'title',
    idColumn: 's.id',
    defaultPerPage: list_spec_1.WHOLE_LIST,
};
//# sourceMappingURL=software.list.js.map