import { Injectable } from '@nestjs/common';
import { stateOf, SupportKind, type SupportState } from '../../version/lifecycle/support';
import { LifecycleService } from '../../version/lifecycle/lifecycle.service';
import { Database } from '../../database/database';
import { RiskRepository } from './risk.repository';
import { type RiskResponse, toRiskResponse } from './risk.response';
import type { FavoriteRow } from './favorite.repository';

/** Says what the risk of favorites is, for `includeRisk`. */
@Injectable()
export class FavoriteRiskService {
  constructor(
    private readonly database: Database,
    private readonly lifecycles: LifecycleService,
    private readonly risks: RiskRepository,
  ) {}

  /** @param rows with the columns of `includeRisk` */
  async of(rows: FavoriteRow[]): Promise<RiskResponse[]> {
    // Few have a day on which their support ends.
    const today = rows.some(({ support }) => support === SupportKind.Dated) ? await this.lifecycles.today() : '';
    const names = new Map<string, string[]>();
    const vulnerable = rows.filter(({ risk_known, lifecycle_id }) => risk_known && lifecycle_id).map(({ id }) => id);
    const found = await this.risks.newestInSeries(this.database, vulnerable, true);
    const newest = new Map(found.map((one) => [one.favorite_id, one]));
    return rows.map((row) =>
      toRiskResponse(row, databasesOf(row, names), supportOf(row, today), row.version, newest.get(row.id)),
    );
  }
}

/** @param read those of other rows: most have the same */
function databasesOf({ risk_known_by: text }: FavoriteRow, read: Map<string, string[]>): string[] {
  if (text == null) return [];
  const known = read.get(text) ?? (JSON.parse(text) as string[]);
  read.set(text, known);
  return known;
}

const supportOf = ({ support, eol_on, extended_until }: FavoriteRow, today: string): SupportState =>
  stateOf(
    { kind: support ?? SupportKind.Unknown, eolOn: eol_on ?? null, extendedUntil: extended_until ?? null },
    today,
  );
