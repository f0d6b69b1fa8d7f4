import { readFileSync, readdirSync } from 'node:fs';

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

/** Bytes of memory that a process has resident; null where there is no /proc. */
export function residentBytes(pid: number): number | null {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1_024;
  } catch {
    return null;
  }
}

/** The database server, when it runs on this machine and listens on `port`: its processor time tells what a statement costs. */
export function databasePid(datadir: string): number | null {
  try {
    const found = readdirSync('/proc').find(
      (pid) => /^\d+$/.test(pid) && /^(mariadbd|mysqld)$/.test(nameOf(pid)) && opens(pid, datadir),
    );
    return found === undefined ? null : Number(found);
  } catch {
    return null;
  }
}

const nameOf = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
};

const opens = (pid: string, datadir: string) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(datadir.replace(/\/$/, ''));
  } catch {
    return false;
  }
};
