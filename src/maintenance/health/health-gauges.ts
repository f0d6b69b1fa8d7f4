import { Injectable } from '@nestjs/common';
import { forScrapes, Metrics } from '../../common/metrics';
import { WriteProbe } from '../../database/write-probe';
import { HealthService } from './health.service';

/** The result of `/health/ready`, for Prometheus. */
@Injectable()
export class HealthGauges {
  constructor(
    private readonly metrics: Metrics,
    health: HealthService,
    writes: WriteProbe,
  ) {
    this.gauge('ready', 'Whether this process should receive requests: 1 when /health/ready is 200, else 0.', () =>
      health.isReady(),
    );
    this.gauge(
      'database_writable',
      'Whether this process can write to the database: 0 when it is full, read-only or away.',
      async () => (await writes.failure()) === null,
    );
  }

  private gauge(name: string, help: string, isSo: () => Promise<boolean>): void {
    const ask = forScrapes(() => isSo().catch(() => false), false);
    this.metrics.gauge(name, help, async () => ((await ask()) ? 1 : 0));
  }
}
