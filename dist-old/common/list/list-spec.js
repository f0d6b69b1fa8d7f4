"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.MAX_PAGE = exports.WHOLE_LIST = exports.MAX_PER_PAGE = exports.DEFAULT_PER_PAGE = void 0;
exports.DEFAULT_PER_PAGE = 50;
exports.MAX_PER_PAGE = 200;
/** Lists that belong to one resource answer up to this many entries when no page is asked for. */
exports.WHOLE_LIST = 1_000;
/** Past this row, `page` gets slow; a cursor does not. */
exports.MAX_PAGE = 1_000_000;
//# sourceMappingURL=list-spec.js.map