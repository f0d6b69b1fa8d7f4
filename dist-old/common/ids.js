"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.isId = exports.newId = void 0;
const uuid_1 = require("uuid");
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** A new identifier: UUID version 7, which is in order of time. */
const newId = () => (0, uuid_1.v7)();
exports.newId = newId;
const isId = (text) => typeof text === 'string' && UUID.test(text);
exports.isId = isId;
//# sourceMappingURL=ids.js.map