import type BetterSqlite from 'better-sqlite3';
import { createRequire } from 'node:module';

/** The first major version of Node.js for which better-sqlite3 13 is made. */
const NODE_API_FROM = 22;

/**
 * better-sqlite3 in the major version that fits this Node.js. Version 12 aborts the process on Node 24.19 and newer when a
 * statement is collected (its `node::ObjectWrap` asks for an environment that is not entered); version 13 is built on
 * Node-API instead, and does not run on Node 20.
 */
export function sqliteDriver(): typeof BetterSqlite {
  const load = createRequire(__filename);
  const major = Number(process.versions.node.split('.')[0]);
  return load(major >= NODE_API_FROM ? 'better-sqlite3-node22' : 'better-sqlite3') as typeof BetterSqlite;
}
