import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { Metrics } from '../../common/metrics';
import { DatabaseGauges } from '../../database/database-gauges';
import { DeliveryStatisticsRepository } from './delivery-statistics.repository';

/** Deliveries by channel type; no ids and no addresses. */
@Injectable()
export class DeliveryMetrics {
  private readonly outcomes: Counter<'type' | 'outcome'>;
  private readonly seconds: Histogram<'type'>;

  constructor(metrics: Metrics, statistics: DeliveryStatisticsRepository, gauges: DatabaseGauges) {
    const registers = [metrics.registry];
    this.outcomes = new Counter({
      name: 'notification_attempts_total',
      help: 'Attempts to deliver a notification, by type of channel and outcome: ok, retry, dead, disable.',
      labelNames: ['type', 'outcome'],
      registers,
    });
    this.seconds = new Histogram({
      name: 'notification_attempt_seconds',
      help: 'Duration of attempts to deliver a notification.',
      labelNames: ['type'],
      buckets: [0.05, 0.2, 0.5, 1, 2, 5, 10, 20, 60],
      registers,
    });
    for (const gauge of statistics.gauges()) gauges.add(gauge);
  }

  attempted(type: string, outcome: string, seconds: number): void {
    this.outcomes.inc({ type, outcome });
    this.seconds.observe({ type }, seconds);
  }
}
