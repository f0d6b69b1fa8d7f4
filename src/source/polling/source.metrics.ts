import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { Metrics } from '../../common/metrics';
import { Config } from '../../config/config';
import { DatabaseGauges } from '../../database/database-gauges';
import { NetworkWatch } from './network-watch';
import { SoftwareSourceRepository } from './software-source.repository';
import { SourceHostRepository } from './source-host.repository';

/** `new` stored something, `unchanged` did not, `failed` has a reason, `skipped` was not fetched or does not count. */
export type PollOutcome = 'new' | 'unchanged' | 'failed' | 'skipped';

/** Labelled by type of source: no ids and no addresses. */
@Injectable()
export class SourceMetrics {
  private readonly polls: Counter<'type' | 'outcome'>;
  private readonly seconds: Histogram<'type'>;

  constructor(
    metrics: Metrics,
    gauges: DatabaseGauges,
    hosts: SourceHostRepository,
    sources: SoftwareSourceRepository,
    config: Config,
    network: NetworkWatch,
  ) {
    const registers = [metrics.registry];
    this.polls = new Counter({
      name: 'source_polls_total',
      help: 'Polls of sources, by type and by what they brought: new, unchanged, failed, skipped.',
      labelNames: ['type', 'outcome'],
      registers,
    });
    this.seconds = new Histogram({
      name: 'source_poll_seconds',
      help: 'Duration of polls of sources, waiting for the host included.',
      labelNames: ['type'],
      buckets: [0.05, 0.2, 0.5, 1, 2, 5, 10, 30, 120],
      registers,
    });
    new Gauge({
      name: 'source_network_missing',
      help: 'Whether this process reaches no source at all: 1 = it has no network.',
      registers,
      collect() {
        this.set(network.missingSince ? 1 : 0);
      },
    });
    gauges.add({
      name: 'source_oldest_due_seconds',
      help: 'For how long the longest due source has been waiting, those of hosts that rest included',
      // With polling switched off, nothing is late.
      select: config.sources !== 'off' ? hosts.selectOldestDue() : '0',
    });
    gauges.add({
      name: 'source_failing',
      help: 'Sources that failed when they were asked last, up to 10,000',
      select: sources.selectFailing(),
    });
  }

  countPoll(type: string, outcome: PollOutcome, seconds: number): void {
    this.polls.inc({ type, outcome });
    this.seconds.observe({ type }, seconds);
  }
}
