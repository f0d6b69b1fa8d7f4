import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseAddress } from '../../src/config/database-url';
import type { TestApp } from '../setup/app';
import { eventually } from '../setup/eventually';
import { killAll, start } from '../setup/process';
import type { Random } from '../setup/random';
import { Audit, nameOf } from './audit';
import { assemble, type Cast, shapeFor } from './cast';
import type { Nodes } from './nodes';
import { type Trap, Ways } from './proxy';
import { Receivers } from './receivers';
import { isKilled, isTroubled, lacksNode, type Life, Replica, wasTroubled } from './replica';

/** Statements at which it hurts to be interrupted. */
const FRAGMENTS = [
  ...[
    'UPDATE update_mark',
    'UPDATE favorite',
    'INSERT INTO notification',
    'INSERT INTO delivery',
    'DELETE FROM update_mark',
  ],
  ...['UPDATE delivery SET claim_id', 'INSERT INTO delivery_attempt', 'UPDATE delivery SET state', 'UPDATE channel'],
  ...['INSERT INTO system_message', 'UPDATE system_message', 'DELETE FROM system_message'],
  ...['notified_version_id =', 'COMMIT', 'COMMIT', 'COMMIT'],
];
const IMPORT_FRAGMENTS = ['INSERT INTO version', 'UPDATE software', 'INSERT INTO update_mark', 'COMMIT', 'SELECT'];

/** Milliseconds: a claim that nobody ended although nothing was wrong with its process. */
const STUCK = 150_000;
/** Milliseconds in which a process that was in trouble and is well again has ended all claims that it knows of. */
const RECOVERY = 20_000;
/** The same while a node of a cluster is away, and longer than anybody takes to find another one. */
const NODE_RECOVERY = 40_000;
/** That the lease of a process ends while it is in trouble, each time that time is made to pass. */
const LAPSE = 0.1;

/** Milliseconds of trouble at most for each delivery: on a slow machine a short run must stay one. */
const TROUBLE = 500;

/** Something that was so from one moment to another; `to` is null for ever. */
export interface Span {
  from: number;
  to: number | null;
}

/** Replicas, receivers and what is done to them, for one seed. */
export class Scene {
  readonly lives = new Map<number, Life>();
  readonly receivers: Receivers;
  readonly audit: Audit;
  readonly replicas: Replica[] = [];
  /** By channel: when it was off. */
  readonly off = new Map<string, Span>();
  /** By `software label`: when it was withdrawn. */
  readonly withdrawn = new Map<string, Span>();
  /** Favorites that were deleted with everything that hangs on them, and when. */
  readonly deleted = new Map<string, number>();
  /** By `nameOf`: claims whose lease ended while their process was in trouble. */
  readonly lapsedInTrouble = new Set<string>();
  readonly problems: string[] = [];
  cast!: Cast;
  importKills = 0;
  private over = false;

  constructor(
    private readonly test: TestApp,
    private readonly random: Random,
    private readonly deliveries: number,
    private readonly crowd: boolean,
    private readonly nodes: Nodes | null = null,
    /** Each replica prefers another node, as where they cannot all reach the first one. */
    private readonly isApart = false,
  ) {
    this.receivers = new Receivers(random);
    this.audit = new Audit(test.database, nodes !== null);
  }

  /** Everything from the first release to the last delivery. */
  async play(replicas: number): Promise<void> {
    const shape = shapeFor(this.deliveries, this.crowd, this.nodes !== null);
    await this.receivers.listen(4);
    this.cast = await assemble(this.test, this.receivers, shape, this.random);
    await this.audit.install();
    for (let number = 0; number < replicas; number++) {
      const replica = new Replica(number, this.isApart ? this.apart(number) : this.test.config.database, this.lives);
      this.replicas.push(replica);
      await replica.open(this.environment);
    }
    await eventually(() => this.replicas.every(({ ready }) => ready), 150_000);
    this.receivers.onAccepted = () => this.killOne();
    const trouble = this.makeTrouble();
    const ofNodes = this.nodes?.makeTrouble(this.random, () => this.lack());
    const time = this.makeTimePass();
    try {
      for (let round = 1; round <= shape.rounds; round++) await this.playRound(round, shape.rounds);
      // Under fire for as long as it takes to deliver most of it, but not for ever.
      await this.until(
        '',
        Math.min(30_000, this.deliveries * 200),
        async () => (await this.open()) * 10 < this.deliveries,
      ).catch(() => undefined);
    } finally {
      this.over = true;
      this.nodes?.end();
      await trouble;
      await ofNodes;
      this.heal();
    }
    await this.until('everything has ended', 180_000, async () => (await this.open()) + (await this.marks()) === 0);
    await this.end();
    await time;
  }

