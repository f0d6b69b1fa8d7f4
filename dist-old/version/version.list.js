"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.versionList = void 0;
const list_spec_1 = require("../common/list/list-spec");
exports.versionList = {
    filters: {
        version: {
            kind: 'version',
            column: 'v.version_key',
            operators: ['gt', 'gte', 'lt', 'lte', 'like'],
            per: { like: { kind: 'label', column: 'v.version' } },
            description: "Compared in version order, with the software's own scheme.",
        },
        created_at: { kind: 'moment', column: 'v.created_at', operators: ['gt', 'gte', 'lt', 'lte'] },
    },
    sorts: {
        version: { column: 'v.version_key', holds: 'ascii' },
        created_at: { column: 'v.created_at', holds: 'moment' },
    },
    defaultSort: '-version',
    idColumn: 'v.id',
    defaultPerPage: list_spec_1.WHOLE_LIST,
};
//# sourceMappingURL=version.list.js.map