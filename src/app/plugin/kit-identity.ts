import * as kit from './kit';

/** By name: every copy of the kit of this major version that is loaded in a process looks here first (packages/plugin-kit/index.js). */
const KIT = Symbol.for('software-update-tracker.plugin-kit.1');

/**
 * Gives plug-ins the kit that this program itself uses, whichever copy they resolve. Two kits would have two classes of each error, and two lists of
 * settings.
 */
export function provideKit(): void {
  (globalThis as Record<symbol, unknown>)[KIT] ??= kit;
}