  /** Nothing is left running, whatever happened. */
  async close(): Promise<void> {
    this.over = true;
    this.heal();
    await Promise.all(this.replicas.map((replica) => replica.abandon()));
    await killAll();
    await this.receivers.close();
  }

  private apart(number: number): DatabaseAddress {
    const { database } = this.test.config;
    const hosts = database.hosts!;
    const first = number % hosts.length;
    return { ...database, hosts: [...hosts.slice(first), ...hosts.slice(0, first)] };
  }

  private get environment(): Record<string, string> {
    return {
      ...{
        DATA_DIR: this.test.config.dataDir,
        SECRET_KEY: this.test.config.secretKey,
      },
      ...{ PORT: '0', LOG_LEVEL: 'error', CHECK_EVERY: '1s', OUTBOUND_ALLOW: '127.0.0.0/8', SEED_CATALOGUE: 'false' },
      TRUST_EMAIL_ADDRESSES: 'true',
    };
  }

  /** While something is wrong with a node, all replicas may be in trouble. */
  private lack(): () => void {
    const ends = this.replicas.map((replica) => replica.lack());
    return () => ends.forEach((end) => end());
  }

  private heal(): void {
    this.receivers.onAccepted = () => undefined;
    this.receivers.healed = true;
    for (const replica of this.replicas) replica.heal();
  }

  /** They end when they are asked to, once they are up. */
  private async end(): Promise<void> {
    await this.until('all replicas are up', 150_000, () => this.replicas.every(({ ready }) => ready));
    const ends = await Promise.all(this.replicas.map((replica) => replica.close()));
    this.problems.push(...ends.filter(Boolean), ...this.replicas.flatMap(({ deaths }) => deaths));
  }

  /** New versions of all products; the round ends when every favorite was looked at. */
  private async playRound(round: number, rounds: number): Promise<void> {
    if (this.random.chance(0.3)) await this.putBack();
    for (const { labels } of this.cast.products) labels.push(String(round));
    const moving = this.random.chance(0.5) ? this.moveSome() : Promise.resolve();
    await this.import(this.cast.products.map(({ record }) => ({ ...record, versions: [{ version: String(round) }] })));
    await this.until(`round ${round} was looked at`, 300_000, async () => (await this.marks()) === 0);
    await moving;
    await this.putBack();
    if (round === Math.ceil(rounds / 2)) {
      await this.breakChannels();
      await this.deleteSome();
    }
    if (round < rounds && this.random.chance(0.5)) await this.withdraw(round);
  }

  /** Versions that were withdrawn: a higher one may have come meanwhile, or not. */
  private async putBack(): Promise<void> {
    for (const [key, span] of this.withdrawn) {
      if (span.to !== null) continue;
      const [software, version] = key.split(' ') as [string, string];
      span.to = Date.now();
      await this.import([{ ...this.cast.products[Number(software)]!.record, versions: [{ version }] }]);
    }
  }

  private async withdraw(round: number): Promise<void> {
    const software = this.random.whole(0, this.cast.products.length - 1);
    const removed = { version: String(round), removed_at: '2026-01-01' };
    await this.import([{ ...this.cast.products[software]!.record, versions: [removed] }]);
    this.withdrawn.set(`${software} ${round}`, { from: Date.now(), to: null });
  }

  /** One is switched off by its owner, the other one's receiver says that it is gone. */
  private async breakChannels(): Promise<void> {
    const [first, second] = this.cast.doomed;
    if (second) this.receivers.takeDown(second);
    if (!first) return;
    const user = this.cast.channels.findIndex((channels) => channels.includes(first));
    const off = () => this.cast.agents[user]!.patch(`/api/v1/channel/${first}`).send({ enabled: false });
    await eventually(async () => (await off()).status === 200);
    this.off.set(first, { from: Date.now(), to: null });
  }

