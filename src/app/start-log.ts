import { AppLogger, createLogger } from '../common/app-logger';
import { isOfOutage } from '../common/outage';
import { VERSION } from '../common/version';
import type { Config } from '../config/config';
import { MIGRATE } from '../database/advice';
import { type Demo, DEMO_USER, welcomeText } from './first-start';

const MIGRATE_HINT = `run ${MIGRATE}, or start with MIGRATE=true`;

/** Where it listens. */
interface Listening {
  url: string;
  /** Undefined: there is none of their own for health and metrics. */
  operationsPort: number | undefined;
}

/**
 * What a start prints on stdout: text at a terminal, only JSON lines elsewhere. That the service starts, is ready or is not ready is logged at
 * every LOG_LEVEL, like the welcome text.
 */
export class StartLog {
  readonly logger: AppLogger;
  private readonly always: AppLogger;
  private readonly readable = process.stdout.isTTY === true;

  constructor(private readonly config: Config) {
    const target = { readable: this.readable, fd: 1 as const };
    this.logger = new AppLogger(createLogger(config.logLevel, target), isOfOutage);
    this.always = new AppLogger(createLogger('info', target));
  }

  /** The first line, and warnings about the environment. */
  starting(): void {
    const { buildCommit: commit, database, deprecated, ignored, lookalikes } = this.config;
    this.always.log({ msg: 'starting', version: VERSION, commit, database: database.kind, node: process.version });
    for (const { variable, nearest } of lookalikes)
      this.logger.warn({ msg: 'unknown variable of the environment: it has no effect', variable, nearest });
    for (const { variable, instead } of deprecated)
      this.logger.warn({ msg: 'this variable has been replaced', variable, instead });
    for (const variable of ignored)
      this.logger.warn({ msg: 'this variable has no effect with a server database', variable });
  }

  ready({ url, operationsPort }: Listening, demo: Demo | null): void {
    if (this.readable) return void process.stdout.write(welcomeText(url, demo, this.config));
    if (demo)
      this.always.log({
        msg: 'demo user made: this token is shown once',
        user: DEMO_USER,
        token: demo.token,
        favorites: demo.favorites.length,
      });
    this.always.log({ msg: 'ready', url, operationsPort });
  }

  notMigrated({ url, operationsPort }: Listening): void {
    this.always.warn({ msg: `not ready, the database is not migrated: ${MIGRATE_HINT}`, url, operationsPort });
  }
}
