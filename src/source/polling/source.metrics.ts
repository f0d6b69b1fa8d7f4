import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { Metrics } from '../../common/metrics';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { DatabaseGauges } from '../../database/database-gauges';
import type { PollOutcome } from './source-poller';

/** Polls by source type; no ids and no addresses. */
@Injectable()
export class SourceMetrics {
  private readonly polls: Counter<'type' | 'outcome'>;
  private readonly seconds: Histogram<'type'>;
  private readonly hooks: Counter<'forge' | 'outcome'>;

  constructor(metrics: Metrics, gauges: DatabaseGauges, database: Database, config: Config) {
    const registers = [metrics.registry];
    this.polls = new Counter({
      name: 'source_polls_total',
      help: 'Polls of sources, by type and by what they brought.',
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
    this.hooks = new Counter({
      name: 'source_hooks_total',
      help: 'Release webhooks that came, by forge and by what they were: news, other, or refused for their signature.',
      labelNames: ['forge', 'outcome'],
      registers,
    });
    const { now, secondsBetween } = database.dialect;
    const oldest = `SELECT MIN(next_at) AS at FROM source_host WHERE next_at <= ${now}`;
    gauges.add({
      name: 'source_oldest_due_seconds',
      help: 'For how long the longest due source has been waiting, those of hosts that rest included',
      // Nobody waits for what nobody is to ask.
      select: config.sourcesEnabled
        ? `SELECT COALESCE(${secondsBetween('at', now)}, 0) FROM (${oldest}) oldest`
        : 'SELECT 0',
    });
    const failing = 'SELECT software_id FROM software_source WHERE failing_since IS NOT NULL LIMIT 10000';
    gauges.add({
      name: 'source_failing',
      help: 'Sources that failed when they were asked last, up to 10,000',
      select: `SELECT COUNT(*) FROM (${failing}) failing`,
    });
  }

  hook(forge: 'github' | 'gitlab', outcome: 'news' | 'other' | 'refused'): void {
    this.hooks.inc({ forge, outcome });
  }

  polled(type: string, outcome: PollOutcome, seconds: number): void {
    this.polls.inc({ type, outcome });
    this.seconds.observe({ type }, seconds);
  }
}
