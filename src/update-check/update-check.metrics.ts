import { Injectable } from '@nestjs/common';
import { DatabaseGauges } from '../database/database-gauges';
import { UpdateCheckRepository } from './update-check.repository';

/** How far the update check is behind: marks of products that changed, reminders, and policies that become due by themselves. */
@Injectable()
export class UpdateCheckMetrics {
  constructor({ oldestDueSeconds, softwareDue }: UpdateCheckRepository, gauges: DatabaseGauges) {
    gauges.add({
      name: 'update_check_oldest_due_seconds',
      help: 'For how long the oldest mark, reminder or policy that is due has been waiting for a check',
      select: oldestDueSeconds,
    });
    gauges.add({
      name: 'update_check_software_due',
      help: 'Software whose versions changed and that no check has taken up yet, up to 10,000',
      select: softwareDue,
    });
  }
}
