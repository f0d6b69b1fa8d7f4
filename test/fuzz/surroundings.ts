import fc, { type Arbitrary } from 'fast-check';
import type { Description } from '../setup/description';
import type { Schema } from './json-text';

/** What requests may be about. */
export interface Surroundings {
  description: Description;
  host: string;
  /** `Bearer …` with every scope, and others that have fewer or are none. */
  authorization: string;
  otherAuthorizations: string[];
  /** `tracker=…` of sessions, the newest last; they come and go. */
  cookies: string[];
  /** Ids by what precedes them in their address (`software`, `bulk`), names of inventories too; more come while it goes on. */
  ids: Record<string, string[]>;
  /** Ids of its versions, by that of the software. */
  versions: Record<string, string[]>;
  /** Labels that every software has a version of. */
  labels: string[];
  /** Types with the JSON Schema of their settings, by the same. */
  types: Record<'channel' | 'source', { type: string; settings: Schema }[]>;
}

/** Of `Bearer <token>`. */
export const tokenIn = (authorization: string) => authorization.split(' ')[1]!;

/** The ids of one kind; without it, of any. Looked up when one is needed, as there are more and more of them. */
export const idOf = ({ ids }: Surroundings, kind?: string): Arbitrary<string> =>
  fc.nat().map((number) => {
    const list = (kind && ids[kind]) || Object.values(ids).flat();
    return list[number % list.length]!;
  });

/** Mostly `usual`: each of the others comes once for twelve of it. */
export const mostly = <T>(usual: Arbitrary<T>, ...others: Arbitrary<T>[]): Arbitrary<T> =>
  fc.oneof({ weight: 12 * others.length, arbitrary: usual }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })));
