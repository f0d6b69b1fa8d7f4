import type { QueryRunner } from 'typeorm';

/** What is used here of a connection of mysql2. */
export interface ServerConnection {
  stream: { destroy(error: Error): void };
}

/** The server has said nothing for as long as one waits for it. Whether it did what it was told is not known. */
class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(seconds: number) {
    super(`the database has not answered for ${seconds} seconds`);
  }
}

/**
 * Waits for an answer of a database server, and no longer: then it ends the connection. A connection that dies in silence (a firewall
 * has forgotten it, a cable is out) would else keep whoever waits for it until TCP gives up, a quarter of an hour later. As the
 * connection is gone, all that waits for it fails the way it does when one is lost, and no answer of it can be taken for another's.
 * @param seconds for this one statement
 */
export async function answered<T>(runner: QueryRunner, seconds: number, ask: () => Promise<T>): Promise<T> {
  return answeredOn((await runner.connect()) as ServerConnection, seconds, ask);
}

export async function answeredOn<T>({ stream }: ServerConnection, seconds: number, ask: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => stream.destroy(new NoAnswer(seconds)), seconds * 1_000);
  try {
    return await ask();
  } finally {
    clearTimeout(timer);
  }
}
