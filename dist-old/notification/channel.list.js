"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.channelList = void 0;
exports.channelList = {
    filters: {
        type: { kind: 'code', column: 'c.type', operators: ['eq', 'ne'] },
        enabled: { kind: 'boolean', column: 'c.enabled', operators: ['eq'] },
    },
    sorts: { created_at: { column: 'c.created_at', holds: 'moment' } },
    defaultSort: 'created_at',
    idColumn: 'c.id',
};
//# sourceMappingURL=channel.list.js.map