import { Column, type ColumnOptions, PrimaryColumn } from 'typeorm';

const ascii = { charset: 'ascii', collation: 'ascii_bin' };
const binaryText = { charset: 'utf8mb4', collation: 'utf8mb4_bin' };

/** A UUID in its 36-character form. New rows get version 7, which is in order of time. */
export const UuidPrimaryColumn = () => PrimaryColumn({ type: 'varchar', length: 36, ...ascii });
export const UuidColumn = (options: ColumnOptions = {}) =>
  Column({ type: 'varchar', length: 36, ...ascii, ...options });

/** Short machine-made text: states, types, hashes, sort keys. Compared byte by byte. */
export const AsciiColumn = (length: number, options: ColumnOptions = {}) =>
  Column({ type: 'varchar', length, ...ascii, ...options });

/** Text of at most `length` characters, any Unicode, compared character by character. */
export const TextColumn = (length: number, options: ColumnOptions = {}) =>
  Column({ type: 'varchar', length, ...binaryText, ...options });

/** Text of at most 65,535 bytes on the server databases. */
export const LongTextColumn = (options: ColumnOptions = {}) => Column({ type: 'text', ...binaryText, ...options });

/** Machine-made text of at most 65,535 characters. */
export const LongAsciiColumn = (options: ColumnOptions = {}) => Column({ type: 'text', ...ascii, ...options });

/** UTC, microseconds; `YYYY-MM-DD HH:MM:SS.ffffff` in every statement and result. */
export const MomentColumn = (options: ColumnOptions = {}) => Column({ type: 'datetime', precision: 6, ...options });

export const FlagColumn = (options: ColumnOptions = {}) => Column({ type: 'boolean', ...options });
export const CountColumn = (options: ColumnOptions = {}) => Column({ type: 'int', default: 0, ...options });
