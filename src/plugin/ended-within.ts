import { within } from '../common/concurrency/within';

/** @throws Error when a call of a plug-in takes longer */
export const endedWithin = <T>(ms: number, work: Promise<T>): Promise<T> =>
  within(ms, work, () => new Error(`It has not ended within ${ms / 1_000} seconds`));