  /** While a message about it is under way, if there is one. */
  private async deleteSome(): Promise<void> {
    const underWay = await eventually(() =>
      this.test.database.query<{ favorite_id: string }>(
        `SELECT DISTINCT n.favorite_id FROM delivery d JOIN notification n ON n.id = d.notification_id
         WHERE d.claim_id IS NOT NULL LIMIT 2`,
      ),
    );
    const someone = { favorite_id: this.random.one(this.cast.trackers).favoriteId };
    for (const { favorite_id: id } of underWay.length > 0 ? underWay : [someone]) {
      const { user } = this.cast.trackers.find(({ favoriteId }) => favoriteId === id)!;
      const remove = () => this.cast.agents[user]!.delete(`/api/v1/favorite/${id}`);
      await eventually(async () => [204, 404].includes((await remove()).status));
      this.deleted.set(id, Date.now());
    }
  }

  private async moveSome(): Promise<void> {
    for (const { favoriteId, user } of this.random
      .shuffled(this.cast.trackers.filter(({ moves, favoriteId }) => moves && !this.deleted.has(favoriteId)))
      .slice(0, 5)) {
      await pause(this.random.whole(0, 300));
      const move = () => this.cast.agents[user]!.post(`/api/v1/favorite/${favoriteId}/update-to-latest-version`);
      await eventually(async () => (await move()).status === 200);
    }
  }

  /** Until it went through: by the command line, which may be killed, through a replica, or from here. */
  private async import(records: object[]): Promise<void> {
    const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    for (let attempt = 0; ; attempt++) {
      const way = attempt > 3 ? 'here' : this.random.one(['command line', 'command line', 'replica', 'here']);
      if (way === 'here') return void (await eventually(() => this.test.import(...records)));
      const done = way === 'replica' ? await this.upload(lines) : await this.runImport(lines);
      if (done) return;
    }
  }

  private async upload(lines: string): Promise<boolean> {
    const url = this.random.one(this.replicas).url;
    if (url === null) return false;
    const token = await this.test.token('importer', ['catalogue:write']);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
    const signal = AbortSignal.timeout(10_000);
    const send = fetch(`${url}/api/v1/catalogue`, { method: 'POST', headers, body: lines, signal });
    return send.then(
      ({ ok }) => ok,
      () => false,
    );
  }

  private async runImport(lines: string): Promise<boolean> {
    const proxy = new Ways(this.test.config.database, () => undefined);
    const { child, finished } = start(
      'cli',
      ['catalogue', 'import', '-'],
      { ...this.environment, DATABASE_URL: await proxy.listen() },
      lines,
    );
    if (this.random.chance(0.6))
      proxy.set({
        fragment: this.random.one(IMPORT_FRAGMENTS),
        when: this.random.one(['before', 'after']),
        spring: () => {
          if (this.random.chance(0.3)) return proxy.cut();
          this.importKills++;
          child.kill('SIGKILL');
        },
      });
    const { code } = await finished;
    await proxy.close();
    return code === 0;
  }

  /** Now and then something happens to somebody. The times between are part of the test, not a wait for anything. */
  private async makeTrouble(): Promise<void> {
    const end = performance.now() + this.deliveries * TROUBLE;
    while (!this.over && performance.now() < end) {
      await pause(this.random.whole(100, 500));
      const replica = this.random.one(this.replicas);
      const dice = this.random.next();
      if (dice < 0.08) this.killOne();
      else if (dice < 0.6) replica.trap(this.someTrap(replica));
      else if (dice < 0.75) replica.stop(this.random.whole(200, 3_000));
      else if (dice < 0.9) replica.cut(this.random.whole(0, 1_500));
      else replica.hush(this.random.whole(300, 2_500), this.random.chance(0.5));
    }
  }

