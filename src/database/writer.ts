import type { Connection, ConnectionOptions, createConnection, RowDataPacket } from 'mysql2';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../common/concurrency/within';
import type { DatabaseHost } from '../config/database-url';
import { isAway } from './errors';

/** Between two looks. A server that ends tells at once. */
const EVERY_MS = 2_000;
/** The same while no server is used, and before a look at one that has just ended: it may be one connection only. */
const SOON_MS = 500;
/** For one server to answer. */
const LOOK_MS = 1_500;
/** For what is under way on a server that is left. */
const FINISH_MS = 500;
/**
 * From then until the next server is used: longer than other replicas take to notice the same (`EVERY_MS` and a look), so that no two servers
 * are written to at once.
 */
const SETTLE_MS = 3_000;

/** How well a server can be used: not at all, to read, while it brings another node up to date (which may hold writers up), well. */
const GRADES = { none: 0, readOnly: 1, donor: 2, good: 3 } as const;
type Grade = (typeof GRADES)[keyof typeof GRADES];

/** Of `wsrep_local_state`. */
const SYNCED = '4';

/** One statement that both servers know: each has its own comment, which it executes. Answered by a node that is not ready, too. */
const STATE = ['variables', 'status']
  .map(
    (table) => `SELECT LOWER(variable_name) AS name, variable_value AS value
    FROM /*M! information_schema */ /*!80000 performance_schema */.global_${table}
    WHERE variable_name IN ('read_only', 'wsrep_on', 'wsrep_ready', 'wsrep_cluster_status', 'wsrep_local_state')`,
  )
  .join(' UNION ALL ');

/** What is told of the server that is used. */
export interface Followed {
  /** From now on nobody gets a connection. */
  leave(): void;
  /** Those that are open still end. */
  cut(): void;
  use(host: DatabaseHost): void;
  /** None can be used: whoever waits fails. */
  fail(error: Error): void;
}

/** No server of several can be used. */
class NoWriter extends Error {
  readonly code = 'NO_WRITER';
}

/** One of several servers. */
class Server {
  private connection: Connection | null = null;
  private isNode = false;
  /** When it was last looked at. */
  state: Grade = GRADES.none;
  failure: Error | null = null;

  constructor(
    readonly host: DatabaseHost,
    private readonly options: ConnectionOptions,
    private readonly ending: AbortSignal,
    private readonly onLost: () => void,
  ) {}

  async grade(): Promise<Grade> {
    const wasConnected = this.connection !== null;
    let grade = await this.within(() => this.look());
    // That connection alone may have been lost.
    if (grade === null && wasConnected && !(this.failure instanceof NoWriter))
      grade = await this.within(() => this.look());
    if (grade === GRADES.none) this.failure = new NoWriter('this node of a cluster is not ready');
    return (this.state = grade ?? GRADES.none);
  }

  /** Waits until a node has applied all that other nodes have committed. @returns false when that takes too long */
  async catchUp(): Promise<boolean> {
    if (!this.isNode) return true;
    const isDone = await this.within(async () => {
      for (const wait of [1, 0])
        await this.ask(`SET SESSION wsrep_sync_wait = ${wait}`).then(() => this.ask('SELECT 1'));
      return true;
    });
    return isDone ?? false;
  }

  end(): void {
    this.connection?.destroy();
    this.connection = null;
  }

  private async look(): Promise<Grade> {
    const rows = (await this.ask(STATE)) as RowDataPacket[];
    const values = new Map(rows.map(({ name, value }) => [name as string, value as string]));
    this.isNode = values.get('wsrep_on') === 'ON';
    if (this.isNode && (values.get('wsrep_ready') !== 'ON' || values.get('wsrep_cluster_status') !== 'Primary'))
      return GRADES.none;
    if (values.get('read_only') !== 'OFF') return GRADES.readOnly;
    return this.isNode && values.get('wsrep_local_state') !== SYNCED ? GRADES.donor : GRADES.good;
  }

