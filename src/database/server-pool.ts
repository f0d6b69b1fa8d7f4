import { Logger } from '@nestjs/common';
import type { ConnectionOptions, createConnection, createPool, Pool, PoolConnection, PoolOptions } from 'mysql2';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { within } from '../common/concurrency/within';
import type { DatabaseHost } from '../config/database-url';
import { codeOf } from './errors';
import type { Followed, Writer } from './writer';

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
 * @param pool if the server says nothing to others either, nobody waits for so long
 */
export async function answered<T>(
  connection: Destroyable,
  seconds: number,
  ask: () => Promise<T>,
  pool: ServerPool | null = null,
): Promise<T> {
  const giveUp = (after: number) => {
    connection.destroy();
    return new NoAnswer(after);
  };
  let doubt: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    if (pool)
      doubt = setInterval(() => void pool.isSilent().then((is) => is && reject(giveUp(DOUBT_MS / 1_000))), DOUBT_MS);
  });
  return within(seconds * 1_000, Promise.race([ask(), silence]), () => giveUp(seconds)).finally(() =>
    clearInterval(doubt),
  );
}

/** How long a statement waits before the server is asked by a connection of its own whether it answers anybody. */
const DOUBT_MS = 5_000;
/** Between two such questions while it does not. */
const AGAIN_MS = 1_000;

/**
 * Whatever the server's own is. Not NO_BACKSLASH_ESCAPES, under which the quotes that mysql2 puts around parameters do not hold; strict, or
 * values that are too long would be cut.
 */
const SQL_MODE = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

/** The connections of a process to its database, at this moment. */
export interface ConnectionUsage {
  used: number;
  idle: number;
  /** Statements and transactions that wait for a connection. */
  waiting: number;
}

/** Loaded with the first pool: the embedded database has none. */
const mysql2 = () =>
  createRequire(__filename)('mysql2') as { createPool: typeof createPool; createConnection: typeof createConnection };

/** A free connection, one that is being opened, or a place in the queue. */
type Answer = 'granted' | 'opening' | 'queued';
type Lend = Parameters<Pool['getConnection']>[0];

/**
 * mysql2 as the `driver` option of TypeORM, with the pool that TypeORM has it create: statements outside of transactions use that pool
 * without a query runner, which costs as much as a short statement itself (bench/results.md).
 */
export class ServerPool implements Followed {
  private readonly logger = new Logger('Database');
  private pool: Pool | null = null;
  private options: PoolOptions = {};
  /** Why the server is known to answer nobody, or why none of several can be used: then nobody waits for it. */
  private silence: Error | null = null;
  /** Of several servers, the one that is used; null = none at the moment. */
  private host: DatabaseHost | null = null;
  /** They wait for the next server. */
  private undecided: Lend[] = [];
  private asking: Promise<boolean> | null = null;
  private isEnded = false;
  private readonly open = new Set<PoolConnection>();
  private readonly free = new Set<PoolConnection>();
  /** The state of the current request for a connection. */
  private answer: Answer = 'opening';
  private readonly requests: Record<Answer, number> = { granted: 0, opening: 0, queued: 0 };

  /**
   * @param sessionSeconds after which the server ends an idle session. When a connection dies in silence the server does not notice either,
   * and by its own default it would keep the locks of an open transaction for eight hours.
   * @param writer if there are several servers
   */
  constructor(
    private readonly sessionSeconds: number,
    private readonly writer: Writer | null = null,
  ) {}

  /** Called by TypeORM, which uses `getConnection` and `end` of the result. */
  createPool(options: PoolOptions): Pick<Pool, 'getConnection' | 'end'> {
    const pool = mysql2().createPool(options);
    this.pool = pool;
    this.options = options;
    pool.on('connection', (connection) => this.welcome(connection));
    pool.on('acquire', (connection) => {
      this.answer = 'granted';
      this.free.delete(connection);
    });
    pool.on('release', (connection) => (this.isLeft(connection) ? this.close(connection) : this.free.add(connection)));
    pool.on('enqueue', () => (this.answer = 'queued'));
    void this.writer?.follow(this);
    return { getConnection: (lend) => this.getConnection(lend), end: (callback) => this.end(callback) };
  }

