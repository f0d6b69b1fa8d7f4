import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { Metrics } from '../common/metrics';
import { Database } from '../database/database';
import { DatabaseGauges } from '../database/database-gauges';

/** Deliveries by channel type; no ids and no addresses. */
@Injectable()
export class DeliveryMetrics {
  private readonly outcomes: Counter<'type' | 'outcome'>;
  private readonly seconds: Histogram<'type'>;

  constructor(metrics: Metrics, database: Database, gauges: DatabaseGauges) {
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
    const oldest = `SELECT MIN(next_at) AS at FROM delivery WHERE next_at <= ${now}`;
    gauges.add({
      name: 'notification_oldest_due_seconds',
      help: 'For how long the oldest due delivery has been waiting',
      select: `SELECT COALESCE(${secondsBetween('at', now)}, 0) FROM (${oldest}) oldest`,
    });
    gauges.add({
      name: 'notification_deliveries_due',
      help: 'Deliveries that are due and not claimed, up to 10,000',
      select: `SELECT COUNT(*) FROM (SELECT id FROM delivery WHERE next_at <= ${now} LIMIT 10000) due`,
    });
    gauges.add(serviceMessages(database));
  }

  attempted(type: string, outcome: string, seconds: number): void {
    this.outcomes.inc({ type, outcome });
    this.seconds.observe({ type }, seconds);
  }
}

/** The queues beside the deliveries: mails that ask for consent, notices about channels, messages to the operator. */
function serviceMessages({ dialect: { now, secondsBetween } }: Database) {
  const due = ['confirmation_mail', 'channel_notice', 'operator_report'].map(
    (table) => `SELECT MIN(next_at) AS at FROM ${table} WHERE next_at <= ${now}`,
  );
  const oldest = `SELECT MIN(at) AS at FROM (${due.join(' UNION ALL ')}) due`;
  return {
    name: 'service_messages_oldest_due_seconds',
    help: 'For how long the oldest confirmation mail, notice about a channel or message to the operator has been due',
    select: `SELECT COALESCE(${secondsBetween('at', now)}, 0) FROM (${oldest}) oldest`,
  };
}
