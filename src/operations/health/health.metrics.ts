import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { forScrapes, Metrics } from '../../common/metrics';
import { Plugins } from '../../common/plugin/plugins';
import { VERSION } from '../../common/version';
import { Config } from '../../config/config';
import { WriteProbe } from '../../database/write-probe';
import { HealthService } from './health.service';

@Injectable()
export class HealthMetrics {
  constructor(metrics: Metrics, plugins: Plugins, config: Config, health: HealthService, writes: WriteProbe) {
    const gauge = (name: string, help: string, isSo: () => Promise<boolean>) => {
      const ask = forScrapes(() => isSo().catch(() => false), false);
      metrics.gauge(name, help, async () => ((await ask()) ? 1 : 0));
    };
    gauge('ready', 'Whether this process should receive requests: 1 when /health/ready is 200, else 0.', () =>
      health.isReady(),
    );
    gauge(
      'database_writable',
      'Whether this process can write to the database: 0 when it is full, read-only or away.',
      async () => (await writes.failure()) === null,
    );
    tellBuild(metrics, config);
    if (plugins.loaded.length > 0) tellPlugins(metrics, plugins);
  }
}

/** Versions as labels of a gauge that is always 1, so that other metrics can be joined with it. */
function tellBuild({ registry }: Metrics, config: Config): void {
  const labels = {
    version: VERSION,
    commit: config.buildCommit ?? '',
    node: process.version,
    database: config.database.kind,
  };
  new Gauge({
    name: 'software_update_tracker_build_info',
    help: 'Always 1: the version and commit of the service, the version of Node.js, and the kind of database.',
    labelNames: Object.keys(labels),
    registers: [registry],
  }).set(labels, 1);
}

/** Which types are of which plug-in, so that other metrics can be joined with it, and how often a plug-in has failed. */
function tellPlugins({ registry }: Metrics, { loaded }: Plugins): void {
  const types = new Gauge({
    name: 'plugin_types',
    help: 'Always 1: a type of channel or source, and the plug-in that brought it.',
    labelNames: ['plugin', 'version', 'kind', 'type'],
    registers: [registry],
  });
  for (const { name: plugin, version, channels, sources } of loaded) {
    for (const { type } of channels) types.set({ plugin, version, kind: 'channel', type }, 1);
    for (const { type } of sources) types.set({ plugin, version, kind: 'source', type }, 1);
  }
  new Counter({
    name: 'plugin_failures_total',
    help: 'Calls of a plug-in that failed by a fault of its own.',
    labelNames: ['plugin'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { name: plugin, state } of loaded) this.inc({ plugin }, state.failures);
    },
  });
}
