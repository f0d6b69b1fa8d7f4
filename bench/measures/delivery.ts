import { bareLine, CONNECTIONS, deliverBarely } from '../lib/bare-writes';
import { median } from '../lib/compare';
import { type Address, connect, settled } from '../lib/database';
import { bare, popularity, release, restore, tell } from '../lib/news';
import { type Program, startReceiver, startWorker } from '../lib/programs';
import { times } from '../settings';
import type { Measure, Result, World } from './measure';

/** Of a receiver that answers at once: the bare loop records nothing, so a ratio to it has no aim. */
const PER_SECOND = 1_000;
const BARE_AT_LEAST = 0.5;
const REPLICAS_AT_LEAST = 1.8;
/** As many as one host gets at once from a replica: `SLOTS.destination` of the delivery. */
const AT_ONCE = 8;
const IN_A_ROUND = 5_000;
/** About what the body of a webhook has. */
const BODY = 1_100;
const ROUNDS = 3;
/** Milliseconds of receivers that take their time, as nearly all do. */
const LATENCIES = [2, 5];
/** Milliseconds of one that is not the fastest. */
const LATENCY = 40;
const IN_A_SLOW_ROUND = 800;

/** Webhooks on loopback, every one of them recorded. */
export const delivery: Measure = {
  name: 'delivery',
  title: 'Delivery to webhooks, against a bare loop',
  async run(world) {
    const scene = await Scene.set(world);
    try {
      return [...(await scene.againstBare()), ...(await scene.againstSlower()), await scene.twoReplicas()];
    } finally {
      await scene.end();
    }
  },
};

class Scene {
  private readonly rounds: number;

  private constructor(
    private readonly world: World,
    private readonly workers: Program[],
  ) {
    this.rounds = times(world.settings, ROUNDS);
  }

  /** All favorites of the most popular product have a delivery, and none is due. */
  static async set(world: World): Promise<Scene> {
    const { settings, address } = world;
    const workers = await Promise.all([startWorker(settings.databaseUrl), startWorker(settings.databaseUrl)]);
    await reset(world);
    await release(workers[0]!, settings);
    await tell(workers[0]!, 'check');
    await onDatabase(address, 'UPDATE delivery SET next_at = NULL');
    return new Scene(world, workers);
  }

