"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.CountColumn = exports.FlagColumn = exports.MomentColumn = exports.LongTextColumn = exports.TextColumn = exports.AsciiColumn = exports.UuidColumn = exports.UuidPrimaryColumn = void 0;
const typeorm_1 = require("typeorm");
const ascii = { charset: 'ascii', collation: 'ascii_bin' };
const binaryText = { charset: 'utf8mb4', collation: 'utf8mb4_bin' };
/** A UUID in its 36-character form. New rows get version 7, which is in order of time. */
const UuidPrimaryColumn = () => (0, typeorm_1.PrimaryColumn)({ type: 'varchar', length: 36, ...ascii });
exports.UuidPrimaryColumn = UuidPrimaryColumn;
const UuidColumn = (options = {}) => (0, typeorm_1.Column)({ type: 'varchar', length: 36, ...ascii, ...options });
exports.UuidColumn = UuidColumn;
/** Short machine-made text: states, types, hashes, sort keys. Compared byte by byte. */
const AsciiColumn = (length, options = {}) => (0, typeorm_1.Column)({ type: 'varchar', length, ...ascii, ...options });
exports.AsciiColumn = AsciiColumn;
/** Text of at most `length` characters, any Unicode, compared character by character. */
const TextColumn = (length, options = {}) => (0, typeorm_1.Column)({ type: 'varchar', length, ...binaryText, ...options });
exports.TextColumn = TextColumn;
/** Text of at most 65,535 bytes on the server databases. */
const LongTextColumn = (options = {}) => (0, typeorm_1.Column)({ type: 'text', ...binaryText, ...options });
exports.LongTextColumn = LongTextColumn;
/** UTC, microseconds; `YYYY-MM-DD HH:MM:SS.ffffff` in every statement and result. */
const MomentColumn = (options = {}) => (0, typeorm_1.Column)({ type: 'datetime', precision: 6, ...options });
exports.MomentColumn = MomentColumn;
const FlagColumn = (options = {}) => (0, typeorm_1.Column)({ type: 'boolean', ...options });
exports.FlagColumn = FlagColumn;
const CountColumn = (options = {}) => (0, typeorm_1.Column)({ type: 'int', default: 0, ...options });
exports.CountColumn = CountColumn;
//# sourceMappingURL=columns.js.map