  private async within<T>(work: () => Promise<T>): Promise<T | null> {
    this.failure = null;
    try {
      return await within(LOOK_MS, work(), () => new NoWriter(`no answer in ${LOOK_MS / 1_000} seconds`));
    } catch (error) {
      this.failure = error as Error;
      this.end();
      return null;
    }
  }

  private async ask(statement: string): Promise<unknown> {
    this.ending.throwIfAborted();
    this.connection ??= this.connect();
    const [rows] = await this.connection.promise().query(statement);
    return rows;
  }

  private connect(): Connection {
    const mysql2 = createRequire(__filename)('mysql2') as { createConnection: typeof createConnection };
    const connection = mysql2.createConnection({ ...this.options, ...this.host });
    // The statement that meets it fails. Without one, this comes when the server ends.
    return connection.on('error', this.onLost);
  }
}

/**
 * Several servers, of which one is used: the first of the list that can be written. Locks, and rows that are skipped as locked, are those of
 * one node of a cluster, so all replicas have to use the same one. All of them choose by this rule, each for itself.
 */
export class Writer {
  private readonly servers: Server[];
  private readonly ending = new AbortController();
  private current: Server | null = null;
  /** Ends the wait for the next look. */
  private wake: () => void = () => undefined;

  /** @param options of a connection, but for its host */
  constructor(hosts: DatabaseHost[], options: ConnectionOptions) {
    this.servers = hosts.map((host) => new Server(host, options, this.ending.signal, () => this.wake()));
  }

  /** @throws the error of a server that refuses the login, or else one that `isAway` */
  async choose(): Promise<DatabaseHost> {
    const server = await this.best();
    if (!server || !(await server.catchUp())) throw this.failure();
    return server.host;
  }

  /** Says which server to use until `end`: the next is used when everybody has left the last. */
  async follow(followed: Followed): Promise<void> {
    const { signal } = this.ending;
    const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
    let settled: Promise<unknown> = Promise.resolve();
    while (!signal.aborted) {
      const best = await this.best();
      await settled;
      if (signal.aborted) return;
      if (this.current !== null && best !== this.current && (await this.isRight(this.current, best))) {
        this.current = null;
        followed.leave();
        await pause(FINISH_MS);
        followed.cut();
        // Meanwhile it looks again.
        settled = pause(SETTLE_MS);
        continue;
      }
      if (this.current === null && best !== null && (await best.catchUp())) followed.use((this.current = best).host);
      if (this.current === null) followed.fail(this.failure());
      else await Promise.race([pause(EVERY_MS - SOON_MS), new Promise<void>((resolve) => (this.wake = resolve))]);
      await pause(SOON_MS);
    }
  }

  end(): void {
    this.ending.abort();
    for (const server of this.servers) server.end();
  }

  /** A node that comes back is ready some time before it can commit. */
  private async isRight(current: Server, next: Server | null): Promise<boolean> {
    return current.state !== GRADES.good || next === null || next.catchUp();
  }

  /** Looks at the servers behind the one in use only if none up to it is good, and does not wait for those behind one that is. */
  private async best(): Promise<Server | null> {
    const known = this.current ? this.servers.indexOf(this.current) + 1 : this.servers.length;
    const grades = this.servers.slice(0, known).map((server) => server.grade());
    let best: { server: Server | null; grade: Grade } = { server: null, grade: GRADES.none };
    for (const [index, server] of this.servers.entries()) {
      if (index === known) grades.push(...this.servers.slice(known).map((other) => other.grade()));
      const grade = await grades[index]!;
      if (grade > best.grade) best = { server, grade };
      if (grade === GRADES.good) break;
    }
    return best.server;
  }

  private failure(): Error {
    const failures = this.servers.map(({ failure }) => failure ?? new NoWriter('not up to date yet'));
    const refusal = failures.find((error) => !isAway(error));
    if (refusal) return refusal;
    const reasons = this.servers.map(
      ({ host: { host, port } }, index) => `${host}:${port}: ${failures[index]!.message}`,
    );
    return new NoWriter(`no server of DATABASE_URL can be used (${reasons.join('; ')})`);
  }
}
