import { Injectable } from '@nestjs/common';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import { type AdvisoryLevel, DEFAULT_LEVEL } from './risk';
import type { DueAlert } from './alert';
import { nextRiskAlert } from './risk-alert';
import { RiskRepository } from './risk.repository';
import { daysAfter } from './support.sql';
import { type Exposure, RiskService } from './risk.service';

/** What is due for a favorite, and the day (`YYYY-MM-DD`) on which to look again; null = not before something changes. */
interface DueRisk {
  alert: DueAlert | null;
  next: string | null;
}

/** Decides which favorites get an alert about vulnerabilities. */
@Injectable()
export class RiskAlertService {
  constructor(
    private readonly risks: RiskRepository,
    private readonly exposures: RiskService,
  ) {}

  /**
   * For locked favorites whose alerts are due. Their risk is corrected too: the last day of a triage may be over.
   * @param alreadyNotified subjects of earlier alerts, by favorite
   */
  async due(
    sql: Sql,
    ids: string[],
    alreadyNotified: Map<string, string[]>,
    now: UtcTimestamp,
  ): Promise<Map<string, DueRisk>> {
    const exposures = await this.exposures.correct(sql, ids, now);
    if (exposures.length === 0) return new Map();
    const concerned = exposures.map(({ favorite }) => favorite.id);
    const levels = await this.risks.levels(sql, concerned);
    const told = await this.risks.told(sql, concerned);
    const today = now.slice(0, 10);
    return new Map(
      exposures.map((exposure) => {
        const { id, seen_at, created_at } = exposure.favorite;
        const level = (levels.get(id) as AdvisoryLevel | undefined) ?? DEFAULT_LEVEL;
        const { alert, isPutOff } = nextRiskAlert(
          {
            favoriteId: id,
            findings: exposure.findings,
            triages: exposure.triages,
            level,
            seenAt: seen_at ?? created_at,
            told,
            alreadyNotified: alreadyNotified.get(id) ?? [],
          },
          today,
        );
        return [id, { alert, next: isPutOff ? daysAfter(today, 1) : endOfTriage(exposure, today) }];
      }),
    );
  }

  /** After the alerts were written, in their transaction. */
  told(sql: Sql, alerts: DueAlert[]): Promise<void> {
    return this.risks.addTold(sql, alerts);
  }
}

/** The day after the last one of the triage that ends next. */
function endOfTriage({ triages }: Exposure, today: string): string | null {
  const ends = [...triages.values()].flatMap(({ until }) => (until !== null && until >= today ? [until] : []));
  return ends.length === 0
    ? null
    : daysAfter(
        ends.reduce((first, end) => (end < first ? end : first)),
        1,
      );
}