  getConnection(lend: Lend): void {
    if (this.silence) return void lend(this.silence as NodeJS.ErrnoException, undefined as unknown as PoolConnection);
    if (this.writer && !this.host) return void this.undecided.push(lend);
    this.answer = 'opening';
    this.pool!.getConnection((error, connection) => {
      this.requests[answer]--;
      if (error || !this.isLeft(connection)) return lend(error, connection);
      this.close(connection);
      this.getConnection(lend);
    });
    const { answer } = this; // the events come at once, the callback later
    this.requests[answer]++;
  }

  use(host: DatabaseHost): void {
    // From here mysql2 takes a copy for each connection that it opens.
    const { config } = this.pool as unknown as { config: { connectionConfig: ConnectionOptions } };
    const { host: before, port } = config.connectionConfig;
    if (before !== host.host || port !== host.port)
      this.logger.warn({ msg: 'another database server is used from now on', ...host });
    Object.assign(config.connectionConfig, (this.host = host));
    this.decided(null);
  }

  leave(): void {
    this.host = null;
    for (const connection of this.free) this.close(connection);
  }

  cut(): void {
    // Not `destroy`, which would tell nobody who waits for an answer.
    for (const connection of this.open) (connection as unknown as { stream: Duplex }).stream.destroy();
  }

  fail(error: Error): void {
    this.decided(error);
  }

  private decided(failure: Error | null): void {
    this.silence = failure;
    for (const lend of this.undecided.splice(0)) this.getConnection(lend);
  }

  /** Whether it leads to another of several servers than the one that is used now. */
  private isLeft({ config: { host, port } }: PoolConnection): boolean {
    return this.writer !== null && (host !== this.host?.host || port !== this.host?.port);
  }

  /** The caller has to release it. */
  lend(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
    });
  }

  /** Whether the server takes no new connection, by its silence: one that refuses them answers. */
  async isSilent(): Promise<boolean> {
    if (this.silence) return true;
    if (this.writer) return false; // it finds out by itself
    this.asking ??= this.greet().finally(() => (this.asking = null));
    if (!(await this.asking)) return false;
    void this.untilItAnswers();
    return true;
  }

  private async greet(): Promise<boolean> {
    const connection = mysql2().createConnection(this.options);
    try {
      await once(connection, 'connect');
      this.silence = null;
    } catch (error) {
      this.silence = codeOf(error) === 'ETIMEDOUT' ? (error as Error) : null;
    } finally {
      connection.destroy();
    }
    return this.silence !== null;
  }

  private async untilItAnswers(): Promise<void> {
    do await sleep(AGAIN_MS, undefined, { ref: false });
    while (!this.isEnded && (await this.greet()));
  }

  private end(callback: Parameters<Pool['end']>[0]): void {
    this.isEnded = true;
    if (this.writer) {
      this.writer.end();
      this.decided(new Error('the pool is closed'));
    }
    this.pool!.end(callback);
  }

  usage(): ConnectionUsage {
    const alive = (connections: Set<PoolConnection>) =>
      [...connections].filter(({ state }) => state === 'authenticated').length;
    const idle = alive(this.free);
    return {
      used: alive(this.open) - idle + this.requests.opening,
      idle,
      waiting: this.requests.queued + this.undecided.length,
    };
  }

  private close(connection: PoolConnection): void {
    this.forget(connection);
    connection.destroy();
  }

  private forget(connection: PoolConnection): void {
    this.open.delete(connection);
    this.free.delete(connection);
  }

  private welcome(connection: PoolConnection): void {
    const forget = () => this.forget(connection);
    this.open.add(connection);
    connection.on('end', forget);
    connection.on('error', forget);
    // These statements come before the caller's. If the connection is broken, the caller's statement fails.
    const settings = `wait_timeout = ${this.sessionSeconds}, SESSION sql_mode = '${SQL_MODE}'`;
    connection.query(`SET SESSION ${settings}`, () => undefined);
    // For good, instead of one more statement for each transaction; why: see `Database`.
    connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', () => undefined);
  }
}

/** The pool of a data source that was opened with one; null on the embedded database. */
export function poolOf({ options }: DataSource): ServerPool | null {
  const { driver } = options as { driver?: unknown };
  return driver instanceof ServerPool ? driver : null;
}
