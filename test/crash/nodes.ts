import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { eventually } from '../setup/eventually';
import type { Random } from '../setup/random';
import { serverIds } from './proxy';

const PROVIDER = '/usr/lib/galera/libgalera_smm.so';
const NODES = [1, 2, 3];
/** To start, and to copy the data of another node. */
const JOIN_MS = 120_000;
const RESCUE_MS = 20_000;

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Three nodes of a MariaDB Galera cluster on loopback, by what Debian calls mariadb-server, galera-4, rsync and lsof. */
export class Nodes {
  private readonly folder = mkdtempSync(join(tmpdir(), 'galera-'));
  private readonly running = new Map<number, ChildProcess>();
  readonly counts = { killed: 0, stopped: 0, ended: 0, rescued: 0, restarted: 0 };
  private over = false;
  private starts = 0;

  /**
   * @param port that of node n is this and n; 40 ports above it are used
   * @param more options of each
   */
  constructor(
    private readonly port: number,
    private readonly more: Record<string, string | number> = {},
  ) {}

  /** For `DATABASE_URL`. */
  get hosts(): string {
    return NODES.map((node) => `127.0.0.1:${this.port + node}`).join(',');
  }

  portOf = (node: number) => this.port + node;

  async open(): Promise<void> {
    for (const node of NODES) {
      this.install(node);
      await this.join(node, node === 1);
    }
  }

  /** Until `end`, one node after the other is killed, ended or stands still, most often the one that is written to; then it joins again. */
  async makeTrouble(random: Random, onTrouble: () => () => void): Promise<void> {
    this.over = false;
    while (!this.over) {
      await this.restFor(random.whole(2_000, 8_000));
      if (this.over) return;
      const node = random.one([1, 1, 1, 2, 3]);
      const end = onTrouble();
      const dice = random.next();
      if (dice < 0.5) await this.standStill(node, random.one([1_500, 4_000, 9_000, 16_000]));
      else await this.leaveAndJoin(node, dice < 0.85 ? 'SIGKILL' : 'SIGTERM', random.whole(7_000, 12_000));
      await eventually(() => this.areAllIn(), JOIN_MS);
      // Replicas go back to the first node.
      await pause(5_000);
      end();
    }
  }

  /** Of transactions of two nodes, since these were started: those that failed at `COMMIT`, and those that gave way before it. */
  async conflicts(): Promise<{ failed: number; gaveWay: number }> {
    const all = await Promise.all(NODES.map((node) => this.statusOf(node)));
    const sum = (name: string) => all.reduce((total, status) => total + Number(status.get(name) ?? 0), 0);
    return { failed: sum('wsrep_local_cert_failures'), gaveWay: sum('wsrep_local_bf_aborts') };
  }

  end(): void {
    this.over = true;
  }

