"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.favoriteList = void 0;
const favorite_response_1 = require("./dto/favorite.response");
exports.favoriteList = {
    filters: {
        software: {
            kind: 'name',
            column: 's.name_key',
            operators: ['eq', 'ne', 'like'],
            description: "The software's name.",
        },
        update_available: { kind: 'boolean', column: 'f.update_available', operators: ['eq'] },
        last_update: {
            kind: 'moment',
            column: 'f.updated_at',
            operators: ['gt', 'gte', 'lt', 'lte'],
            description: "The favorite's `updated_at`.",
        },
    },
    sorts: {
        created_at: { column: 'f.created_at', holds: 'moment' },
        updated_at: { column: 'f.updated_at', holds: 'moment' },
        software: { column: 's.name_key' },
    },
    defaultSort: 'created_at',
    idColumn: 'f.id',
    includes: favorite_response_1.FAVORITE_INCLUDES,
};
//# sourceMappingURL=favorite.list.js.map