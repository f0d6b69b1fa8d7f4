import { Injectable } from '@nestjs/common';
import { stateOf, SupportKind, type SupportState } from '../../lifecycle/support';
import { LifecycleService } from '../../lifecycle/lifecycle.service';
import { type RiskResponse, toRiskResponse } from './risk.response';
import type { FavoriteRow } from './favorite.repository';
import { RiskRepository } from './risk.repository';

/** Says what the risk of favorites is, for `includeRisk`. */
@Injectable()
export class FavoriteRiskService {
  constructor(
    private readonly risks: RiskRepository,
    private readonly lifecycles: LifecycleService,
  ) {}

  /** @param rows with the columns of `includeRisk` */
  async of(rows: FavoriteRow[]): Promise<RiskResponse[]> {
    if (rows.length === 0) return [];
    const by = await this.risks.assessedBy(rows.map(({ software_id }) => software_id));
    const today = await this.lifecycles.today();
    return rows.map((row) => toRiskResponse(row, by.get(row.software_id) ?? null, supportOf(row, today)));
  }
}

const supportOf = ({ support, eol_on, extended_until }: FavoriteRow, today: string): SupportState =>
  stateOf(
    { kind: support ?? SupportKind.Unknown, eolOn: eol_on ?? null, extendedUntil: extended_until ?? null },
    today,
  );