  close(): void {
    for (const child of this.running.values()) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async standStill(node: number, ms: number): Promise<void> {
    this.counts.stopped++;
    const child = this.running.get(node)!;
    child.kill('SIGSTOP');
    await pause(ms);
    child.kill('SIGCONT');
  }

  private async leaveAndJoin(node: number, signal: NodeJS.Signals, ms: number): Promise<void> {
    this.counts[signal === 'SIGKILL' ? 'killed' : 'ended']++;
    const child = this.running.get(node)!;
    child.kill(signal);
    await eventually(() => hasEnded(child), 60_000);
    await pause(ms);
    await this.join(node, false);
  }

  private async restFor(ms: number): Promise<void> {
    const end = performance.now() + ms;
    while (!this.over && performance.now() < end) await pause(100);
  }

  private install(node: number): void {
    const folder = join(this.folder, String(node));
    mkdirSync(folder);
    const made = spawnSync('mariadb-install-db', [
      ...['--no-defaults', `--datadir=${folder}`, '--auth-root-authentication-method=normal', ...this.user()],
    ]);
    if (made.status !== 0) throw new Error(`mariadb-install-db: ${String(made.stderr)}${String(made.error ?? '')}`);
  }

  private user(): string[] {
    if (process.getuid!() !== 0) return [];
    spawnSync('chown', ['-R', 'mysql', this.folder]);
    return ['--user=mysql'];
  }

  private logOf = (node: number) => join(this.folder, `${node}.log`);

  private async join(node: number, isFirst: boolean): Promise<void> {
    this.start(node, isFirst);
    const rescue = setTimeout(() => void this.rescue(), RESCUE_MS);
    await eventually(() => this.isIn(node), JOIN_MS)
      .finally(() => clearTimeout(rescue))
      .catch(() => {
        throw new Error(`node ${node} does not join: ${readFileSync(this.logOf(node), 'utf8').slice(-2_000)}`);
      });
  }

  private start(node: number, isFirst: boolean): void {
    const folder = join(this.folder, String(node));
    const at = (kind: number, other = node) => `127.0.0.1:${this.port + kind * 10 + other}`;
    const others = isFirst ? '' : NODES.map((other) => at(1, other)).join();
    const provider = [
      `base_port=${this.port + 10 + node}`,
      ...[`gmcast.listen_addr=tcp://${at(1)}`, `ist.recv_addr=${at(3)}`, 'gcache.size=64M'],
    ];
    const options = {
      // A server that starts removes temporary tables of others in its folder for these.
      tmpdir: this.folder,
      ...{ datadir: folder, socket: join(folder, 'sock'), port: this.port + node, 'bind-address': '127.0.0.1' },
      ...{ 'server-id': ++this.starts, 'binlog-format': 'ROW', 'innodb-autoinc-lock-mode': 2, 'wsrep-on': 'ON' },
      ...{ 'innodb-flush-log-at-trx-commit': 2, 'wsrep-provider': PROVIDER, 'wsrep-cluster-name': 'crash' },
      ...{ 'wsrep-cluster-address': `gcomm://${others}`, 'wsrep-node-address': at(1), 'wsrep-sst-method': 'rsync' },
      ...{ 'wsrep-sst-receive-address': at(2), 'wsrep-provider-options': provider.join(';') },
      ...this.more,
    };
    serverIds.set(this.portOf(node), this.starts);
    const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    const output = openSync(this.logOf(node), 'a');
    const child = spawn('mariadbd', ['--no-defaults', '--skip-name-resolve', ...this.user(), ...given], {
      stdio: ['ignore', output, output],
    });
    this.running.set(node, child);
  }

  /** What an operator does when no node is of a majority any more, as on a machine too busy for their timeouts: the most recent one begins anew. */
  private async rescue(): Promise<void> {
    const status = await Promise.all(NODES.map((node) => this.statusOf(node)));
    if (status.some((one) => one.get('wsrep_cluster_status') === 'Primary')) return;
    const committed = status.map((one) => Number(one.get('wsrep_last_committed') ?? -1));
    const node = committed.indexOf(Math.max(...committed)) + 1;
    this.counts.rescued++;
    await this.ask(node, "SET GLOBAL wsrep_provider_options = 'pc.bootstrap=YES'");
  }

  private async areAllIn(): Promise<boolean> {
    return (await Promise.all(NODES.map((node) => this.isIn(node)))).every(Boolean);
  }

  /** A node ends itself when the one that brings it up to date goes away: then it is started again, as by systemd. */
  private async isIn(node: number): Promise<boolean> {
    if (hasEnded(this.running.get(node)!)) {
      this.counts.restarted++;
      this.start(node, false);
    }
    const status = await this.statusOf(node);
    return status.get('wsrep_local_state_comment') === 'Synced' && status.get('wsrep_cluster_status') === 'Primary';
  }

  /** Nothing when it does not answer. */
  private async statusOf(node: number): Promise<Map<string, string>> {
    const rows = (await this.ask(node, "SHOW STATUS LIKE 'wsrep%'").catch(() => [])) as RowDataPacket[];
    return new Map(rows.map(({ Variable_name: name, Value: value }) => [name as string, value as string]));
  }

  private async ask(node: number, statement: string): Promise<unknown> {
    const at = { host: '127.0.0.1', port: this.portOf(node), user: 'root', connectTimeout: 2_000 };
    const connection = await createConnection(at);
    connection.on('error', () => undefined);
    try {
      return (await connection.query(statement))[0];
    } finally {
      connection.destroy();
    }
  }
}
