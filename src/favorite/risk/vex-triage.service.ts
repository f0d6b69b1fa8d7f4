import { Injectable } from '@nestjs/common';
import { RecordProblem } from '../../advisory/matching/fields';
import { readVex } from '../../advisory/vex/read-vex';
import type { VexDocument } from '../../advisory/vex/statement';
import type { UserActor } from '../../common/identity/actor';
import { groupBy } from '../../common/list/nested';
import { Problem } from '../../common/problem/problem';
import { Database, type Sql } from '../../database/database';
import { OrderingRepository } from '../../version/ordering.repository';
import { orderingOf } from '../../version/ordering-settings';
import { RiskService } from '../store/risk.service';
import { type NamedFavorite, RunningRepository } from '../store/running.repository';
import { TriageRepository } from '../store/triage.repository';
import type { ApplyVexDto, VexOutcome } from './dto/vex.dto';
import { LISTED_AT_MOST } from './dto/vex.dto';
import { TriageService } from './triage.service';
import { type Decisions, decisionsIn, keyOf, type KnownFavorite, type StatedDecision } from './vex-decisions';

/** Applies documents as decisions about the caller's own favorites. */
@Injectable()
export class VexTriageService {
  constructor(
    private readonly database: Database,
    private readonly running: RunningRepository,
    private readonly orderings: OrderingRepository,
    private readonly risks: RiskService,
    private readonly triages: TriageRepository,
    private readonly triage: TriageService,
  ) {}

  /**
   * One transaction for each favorite: after an error, the same again does the rest.
   * @throws Problem invalid-body, limit-reached
   */
  async apply(caller: UserActor, { document: given, dry_run: isDryRun = false }: ApplyVexDto): Promise<VexOutcome> {
    const document = await read(given);
    const known = await this.database.transaction((sql) => this.favorites(sql, caller.userId, document));
    const decisions = decisionsIn(document, known);
    const news = await this.news(decisions.decided);
    if (!isDryRun)
      for (const [id, list] of groupBy(news, ({ favorite }) => favorite.favorite_id)) {
        const plain = list.map(({ vulnerability, state, reason }) => ({ vulnerability, state, reason }));
        await this.triage.writeAll(caller, id, plain, { document: document.id.slice(0, 255) });
      }
    return toOutcome(isDryRun, document, decisions, news);
  }

  /** The caller's favorites that the document names, by the keys of their products. */
  private async favorites(sql: Sql, userId: string, document: VexDocument): Promise<Map<string, KnownFavorite[]>> {
    const keys = document.statements.flatMap(({ products }) => products.map(({ key }) => key));
    const named: NamedFavorite[] = [];
    for (const [type, list] of groupBy(keys, (key) => key.type))
      named.push(
        ...(await this.running.named(
          sql,
          userId,
          type,
          list.map(({ value }) => value),
        )),
      );
    const softwareIds = [...new Set(named.map(({ software_id }) => software_id))];
    const orderings = new Map((await this.orderings.findProducts(sql, softwareIds)).map((row) => [row.id, row]));
    const findings = await this.findings(sql, named);
    const favorites = named.map((favorite): KnownFavorite => ({
      favorite,
      ordering: orderingOf(orderings.get(favorite.software_id)!),
      findings: findings.get(favorite.version_id) ?? new Map(),
    }));
    return groupBy(favorites, ({ favorite }) => keyOf(favorite));
  }

  /** Names of vulnerabilities by the ids of their records, by version. */
  private async findings(sql: Sql, named: NamedFavorite[]): Promise<Map<string, Map<string, string>>> {
    const versions = named.map(({ software_id, version_id }) => ({ software_id, id: version_id }));
    const found = await this.risks.findings(sql, versions);
    const names = [...found.values()].flat().map(({ vulnerability }) => vulnerability);
    const records = groupBy(await this.running.recordIds(sql, names), ({ vulnerability }) => vulnerability);
    return new Map(
      [...found].map(([version, list]) => [
        version,
        new Map(
          list.flatMap(({ vulnerability: name }) =>
            [name, ...(records.get(name) ?? []).map(({ record }) => record)].map((id) => [id, name] as const),
          ),
        ),
      ]),
    );
  }

  /** Those that are not decided so already. */
  private async news(decided: StatedDecision[]): Promise<StatedDecision[]> {
    const news: StatedDecision[] = [];
    for (const [id, list] of groupBy(decided, ({ favorite }) => favorite.favorite_id)) {
      const there = await this.triages.find(id);
      news.push(
        ...list.filter(({ vulnerability, state, reason }) => {
          const before = there.get(vulnerability);
          return before?.state !== state || before.reason !== reason || before.until !== null || before.needsReview;
        }),
      );
    }
    return news;
  }
}

/** @throws Problem invalid-body */
async function read(given: Record<string, unknown>): Promise<VexDocument> {
  try {
    return await readVex(given);
  } catch (error) {
    if (error instanceof RecordProblem) throw Problem.field('document', error.message);
    throw error;
  }
}

function toOutcome(
  isDryRun: boolean,
  { statements, rejected }: VexDocument,
  { decided, unused }: Decisions,
  news: StatedDecision[],
): VexOutcome {
  return {
    dry_run: isDryRun,
    statements: statements.length + rejected.length,
    decided: news.length,
    unchanged: decided.length - news.length,
    unused: unused.length,
    rejected: rejected.length,
    decisions: news.slice(0, LISTED_AT_MOST).map(({ favorite, vulnerability, state, reason, statement }) => ({
      favorite: favorite.favorite_id,
      software: favorite.software,
      version: favorite.version,
      advisory: vulnerability,
      ...{ state, reason, at: statement.at },
    })),
    unused_statements: unused.slice(0, LISTED_AT_MOST).map(({ statement, because }) => ({
      ...{ at: statement.at, advisory: statement.vulnerability, because },
    })),
    rejected_statements: rejected.slice(0, LISTED_AT_MOST),
  };
}
