const USERS_AT_MOST = 1_000;

/** What was read for users last, as long as it is asked for with the same key, and for so many milliseconds of the monotonic clock. */
export class Remembered<T> {
  private readonly byUser = new Map<string, { key: string; until: number; value: T }>();

  constructor(private readonly milliseconds: number) {}

  async read(userId: string, key: string, read: () => Promise<T>): Promise<T> {
    const known = this.byUser.get(userId);
    if (known?.key === key && known.until > performance.now()) return known.value;
    const value = await read();
    this.byUser.delete(userId);
    if (this.byUser.size >= USERS_AT_MOST) this.byUser.delete(this.byUser.keys().next().value!);
    this.byUser.set(userId, { key, until: performance.now() + this.milliseconds, value });
    return value;
  }
}
