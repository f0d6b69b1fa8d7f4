import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const WINDOW_MS = 500;
const WINDOWS_AT_MOST = 60;
/** Share of a window for which the event loop had something to do. */
const BUSY = 0.5;

/** Waits until this process has little to do, for half a minute at most. */
export async function untilIdle(signal: AbortSignal): Promise<void> {
  for (let windows = 0; windows < WINDOWS_AT_MOST && !signal.aborted; windows++) {
    const before = performance.eventLoopUtilization();
    await sleep(WINDOW_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (performance.eventLoopUtilization(before).utilization < BUSY) return;
  }
}
