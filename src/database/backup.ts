import type BetterSqlite from 'better-sqlite3';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makePrivateFile, permissionHint, reasonOf } from '../config/private-files';
import { StartError } from '../config/start-error';
import { codeOf, isNoTable } from './errors';
import { MIGRATIONS } from './migrations';
import { assertNotOlder, isOfPreview } from './migrations/preview';
import { prepareSqlite } from './options';
import { sqliteDriver } from './sqlite-driver';

/** Milliseconds for which a writer is waited for. */
const PATIENCE = 30_000;

function withDatabase<T>(
  file: string,
  work: (database: BetterSqlite.Database) => T,
  options: BetterSqlite.Options = {},
): T {
  const database = new (sqliteDriver())(file, { fileMustExist: true, timeout: PATIENCE, ...options });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/**
 * Writes a whole copy of an embedded database, which may be in use, and checks it. Whenever the process dies, `to` is as it was or whole.
 * @throws StartError when there is such a file and it is to stay
 */
export function backUp(from: string, to: string, mayReplace: boolean): void {
  // A disk that is not mounted is not made on another one.
  if (!existsSync(dirname(to))) throw new StartError(`There is no folder ${dirname(to)}.`);
  if (!mayReplace) assertFree(to);
  assertNotOlder(read(from).names, from);
  writeWhole(to, mayReplace, (part) => {
    withDatabase(from, (database) => {
      prepareSqlite(database);
      database.prepare('VACUUM INTO ?').run(part);
    });
    assertSound(part);
  });
}

/**
 * Puts a copy in the place of the embedded database, which no service may use. Whenever the process dies, one of the two is in that place as a whole.
 * @returns the new name of the replaced database; null = there was none
 * @throws StartError when the copy is damaged, not of this service, or of a newer version
 */
export function restore(from: string, to: string): string | null {
  if (!existsSync(from)) throw new StartError(`There is no file ${from}.`);
  assertSound(from);
  let before: string | null = null;
  writeWhole(to, true, (part) => {
    // By SQLite, so that the copy includes its journal.
    withDatabase(from, (database) => database.prepare('VACUUM INTO ?').run(part), { readonly: true });
    assertSound(part);
    before = setAside(to);
  });
  return before;
}

/** Its journal is folded into it first: it would be taken for one of the new file. */
function setAside(file: string): string | null {
  if (!existsSync(file) || statSync(file).size === 0) return null;
  const before = `${file}.${new Date().toISOString().replace(/\D/g, '')}`;
  const mode = withDatabase(file, (database) => database.prepare('PRAGMA journal_mode = DELETE').pluck().all());
  if (mode.join() !== 'delete') throw new StartError(`Another program uses ${file}. End it first.`);
  try {
    linkSync(file, before);
  } catch (error) {
    if (!hasNoLinks(error)) throw error;
    copyFileSync(file, before, constants.COPYFILE_EXCL);
  }
  return before;
}

/** Written beside its place, forced to the disk, and then put there at once. */
function writeWhole(file: string, mayReplace: boolean, write: (part: string) => void): void {
  removeLeftovers(file);
  const part = `${file}.part-${randomBytes(4).toString('hex')}`;
  makePrivateFile(part);
  try {
    write(part);
    sync(part);
    if (mayReplace) renameSync(part, file);
    else linkOrRename(part, file);
    sync(dirname(file));
  } finally {
    rmSync(part, { force: true });
  }
}

/** Parts of processes that were killed, and their journals. */
function removeLeftovers(file: string): void {
  const start = `${basename(file)}.part-`;
  for (const name of existsSync(dirname(file)) ? readdirSync(dirname(file)) : []) {
    if (!name.startsWith(start) || !/^[\da-f]{8}(?:-journal)?$/.test(name.slice(start.length))) continue;
    const part = join(dirname(file), name.replace(/-journal$/, ''));
    if (existsSync(part) && isInUse(part)) continue;
    for (const left of [part, `${part}-journal`]) rmSync(left, { force: true });
  }
}

/** Whether another process writes or checks it. */
function isInUse(part: string): boolean {
  try {
    withDatabase(part, (database) => database.prepare('BEGIN EXCLUSIVE').run(), { timeout: 0 });
    return false;
  } catch (error) {
    return !isNoDatabase(error);
  }
}

/** A link fails where another process has made the file meanwhile. */
function linkOrRename(part: string, file: string): void {
  try {
    linkSync(part, file);
  } catch (error) {
    assertFree(file);
    if (!hasNoLinks(error)) throw error;
    renameSync(part, file);
  }
}

/** Some file systems have no hard links. */
const hasNoLinks = (error: unknown) =>
  ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '');

function assertFree(file: string): void {
  if (existsSync(file)) throw new StartError(`There is a file ${file} already. Take another name, or --overwrite.`);
}

function sync(path: string): void {
  try {
    const opened = openSync(path, 'r');
    fsyncSync(opened);
    closeSync(opened);
  } catch (error) {
    throw new StartError(`${path} cannot be written: ${reasonOf(error)}. ${permissionHint()}`);
  }
}

/** @throws StartError */
function assertSound(file: string): void {
  const { faults, names } = read(file);
  if (faults.join() !== 'ok') throw new StartError(`${file} is damaged: ${faults.slice(0, 3).join('; ')}.`);
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const later = names.filter((name) => !known.has(name) && !isOfPreview(name));
  if (names.length === 0) throw new StartError(`${file} is not a database of this service.`);
  assertNotOlder(names, file);
  if (later.length > 0)
    throw new StartError(`${file} is of a newer version of this service (${later[0]}). Restore it with that one.`);
}

const isNoDatabase = (error: unknown) => /^SQLITE_(?:NOTADB|CORRUPT)/.test(codeOf(error) ?? '');

function read(file: string): { faults: string[]; names: string[] } {
  try {
    return withDatabase(
      file,
      (database) => ({
        faults: database.prepare('PRAGMA integrity_check').pluck().all() as string[],
        names: database.prepare('SELECT name FROM migrations').pluck().all() as string[],
      }),
      { readonly: true },
    );
  } catch (error) {
    if (isNoDatabase(error)) throw new StartError(`${file} is damaged, or is not a SQLite database.`);
    if (isNoTable(error)) return { faults: ['ok'], names: [] };
    throw error;
  }
}
