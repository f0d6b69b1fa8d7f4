import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Metrics } from '../../common/metrics';
import { VERSION } from '../../common/version';
import { Config } from '../../config/config';

/** Versions as labels of a gauge that is always 1, so that other metrics can be joined with it. */
@Injectable()
export class BuildInfo {
  constructor(metrics: Metrics, config: Config) {
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
      registers: [metrics.registry],
    }).set(labels, 1);
  }
}