  private someTrap(replica: Replica): Trap {
    const act = this.random.one(['kill', 'cut', 'cut', 'stop', 'hush']);
    return {
      fragment: this.random.one(FRAGMENTS),
      // What is held back before the database has it is lost, which is not what standing still does.
      when: act === 'stop' ? 'after' : this.random.one(['before', 'after']),
      spring: () => {
        if (act === 'kill' && this.canSpare(replica)) replica.kill();
        else if (act === 'stop') replica.stop(this.random.whole(500, 3_000));
        else if (act === 'hush') replica.hush(this.random.whole(500, 2_500), false);
        else replica.cut(this.random.whole(0, 500));
      },
    };
  }

  private killOne(): void {
    const replica = this.random.one(this.replicas);
    if (this.canSpare(replica)) replica.kill();
  }

  /** Somebody has to go on, or a run takes for ever. */
  private canSpare(replica: Replica): boolean {
    return this.replicas.some((other) => other !== replica && other.ready);
  }

  /** Days of retries and minutes of leases pass in no time; leases only of those who were in trouble. */
  private async makeTimePass(): Promise<void> {
    while (this.replicas.some(({ closed }) => !closed)) {
      await pause(200);
      await this.passTime().catch(() => undefined); // in each other's way for once: the next pass does it
    }
  }

  private async passTime(): Promise<void> {
    const { database } = this.test;
    const { now, nowPlus } = database.dialect;
    await database.execute(`UPDATE channel SET blocked_until = NULL WHERE blocked_until IS NOT NULL`);
    await database.execute(`UPDATE delivery SET next_at = ${now} WHERE claim_id IS NULL AND next_at > ${now}`);
    await database.execute(`UPDATE system_message SET next_at = ${now} WHERE next_at > ${now} AND claim_id IS NULL`);
    // Claimed eight seconds ago or more.
    await database.execute(
      `UPDATE system_message SET next_at = ${now} WHERE claim_id IS NOT NULL AND next_at > ${now} AND next_at < ${nowPlus}`,
      [172],
    );
    // A check that is older than three seconds has been under way for two minutes.
    for (const table of ['update_mark', 'update_part'])
      await database.execute(
        `UPDATE ${table} SET next_at = ${now} WHERE claim_id IS NOT NULL AND next_at > ${now} AND next_at < ${nowPlus}`,
        [117],
      );
    for (const { delivery_id, claim_id, connection, ms } of await this.audit.held())
      if (this.mayLapse(Number(connection), Number(ms), nameOf(delivery_id, claim_id)))
        await database.execute(
          `UPDATE delivery SET next_at = ${now} WHERE id = ? AND claim_id = ? AND next_at > ${now}`,
          [delivery_id, claim_id],
        );
  }

  /** Three minutes of a process that is dead, suspended or cut off, or that does not know what it claimed. */
  private mayLapse(connection: number, claimedAt: number, claim: string): boolean {
    const life = this.lives.get(connection);
    const now = Date.now();
    if (!life) return false;
    if (isKilled(life)) return true;
    if (isTroubled(life)) {
      if (!this.random.chance(LAPSE)) return false;
      this.lapsedInTrouble.add(claim);
      return true;
    }
    // It has sent and recorded by then, whatever node it has to turn to.
    if (lacksNode(life)) {
      if (now - claimedAt > NODE_RECOVERY) this.lapsedInTrouble.add(claim);
      return now - claimedAt > NODE_RECOVERY;
    }
    if (wasTroubled(life, claimedAt, now)) return !wasTroubled(life, now - RECOVERY, now);
    if (now - claimedAt < STUCK) return false;
    this.problems.push(`${claim} was held for a minute by a process that was well`);
    return true;
  }

  /** Messages that have not come to their end. */
  private open(): Promise<number> {
    return this.test.database.count({
      text: `SELECT (SELECT COUNT(*) FROM delivery WHERE state = 'queued') + (SELECT COUNT(*) FROM system_message WHERE kind = 'notice') AS total`,
      parameters: [],
    });
  }

  private marks(): Promise<number> {
    return this.test.database.count({ text: 'SELECT COUNT(*) AS total FROM update_mark', parameters: [] });
  }

  private async until(what: string, ms: number, check: () => boolean | Promise<boolean>): Promise<void> {
    try {
      await eventually(check, ms);
    } catch (error) {
      throw new Error(`it never came about that ${what}: ${(error as Error).message}`);
    }
  }
}
