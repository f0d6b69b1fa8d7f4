import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
/** What a migrated database depends on. */
const SOURCES = ['src', 'package-lock.json'].map((path) => join(ROOT, path));
const isOfTables = (path: string) => /\/database\/|entit(?:y|ies)\.ts$|package-lock/.test(path);
/** Templates that nobody has used for a day are of another state of the source. */
const KEPT_MS = 86_400_000;

/**
 * A file that is made once for each state of the source and read by every test file, in this run and in later ones.
 * @param kind of file, such as a database server and its version
 * @param make writes it to the path that it is given. Two workers may make it at the same time; only whole files get the name
 */
export async function templateFile(kind: string, make: (path: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), `tracker-templates-${userInfo().uid}`);
  const file = join(folder, `${createHash('sha256').update(`${kind}\n${stateOfSource()}`).digest('hex')}.template`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeUnused(folder);
    const unfinished = `${file}-${randomBytes(6).toString('hex')}`;
    await make(unfinished);
    renameSync(unfinished, file);
  }
  utimesSync(file, new Date(), new Date());
  return file;
}

let state: string | undefined;

function stateOfSource(): string {
  if (state === undefined) {
    const hash = createHash('sha256');
    for (const path of SOURCES.flatMap(filesIn).filter(isOfTables)) hash.update(`${path}\0`).update(readFileSync(path));
    state = hash.digest('hex');
  }
  return state;
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

function removeUnused(folder: string): void {
  for (const file of filesIn(folder)) {
    // Another worker may remove it first.
    const used = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - used > KEPT_MS) rmSync(file, { force: true });
  }
}
