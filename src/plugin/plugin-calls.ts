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

/** Whatever of a plug-in is called, is called by this. */
export class PluginCalls {
  readonly state = new PluginState();

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
    if (this.logger) this.logger.error({ msg: 'plug-in failed', plugin: this.plugin, err });
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
