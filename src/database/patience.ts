import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { StartError } from '../config/start-error';
import { MIGRATE } from './advice';
import { isContention } from './errors';

/** Seconds that a statement waits for locks. Requests for the table wait behind it, so it has to be short. */
const WAIT = 2;
/** Requests go on between two tries. */
const PAUSE_MS = 1_000;
const PATIENCE_MS = 600_000;
/** Any change of a table with so few rows takes a moment. */
const FEW_ROWS = 10_000;
/** Characters of a statement that are shown. */
const SHOWN = 80;

const CHILDREN = `SELECT DISTINCT table_name AS name FROM information_schema.referential_constraints
  WHERE constraint_schema = DATABASE() AND referenced_table_name = ? AND table_name <> referenced_table_name`;

export interface Patience {
  ms?: number;
  /** Called once for each statement that has to be tried again. */
  onWait?: (statement: string) => void;
}

type Query = (statement: string, parameters?: unknown[], ...more: unknown[]) => Promise<unknown>;

/**
 * Runs work on a server that others use, whose transactions keep the tables that they have used until they end. So each statement waits for
 * them for a moment only, and is tried again later.
 * @param work has no transaction: a statement that failed is all that has to be repeated
 */
export async function patiently<T>(runner: QueryRunner, patience: Patience, work: () => Promise<T>): Promise<T> {
  const untouched = runner.query;
  const query = untouched.bind(runner) as Query;
  const waits = ['lock_wait_timeout', 'innodb_lock_wait_timeout'];
  const set = (values: string[]) => query(`SET ${values.join(', ')}`);
  await set(waits.flatMap((name) => [`@${name}_before = @@SESSION.${name}`, `SESSION ${name} = ${WAIT}`]));
  const patient: Query = (...given) => untilFree(given[0], patience, () => changed(query, given));
  runner.query = patient as QueryRunner['query'];
  try {
    return await work();
  } finally {
    runner.query = untouched;
    // If the connection is gone, so are its settings; the first error is the one that matters.
    await set(waits.map((name) => `SESSION ${name} = @${name}_before`)).catch(() => undefined);
  }
}

async function untilFree<T>(statement: string, { ms = PATIENCE_MS, onWait }: Patience, run: () => Promise<T>) {
  const deadline = performance.now() + ms;
  const shown = statement.trim().replace(/\s+/g, ' ').slice(0, SHOWN);
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await run();
    } catch (error) {
      if (!isContention(error)) throw error;
      if (performance.now() > deadline) throw new StartError(adviceOn(shown, ms / 1_000), { cause: error });
    }
    if (isFirst) onWait?.(shown);
    await sleep(PAUSE_MS * (0.5 + Math.random()));
  }
}

async function changed(query: Query, given: Parameters<Query>): Promise<unknown> {
  const table = /^ALTER TABLE (\w+)/.exec(given[0])?.[1];
  if (table !== undefined && (await isChangedAtOnce(query, table, given[0]))) return;
  return query(...given);
}

/**
 * Changes a table while nobody has it, nor those that refer to it. Otherwise the server keeps the table from others while it waits for the rows
 * of these, whose transactions may wait for the table: two kinds of locks, between which it sees no deadlock. Among locks of tables it does.
 * @returns false when the change takes longer than a moment, or the user may not lock tables
 */
async function isChangedAtOnce(query: Query, table: string, statement: string): Promise<boolean> {
  const children = (await query(CHILDREN, [table])) as { name: string }[];
  const locks = [table, ...children.map(({ name }) => name)].map((name) => `${name} WRITE`);
  try {
    await query(`LOCK TABLES ${locks.join(', ')}`);
    await query(`${statement}, ALGORITHM=INSTANT`).catch(async (error: unknown) => {
      if (isContention(error) || !(await hasFewRows(query, table))) throw error;
      await query(statement);
    });
    return true;
  } catch (error) {
    if (isContention(error)) throw error;
    return false; // the statement itself says what is wrong
  } finally {
    await query('UNLOCK TABLES').catch(() => undefined); // fails when the connection is gone, and the locks with it
  }
}

async function hasFewRows(query: Query, table: string): Promise<boolean> {
  const more = await query(`SELECT 1 FROM ${table} LIMIT 1 OFFSET ${FEW_ROWS}`);
  return (more as unknown[]).length === 0;
}

const adviceOn = (statement: string, seconds: number) =>
  `The migration waited ${seconds} seconds for locks of others, and gave up at: ${statement}. What was done so far stays. Run ${MIGRATE} again at a ` +
  'quieter time, or stop the replicas first. `SHOW FULL PROCESSLIST` on the server shows who holds a transaction open.';
