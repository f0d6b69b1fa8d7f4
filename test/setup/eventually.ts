import { setTimeout as pause } from 'node:timers/promises';

/** Asks again until `check` neither throws nor answers false; the last reason when the time is over. It ends what hangs, and judges no speed. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 90_000): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    let reason: unknown;
    try {
      const value = await check();
      if (value !== false) return value;
      reason = new Error('it stayed false');
    } catch (error) {
      reason = error;
    }
    if (performance.now() > deadline) throw reason;
    await pause(20);
  }
}
