import { AsyncLocalStorage } from 'node:async_hooks';
import type { LoggerService } from '@nestjs/common';
import { within } from '../../common/concurrency/within';
import { errorWithoutSecrets, formsOf } from '../../common/settings/secret-texts';
import { SettingsError } from '../../common/settings/settings';
import { SourceError } from '../../common/fetch/source-error';
import { NotModified } from '../../common/fetch/source-web';
import { PluginState } from '../../common/plugin/plugins';

interface Call {
  of: PluginCalls;
  isOver: boolean;
  /** The secrets that it was given, as they may stand in a text. */
  forms: readonly string[];
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
    /** What it knows from its environment. */
    private readonly secrets: readonly string[] = [],
  ) {}

  /**
   * @param secrets that it is given for this call, beside those of its environment
   * @throws what it throws, without secrets, also where nothing of it catches it (in a timer, say), and Error when it takes longer
   */
  async run<T>(ms: number, work: () => T | Promise<T>, secrets: readonly string[] = []): Promise<T> {
    const call: Call = { of: this, isOver: false, forms: this.formsWith(secrets), fail: () => undefined };
    try {
      const ended = new Promise<T>((resolve, reject) => {
        call.fail = reject;
        current.run(call, async () => work()).then(resolve, reject);
      });
      return await within(ms, ended, () => new Error(`It has not ended within ${ms / 1_000} seconds`));
    } catch (error) {
      throw forLog(error, call.forms);
    } finally {
      call.isOver = true;
    }
  }

  /** What answers at once. */
  runSync<T>(work: () => T, secrets: readonly string[] = []): T {
    const forms = this.formsWith(secrets);
    try {
      return current.run({ of: this, isOver: true, forms, fail: () => undefined }, work);
    } catch (error) {
      throw forLog(error, forms);
    }
  }

  /** The secrets of a call and of the environment, as they may stand in a text. */
  formsWith(secrets: readonly string[]): string[] {
    return formsOf([...this.secrets, ...secrets]);
  }

  /** Nothing waits for it any more. */
  failedOutside(thrown: unknown, forms = this.formsWith([])): void {
    this.state.ended(true);
    if (!this.logger) return;
    if (performance.now() >= this.minuteEnds) {
      this.minuteEnds = performance.now() + MINUTE;
      this.logged = 0;
    }
    if (this.logged >= MOST_LOGGED) return void this.unlogged++;
    const { plugin, unlogged } = this;
    const err = forLog(thrown, forms);
    this.logger.error({ msg: 'plug-in failed', plugin, ...(unlogged > 0 && { unlogged }), err });
    this.logged++;
    this.unlogged = 0;
  }
}

/** What the service has an answer to stays what it is: whoever catches it looks at what it says. */
const forLog = (error: unknown, forms: readonly string[]): unknown =>
  [SourceError, NotModified, SettingsError].some((kind) => error instanceof kind)
    ? error
    : errorWithoutSecrets(error, forms);

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
    if (call.isOver) call.of.failedOutside(error, [...call.forms]);
    else call.fail(error);
  };
  process.on('uncaughtException', caught);
  return () => void process.off('uncaughtException', caught);
}
