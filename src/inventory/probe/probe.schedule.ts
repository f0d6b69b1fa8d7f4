import { Injectable } from '@nestjs/common';
import { WorkerSchedule } from '../../database/worker-schedule';
import { ProbeRepository } from './probe.repository';

/** Finds hosts at which programs are to be asked and which a process of a former version has forgotten. The poller asks them. */
@Injectable()
export class ProbeSchedule extends WorkerSchedule {
  protected readonly everyMs = 60_000;
  protected readonly failure = { msg: 'waking hosts of probes failed' };

  constructor(private readonly probes: ProbeRepository) {
    super();
  }

  protected override get isOn(): boolean {
    return super.isOn && this.config.sources !== 'off';
  }

  protected pass(): Promise<void> {
    return this.probes.wakeHosts();
  }
}
