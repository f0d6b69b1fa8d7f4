import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggerService } from '@nestjs/common';
import type { Config } from '../config/config';
import { StartError } from '../config/start-error';
import { placeOf } from './advice';
import { isUnavailable } from './errors';
import { assertDatabase } from './migrate';

/** Enough for a database server that starts together with this machine. */
const WITHIN_MS = 30_000;
const PAUSE_MS = 2_000;

/** The database was not reached in the time that a start waits for it. */
export class DatabaseAwayError extends StartError {}

/**
 * Waits at the start until a database server answers. The embedded database is a file, which is there or never.
 * @throws DatabaseAwayError when it is still away after that time; the server's error, at once, when it refuses the login
 */
export async function waitForDatabase(config: Config, logger: LoggerService, withinMs = WITHIN_MS): Promise<void> {
  if (config.database.kind === 'sqlite') return;
  const { host, port, name } = placeOf(config.database.location);
  const deadline = performance.now() + withinMs;
  for (;;) {
    const reason = await reasonAway(config);
    if (reason === null) return;
    if (performance.now() + PAUSE_MS > deadline) {
      const waited = `${withinMs / 1_000} seconds`;
      throw new DatabaseAwayError(
        `The database "${name}" at ${host}:${port} cannot be reached after ${waited}: ${reason}`,
      );
    }
    logger.warn({ msg: 'the database cannot be reached', host, port, reason });
    await sleep(PAUSE_MS);
  }
}

async function reasonAway(config: Config): Promise<string | null> {
  try {
    await assertDatabase(config);
    return null;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return (error as Error).message;
  }
}
