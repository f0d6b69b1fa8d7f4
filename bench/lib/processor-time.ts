import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Seconds of processor that a process has used (Linux); null where there is no /proc. */
export function processorSeconds(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}

/** The most bytes of memory that a process had resident at any moment; null where there is no /proc. */
export function peakBytes(pid: number): number | null {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1_024;
  } catch {
    return null;
  }
}

/** Seconds that all processors of this machine had to wait since it started, as others used them, and all their seconds; null where there is no /proc. */
export function stolenSeconds(): { stolen: number; all: number } | null {
  try {
    const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.trim().split(/\s+/);
    const ticks = fields.slice(0, 8).map(Number);
    const all = ticks.reduce((sum, count) => sum + count, 0);
    return { stolen: ticks[7]! / TICKS_PER_SECOND, all: all / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}
