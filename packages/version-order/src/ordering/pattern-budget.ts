/** Earlier searches have used up the budget. */
export class PatternBudgetSpent extends Error {
  /** @param field the setting that has the pattern */
  constructor(readonly field: string) {
    super(`${field} takes too long`);
  }
}

/**
 * Time for users' patterns in one operation: RE2 bounds a single search, but an operation may need thousands. Only searches count, not the
 * time between them.
 */
export class PatternBudget {
  private leftMs: number;

  /** @param whole the budget of a larger operation that includes this one */
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
