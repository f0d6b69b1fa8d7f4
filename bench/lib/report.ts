import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import prettier from 'prettier';
import type { Result } from '../measures/measure';
import type { Settings } from '../settings';
import { type Address, rowsOf } from './database';
import { stolenSeconds } from './processor-time';
import { ROOT } from './programs';

const FILE = join(ROOT, 'bench', 'results.md');

/** A heading of the second level, and what follows it. */
interface Section {
  title: string;
  body: string;
}

/** Machine, versions and date of what was measured now, in one paragraph. */
export async function circumstances(
  { sizes, clients, rounds, seconds }: Settings,
  address: Address,
  stolen: string,
): Promise<string> {
  const [database] = await rowsOf<{ version: string; pool: number }>(
    address,
    'SELECT VERSION() AS version, @@innodb_buffer_pool_size AS pool',
  );
  // The first on MariaDB, the second on MySQL, where the first may still be and say nothing.
  const log = await rowsOf<{ Value: string }>(
    address,
    `SHOW GLOBAL VARIABLES WHERE Variable_name IN ('innodb_log_file_size', 'innodb_redo_log_capacity')`,
  );
  const redo = Math.max(...log.map(({ Value }) => Number(Value)));
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  const data = Object.entries(sizes).map(([name, size]) => `${size.toLocaleString('en')} ${name}`);
  return [
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}.`,
    `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, ${gigabytes(totalmem())} GB, load ${loadavg()[0]!.toFixed(1)} at the end${stolen}.`,
    `Node ${process.versions.node}, ${database!.version}, buffer pool ${gigabytes(database!.pool)} GB, redo log ${gigabytes(redo)} GB.`,
    `${data.join(', ')}. ${clients} clients; medians of ${rounds} rounds of ${seconds} s.`,
  ].join(' ');
}

/** Watches how much of the processors others have, on a machine that is shared. @returns what tells of it since then */
export function watchOthers(): () => string {
  const before = stolenSeconds();
  return () => {
    const after = stolenSeconds();
    if (!before || !after) return '';
    return `, ${((100 * (after.stolen - before.stolen)) / (after.all - before.all)).toFixed(0)} % of the processors with others`;
  };
}

const gigabytes = (bytes: number) => (bytes / 2 ** 30).toFixed(1);

export function table(results: Result[]): string {
  const mark = ({ holds }: Result) => (holds === null ? '' : holds ? '✓' : '✗');
  const lines = results.map((result) => `| ${mark(result)} | ${result.what} | ${result.aim} | ${result.measured} |`);
  return ['| | | aim | measured |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

/** Puts these sections in the place of those with the same titles, in this order; others, written by hand, follow as they are. */
export async function writeResults(measured: Section[], order: string[]): Promise<void> {
  const [head = '', ...parts] = (existsSync(FILE) ? readFileSync(FILE, 'utf8') : '# Results\n').split(/^## /m);
  const before = parts.map((part) => {
    const end = part.indexOf('\n');
    return { title: part.slice(0, end).trim(), body: part.slice(end).trim() };
  });
  const titles = new Set(measured.map(({ title }) => title));
  const all = [...measured, ...before.filter(({ title }) => !titles.has(title))];
  const place = ({ title }: Section) => (order.includes(title) ? order.indexOf(title) : order.length);
  const sorted = all.sort((a, b) => place(a) - place(b));
  const text = [head.trim(), ...sorted.map(({ title, body }) => `## ${title}\n\n${body}`)].join('\n\n');
  const options = await prettier.resolveConfig(FILE);
  writeFileSync(FILE, await prettier.format(text, { ...options, parser: 'markdown' }));
}
