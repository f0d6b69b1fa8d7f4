/** The used part of a connection of mysql2. */
export interface Destroyable {
  destroy(): void;
}

/** The server has sent nothing for too long. Whether it executed the statement is unknown. */
class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(seconds: number) {
    super(`the database has not answered for ${seconds} seconds`);
  }
}

/**
 * Waits for an answer of a database server for so many seconds, then ends the connection and fails. A connection that dies in silence (a
 * firewall has forgotten it, a cable is out) would otherwise keep its caller waiting until TCP gives up, a quarter of an hour later.
 */
export async function answered<T>(connection: Destroyable, seconds: number, ask: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      connection.destroy();
      reject(new NoAnswer(seconds));
    }, seconds * 1_000);
  });
  try {
    return await Promise.race([ask(), silence]);
  } finally {
    clearTimeout(timer);
  }
}