  async end(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.stop()));
    await reset(this.world);
  }

  async againstBare(): Promise<Result[]> {
    const [worker] = this.workers as [Program];
    const receiver = await startReceiver();
    const count = this.inARound(IN_A_ROUND, (1 + CONNECTIONS.length) * (this.rounds + 1), 1 / 2);
    const what = { url: `${receiver.url}/hook`, count, atOnce: AT_ONCE, body: BODY };
    const rates: { ours: number; bare: number; written: number[] }[] = [];
    try {
      for (let round = 0; round <= this.rounds; round++) {
        const ours = count / (await this.deliver([worker], receiver, count));
        const loop = count / (await bare(worker, what)).seconds;
        const written: number[] = [];
        for (const connections of CONNECTIONS) {
          await this.makeDue(count);
          written.push(await deliverBarely(count)(this.world.address, connections));
        }
        rates.push({ ours, bare: loop, written });
        await fetch(receiver.url);
      }
    } finally {
      await receiver.stop();
    }
    const counted = rates.slice(1); // the first round warms up
    const of = (what: (rate: (typeof rates)[number]) => number) => median(counted.map(what));
    const ratio = of(({ ours, bare }) => ours / bare);
    const perSecond = (what: 'ours' | 'bare') => of((rate) => rate[what]).toFixed(0);
    return [
      {
        what: `${count.toLocaleString('en')} webhooks, ${AT_ONCE} at once to one host`,
        aim: `≥ ${PER_SECOND.toLocaleString('en')} a second`,
        measured: `**${perSecond('ours')}** (${ratio.toFixed(2)} of ${perSecond('bare')} by the bare loop)`,
        holds: of((rate) => rate.ours) >= PER_SECOND,
      },
      bareLine(
        'of the same rows by bare statements, and nothing sent',
        counted.map(({ ours }) => ours),
        CONNECTIONS.map((_, place) => counted.map(({ written }) => written[place]!)),
      ),
      {
        what: 'the bare loop, and then the same rows by bare statements on two connections: each keeps two processors busy',
        aim: '',
        measured: `**${of(({ bare: loop, written }) => 1 / (1 + loop / written.at(-1)!)).toFixed(2)}** of the bare loop`,
        holds: null,
      },
    ];
  }

  /** The same requests to receivers that take some time: the bare loop waits for them too. */
  async againstSlower(): Promise<Result[]> {
    const results: Result[] = [];
    for (const latency of LATENCIES) {
      const [worker] = this.workers as [Program];
      const receiver = await startReceiver(latency);
      const count = this.inARound(IN_A_ROUND, LATENCIES.length * (this.rounds + 1), 1 / 4);
      const what = { url: `${receiver.url}/hook`, count, atOnce: AT_ONCE, body: BODY };
      const rates: { ours: number; bare: number }[] = [];
      try {
        for (let round = 0; round <= this.rounds; round++) {
          const ours = count / (await this.deliver([worker], receiver, count));
          const loop = count / (await bare(worker, what)).seconds;
          if (round > 0) rates.push({ ours, bare: loop }); // the first one warms up
          await fetch(receiver.url);
        }
      } finally {
        await receiver.stop();
      }
      const ratio = median(rates.map(({ ours, bare }) => ours / bare));
      const perSecond = (what: 'ours' | 'bare') => median(rates.map((rate) => rate[what])).toFixed(0);
      results.push({
        what: `a receiver that takes ${latency} ms, ${AT_ONCE} at once`,
        aim: `≥ ${BARE_AT_LEAST} of the bare loop`,
        measured: `**${ratio.toFixed(2)}** (${perSecond('ours')} of ${perSecond('bare')} a second)`,
        holds: ratio >= BARE_AT_LEAST,
      });
    }
    return results;
  }

  async twoReplicas(): Promise<Result> {
    const receiver = await startReceiver(LATENCY);
    const count = this.inARound(IN_A_SLOW_ROUND, this.rounds * 3, 1 / 4);
    const ratios: number[] = [];
    const rates: number[] = [];
    try {
      for (let round = 0; round < this.rounds; round++) {
        const one = count / (await this.deliver(this.workers.slice(0, 1), receiver, count));
        const two = (2 * count) / (await this.deliver(this.workers, receiver, 2 * count));
        ratios.push(two / one);
        rates.push(one);
      }
    } finally {
      await receiver.stop();
    }
    const ratio = median(ratios);
    return {
      what: `two replicas against one, a receiver that takes ${LATENCY} ms`,
      aim: `≥ ${REPLICAS_AT_LEAST} ×`,
      measured: `**${ratio.toFixed(2)}** (one: ${median(rates).toFixed(0)} a second)`,
      holds: ratio >= REPLICAS_AT_LEAST,
    };
  }

  /** No delivery is sent twice: the parts share what there is. */
  private inARound(wanted: number, rounds: number, share: number): number {
    return Math.min(wanted, Math.floor((popularity(this.world.settings.sizes) * share) / rounds));
  }

  private makeDue(count: number): Promise<void> {
    return onDatabase(
      this.world.address,
      `UPDATE delivery SET next_at = UTC_TIMESTAMP(6) WHERE state = 'queued' AND next_at IS NULL LIMIT ${count}`,
    );
  }

  /** @returns seconds, until all of them are recorded */
  private async deliver(workers: Program[], receiver: Program, count: number): Promise<number> {
    await this.makeDue(count);
    await settled(this.world.address);
    const start = performance.now();
    const done = await Promise.all(workers.map((worker) => tell(worker, 'deliver')));
    const seconds = (performance.now() - start) / 1_000;
    const sent = done.reduce((sum, { summary }) => sum + (summary as { sent: number }).sent, 0);
    const received = (await (await fetch(receiver.url)).json()) as { requests: number; different: number };
    if (sent !== count || received.requests !== count || received.different !== count)
      throw new Error(`${count} were due: ${JSON.stringify({ sent, received })}`);
    return seconds;
  }
}

const reset = ({ address }: World) => restore(address);

async function onDatabase(address: Address, statement: string): Promise<void> {
  const connection = await connect(address);
  await connection.query(statement);
  await connection.end();
}
