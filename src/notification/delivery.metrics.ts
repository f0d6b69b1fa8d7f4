import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { Metrics } from '../common/metrics';
import { Database } from '../database/database';

/** Deliveries by channel type; no ids and no addresses. */
@Injectable()
export class DeliveryMetrics {
  private readonly outcomes: Counter<'type' | 'outcome'>;
  private readonly seconds: Histogram<'type'>;

  constructor(metrics: Metrics, database: Database) {
    const registers = [metrics.registry];
    this.outcomes = new Counter({
      name: 'notification_attempts_total',
      help: 'Attempts to deliver a notification, by type of channel and outcome.',
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
    const { now, secondsBetween } = database.dialect;
    new Gauge({
      name: 'notification_oldest_due_seconds',
      help: 'For how long the oldest due delivery has been waiting; the same on every replica.',
      registers,
      async collect() {
        const due = `SELECT MIN(next_at) AS at FROM delivery WHERE next_at <= ${now}`;
        const text = `SELECT COALESCE(${secondsBetween('at', now)}, 0) AS total FROM (${due}) oldest`;
        this.set(await database.count({ text, parameters: [] }));
      },
    });
    new Gauge({
      name: 'notification_deliveries_due',
      help: 'Deliveries that are due and not claimed, up to 10,000; the same on every replica.',
      registers,
      async collect() {
        const text = `SELECT COUNT(*) AS total FROM (SELECT id FROM delivery WHERE next_at <= ${now} LIMIT 10000) due`;
        this.set(await database.count({ text, parameters: [] }));
      },
    });
  }

  attempted(type: string, outcome: string, seconds: number): void {
    this.outcomes.inc({ type, outcome });
    this.seconds.observe({ type }, seconds);
  }
}
