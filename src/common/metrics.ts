import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** A scrape waits no longer for an answer: Prometheus itself gives up after ten seconds, and would then get no metric at all. */
const WITHIN_MS = 2_000;

/** The metrics of `GET /metrics`: one registry for each running application. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** A gauge that is read at each scrape, and left out while it has no value. */
  gauge(name: string, help: string, ask: () => Promise<number | undefined>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        const value = await ask();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
}

/**
 * A question that scrapes ask: one at a time, so that they do not pile up on a database that hangs.
 * @param late the answer that a scrape gets after two seconds
 */
export function forScrapes<T>(ask: () => Promise<T>, late: T): () => Promise<T> {
  let asking: Promise<T> | null = null;
  return () => {
    asking ??= ask().finally(() => (asking = null));
    return Promise.race([asking, sleep(WITHIN_MS, late, { ref: false })]);
  };
}
