import { Injectable } from '@nestjs/common';
import { DatabaseGauges } from '../../database/database-gauges';
import { RiskRepository, VULNERABLE_LEVELS } from '../store/risk.repository';

@Injectable()
export class RiskMetrics {
  constructor(gauges: DatabaseGauges, risks: RiskRepository) {
    gauges.addGrouped({
      name: 'favorites_vulnerable',
      help: 'Favorites whose version in use has a vulnerability that nobody has decided about, by the worst of them',
      select: risks.selectVulnerable(),
      label: 'severity',
      values: VULNERABLE_LEVELS,
    });
  }
}
