// Processor time, user and system together, of a command and of what it started. Machines differ by four, so it is also told in units: the time
// of a fixed piece of work on the same machine.
import { existsSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';

/** Of Linux: the kernel counts in hundredths of a second for programs. */
const TICKS = 100;
/** What may be taken beyond what is written down: the same run differs by a tenth on shared machines. */
const MOST = 1.15;
const RECORDED = JSON.parse(readFileSync(new URL('../../test/processor-time.json', import.meta.url), 'utf8'));

/** @returns seconds that this process and the children it has waited for have used; null where the system does not tell */
export function usedSeconds() {
  if (!existsSync('/proc/self/stat')) return null;
  // The name of the program may have spaces in it.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

/** JSON, text, maps, sorting, hashing and expressions, as tests and services have them; the best of three. */
export function secondsOfUnit() {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return Math.min(...times);
}

function work() {
  let seed = 42;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  let kept = 0;
  for (let round = 0; round < 12; round++) {
    const rows = Array.from({ length: 12_000 }, (_, id) => ({
      id,
      name: `product-${Math.floor(random() * 1e6)}`,
      version: `${id % 9}.${id % 31}.${id % 97}`,
      tags: ['a', 'b', String(id % 13)],
    }));
    const text = JSON.stringify(rows);
    const back = JSON.parse(text);
    kept += new Map(back.map((row) => [row.name, row])).size + createHash('sha256').update(text).digest()[0];
    back.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const row of back)
      if (/^(\d+)\.(\d+)\.(\d+)$/.exec(row.version)?.[3] === '42') kept += row.name.split('-').length;
  }
  return kept;
}

/**
 * Prints what steps took, beside what is written down in test/processor-time.json.
 * @param {Record<string, { seconds: number, unit: number }>} steps by name; the unit as it was then: a busy machine takes longer for everything
 * @returns {boolean} whether all of them together took no more than 15 % beyond that
 */
export function report(steps) {
  let taken = 0;
  let written = 0;
  console.log('\nProcessor time:');
  for (const [name, { seconds, unit }] of Object.entries(steps)) {
    const units = Math.round(seconds / unit);
    const recorded = RECORDED[name];
    console.log(
      `${seconds.toFixed(0).padStart(6)} s ${String(units).padStart(6)} units of ${unit.toFixed(3)} s  ${name} (written down: ${recorded ?? 'nothing'})`,
    );
    if (recorded === undefined) continue;
    taken += units;
    written += recorded;
  }
  if (taken <= written * MOST) return true;
  console.log(
    `${taken} units are more than 15 % over the ${written} of test/processor-time.json: make it cheaper, or write down why it must cost more.`,
  );
  return false;
}
