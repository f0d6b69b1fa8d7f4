import { knownLine } from 'version-order';

/** Negative, zero or positive. */
export function compareVersions(type: string, a: string, b: string): number {
  const line = knownLine(type);
  const [one, other] = [line.keyOf(a), line.keyOf(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}
