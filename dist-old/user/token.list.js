"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.tokenList = void 0;
exports.tokenList = {
    filters: {},
    sorts: { created_at: { column: 't.created_at', holds: 'moment' } },
    defaultSort: 'created_at',
    idColumn: 't.id',
};
//# sourceMappingURL=token.list.js.map