"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.publisherList = void 0;
exports.publisherList = {
    filters: {
        name: { kind: 'name', column: 'p.name_key', operators: ['eq', 'ne', 'like'] },
        last_update: { kind: 'moment', column: 'p.updated_at', operators: ['gt', 'gte', 'lt', 'lte'] },
    },
    sorts: { name: { column: 'p.name_key', unique: true }, last_update: { column: 'p.updated_at', holds: 'moment' } },
    defaultSort: 'name',
    idColumn: 'p.id',
};
//# sourceMappingURL=publisher.list.js.map