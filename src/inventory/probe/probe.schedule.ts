import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CoalescingRunner } from '../../common/concurrency/coalescing-runner';
import { Config } from '../../config/config';
import { MigrationState } from '../../database/migration-state';
import { ProbeRepository } from './probe.repository';

const EVERY_MS = 60_000;

/** Finds hosts at which programs are to be asked and which a process of a former version has forgotten. The poller asks them. */
@Injectable()
export class ProbeSchedule {
  private readonly logger = new Logger(ProbeSchedule.name);
  private readonly isOn: boolean;
  private readonly waking = new CoalescingRunner(
    () => this.probes.wakeHosts(),
    (error) => this.logger.error({ msg: 'waking hosts of probes failed', err: error }),
  );

  constructor(
    config: Config,
    private readonly probes: ProbeRepository,
    private readonly migrations: MigrationState,
  ) {
    this.isOn = config.worker && config.sources !== 'off';
  }

  @Interval(EVERY_MS)
  async wake(): Promise<void> {
    if (this.isOn && (await this.migrations.isDone().catch(() => false))) await this.waking.run();
  }
}
