import { AsyncLocalStorage } from 'node:async_hooks';
import type { LoggerService } from '@nestjs/common';
import { within } from '../common/concurrency/within';
import { PluginState } from '../common/plugin/plugins';

interface Call {
  of: PluginCalls;
  isOver: boolean;
  fail(error: unknown): void;
}

/** The call that what runs now belongs to: timers and promises that a plug-in leaves behind, too. */
const current = new AsyncLocalStorage<Call>();

/** Errors of a plug-in that are logged in a minute: one that fails in a timer may do so each millisecond. */
const MOST_LOGGED = 10;
const MINUTE = 60_000;

/** Whatever of a plug-in is called, is called by this. */
export class PluginCalls {
  readonly state = new PluginState();
  private logged = 0;
  private unlogged = 0;
  /** When the minute ends, by `performance.now()`. */
  private minuteEnds = 0;

  constructor(
    readonly plugin: string,
    private readonly logger: LoggerService | false,
  ) {}

  /** @throws what it throws, also where nothing of it catches it (in a timer, say), and Error when it takes longer */
  async run<T>(ms: number, work: () => T | Promise<T>): Promise<T> {
    const call: Call = { of: this, isOver: false, fail: () => undefined };
    try {
      const ended = new Promise<T>((resolve, reject) => {
        call.fail = reject;
        current.run(call, async () => work()).then(resolve, reject);
      });
      return await within(ms, ended, () => new Error(`It has not ended within ${ms / 1_000} seconds`));
    } finally {
      call.isOver = true;
    }
  }

  /** What answers at once. */
  runSync<T>(work: () => T): T {
    return current.run({ of: this, isOver: true, fail: () => undefined }, work);
  }

  /** Nothing waits for it any more. */
  failedOutside(err: unknown): void {
    this.state.ended(true);
    if (!this.logger) return;
    if (performance.now() >= this.minuteEnds) {
      this.minuteEnds = performance.now() + MINUTE;
      this.logged = 0;
    }
    if (this.logged >= MOST_LOGGED) return void this.unlogged++;
    const { plugin, unlogged } = this;
    this.logger.error({ msg: 'plug-in failed', plugin, ...(unlogged > 0 && { unlogged }), err });
    this.logged++;
    this.unlogged = 0;
  }
}

/** What the service does for a plug-in is not a call of it. */
export const outsideOfCalls = <T>(work: () => T): T => current.exit(work);

/**
 * An error that nothing catches ends the process, but not when it is a plug-in's: then it ends the call that it belongs to.
 * @returns ends this
 */
export function catchUncaught(): () => void {
  const caught = (error: unknown) => {
    const call = current.getStore();
    if (!call) {
      // As Node.js does without this listener.
      console.error(error);
      process.exit(1);
    }
    if (call.isOver) call.of.failedOutside(error);
    else call.fail(error);
  };
  process.on('uncaughtException', caught);
  return () => void process.off('uncaughtException', caught);
}
