import type { Database } from '../../src/database/database';

type Methods = Record<string, (...values: unknown[]) => unknown>;

/** Calls `before` ahead of each call of a method, with its arguments. @returns what ends that */
export function beforeCalls<Owner extends object>(
  owner: Owner,
  method: keyof Owner & string,
  before: (...values: never[]) => void | Promise<void>,
): () => void {
  const methods = owner as unknown as Methods;
  const call = methods[method]!;
  const spy = jest.spyOn(methods, method).mockImplementation(async (...values: unknown[]) => {
    await before(...(values as never[]));
    return call.apply(owner, values);
  });
  return () => spy.mockRestore();
}

interface PausePoint {
  reached: Promise<void>;
  goOn(): void;
}

/** `pause` ends after `goOn`. */
function pausePoint(): PausePoint & { pause(): Promise<void> } {
  let reach: () => void;
  let goOn: () => void;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  const pause = () => {
    reach();
    return gate;
  };
  return { reached, goOn: () => goOn(), pause };
}

/** The next call of a method waits, as on a machine that is suspended, until `goOn` is called. */
export function pauseBefore<Owner extends object>(owner: Owner, method: keyof Owner & string): PausePoint {
  const { pause, ...point } = pausePoint();
  const stop = beforeCalls(owner, method, () => {
    stop();
    return pause();
  });
  return point;
}

/** The next transaction waits ahead of its COMMIT until `goOn` is called. */
export function pauseBeforeCommit(database: Database): PausePoint {
  const { pause, ...point } = pausePoint();
  const transaction = database.transaction.bind(database);
  const spy = jest.spyOn(database, 'transaction').mockImplementationOnce((work) =>
    transaction(async (sql) => {
      spy.mockRestore();
      const result = await work(sql);
      await pause();
      return result;
    }),
  );
  return point;
}

/**
 * The next call of a repository's method fails, with an error that does not say that the database is away.
 * @returns whether it was called
 */
export function failNextCall<Owner extends object>(owner: Owner, method: keyof Owner & string): () => boolean {
  let called = false;
  const stop = beforeCalls(owner, method, () => {
    stop();
    called = true;
    throw Object.assign(new Error('Query execution was interrupted'), { code: 'ER_QUERY_INTERRUPTED', errno: 1317 });
  });
  return () => called;
}

/** The first transaction that calls a method is committed, and its end is not heard: whoever runs it gets an error. */
export function loseCommitAfter<Owner extends object>(
  database: Database,
  owner: Owner,
  method: keyof Owner & string,
): void {
  const stopWatching = beforeCalls(owner, method, () => void (called = true));
  const transaction = database.transaction.bind(database);
  let called = false;
  const spy = jest.spyOn(database, 'transaction').mockImplementation(async (work) => {
    const result = await transaction(work);
    if (!called) return result;
    stopWatching();
    spy.mockRestore();
    throw Object.assign(new Error('Connection lost'), { code: 'PROTOCOL_CONNECTION_LOST', fatal: true });
  });
}
