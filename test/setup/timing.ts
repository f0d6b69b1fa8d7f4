import { LONG } from './scale';

/** What the clock says is judged in the full `npm run test:long` only: on a machine with other work, anything may take any time. */
export function expectWithin(took: number, limit: number): void {
  if (LONG) expect(took).toBeLessThan(limit);
}

/** Milliseconds that the processors worked on it, in any thread of this process; what else the machine does hardly counts. */
export async function workOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Milliseconds of work without a pause, at most, while something ran: for so long nobody else had a turn. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  const look = (before: NodeJS.CpuUsage, at: number) => {
    const { user } = process.cpuUsage(before);
    // Several threads work for longer than the time that passes.
    longest = Math.max(longest, Math.min(user / 1_000, performance.now() - at));
    if (!isOver) setImmediate(look, process.cpuUsage(), performance.now());
  };
  setImmediate(look, process.cpuUsage(), performance.now());
  await work();
  isOver = true;
  return longest;
}
