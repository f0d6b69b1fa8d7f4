/** A search was not made, as the searches before it took all the time that there was. */
export class PatternBudgetSpent extends Error {
  /** @param field the pattern whose search it was */
  constructor(readonly field: string) {
    super(`${field} takes too long`);
  }
}

/**
 * Time for the patterns of users in one operation: RE2 bounds a single search, and an operation may need thousands. Only the searches
 * count, not the waiting in between.
 */
export class PatternBudget {
  private leftMs: number;

  /** @param whole the budget of a larger operation that this one is a part of */
  constructor(
    ms: number,
    private readonly whole?: PatternBudget,
  ) {
    this.leftMs = ms;
  }

  get isSpent(): boolean {
    return this.leftMs <= 0 || (this.whole?.isSpent ?? false);
  }

  /** @throws PatternBudgetSpent */
  run<T>(field: string, search: () => T): T {
    if (this.isSpent) throw new PatternBudgetSpent(field);
    const begun = performance.now();
    try {
      return search();
    } finally {
      this.spend(performance.now() - begun);
    }
  }

  private spend(ms: number): void {
    this.leftMs -= ms;
    this.whole?.spend(ms);
  }
}
