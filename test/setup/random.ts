/** Chance that is the same again for the same seed (mulberry32), so that a failure can be looked at. */
export class Random {
  constructor(private state: number) {}

  /** 0 up to 1, 1 not included. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of a list that is not empty. */
  one<T>(list: readonly T[]): T {
    return list[this.whole(0, list.length - 1)]!;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const left = [...list];
    return Array.from(list, () => left.splice(this.whole(0, left.length - 1), 1)[0]!);
  }
}
