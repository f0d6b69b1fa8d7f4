/** The time, for plug-ins: tests bring another. */
export abstract class Clock {
  /** Now, by the clock of this process. A delivery has `sentAt` by the clock of the database. */
  abstract now(): Date;
}

/** The variables of the environment that the plug-in declares in its package.json, and no other. */
export abstract class PluginEnvironment {
  /**
   * The value without white space around it; null = it is not set.
   * @throws Error for a variable that is not declared
   */
  abstract get(name: string): string | null;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

export class DeclaredEnvironment extends PluginEnvironment {
  constructor(private readonly values: ReadonlyMap<string, string | null>) {
    super();
  }

  get(name: string): string | null {
    const value = this.values.get(name);
    if (value === undefined) throw new Error(`${name} is not declared in "tracker"."environment" of package.json`);
    return value;
  }
}
