import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import { AssessmentService } from '../../advisory/store/assessment.service';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import type { LockedFavorites } from './favorite-scope';
import { isThere, isTriaged, type KnownFinding, needsReview, riskOf, type TriageFacts } from './risk';
import { daysAfter } from './support.sql';
import { TriageRepository } from './triage.repository';
import { RISK_FACTS, RiskRepository, type StoredRisk, type WrittenRisk } from './risk.repository';

/** A favorite with the vulnerabilities of its version in use. */
export interface Exposure {
  favorite: StoredRisk;
  /** Those that are triaged too. */
  findings: KnownFinding[];
  triages: Map<string, TriageFacts>;
  /** Vulnerabilities of the available version; null = none is available. */
  offered: ReadonlySet<string> | null;
}

/** Derives the risk of favorites from the findings of their versions and from their owners' triage. */
@Injectable()
export class RiskService {
  constructor(
    private readonly risks: RiskRepository,
    private readonly clock: DatabaseClock,
    private readonly triages: TriageRepository,
    private readonly assessments: AssessmentService,
  ) {}

  /**
   * Corrects the risk of locked favorites, once their available versions are right. Most products have no advisories: that costs one statement.
   * Where something became known of the version in use, the alerts of the favorite become due.
   * @param isWritten whether their owner has written them: they may be of another product than before
   * @returns favorites that had no risk before and have a policy, which may depend on it (`urgent`)
   */
  async refresh(sql: Sql, { favorites }: LockedFavorites, now: UtcTimestamp, isWritten: boolean): Promise<string[]> {
    const products = favorites.map(({ software_id }) => software_id);
    const assessed = await this.risks.assessed(sql, products);
    const [concerned, others] = [favorites, favorites].map((list, isOther) =>
      list.filter(({ software_id }) => assessed.has(software_id) === (isOther === 0)).map(({ id }) => id),
    ) as [string[], string[]];
    if (isWritten) await this.risks.remove(sql, others);
    if (concerned.length === 0) return [];
    const exposures = await this.exposures(sql, concerned);
    // What was assessed just now was found before the owner wrote it.
    const written = await this.write(sql, exposures, now, isWritten ? await this.clock.now(sql) : null);
    const today = now.slice(0, 10);
    const news = written.filter(({ seenAt }, at) => hasNews(exposures[at]!, seenAt, today)).map(favoriteOf);
    await this.risks.alertBy(sql, news, now);
    const first = new Set(exposures.flatMap(({ favorite }) => (favorite.seen_at === null ? [favorite.id] : [])));
    return favorites.filter(({ id, has_policy }) => has_policy === 1 && first.has(id)).map(({ id }) => id);
  }

  /** Corrects the risk of locked favorites that have one, as the day is another one than before. @returns those */
  async correct(sql: Sql, ids: string[], now: UtcTimestamp): Promise<Exposure[]> {
    const stored = await this.risks.withRisk(sql, ids);
    if (stored.length === 0) return [];
    const exposures = await this.exposures(sql, stored);
    await this.write(sql, exposures, now, null);
    return exposures;
  }

  /** A triage ends after this day: then its favorite is looked at again. */
  async alertAfter(sql: Sql, id: string, day: string): Promise<void> {
    await this.risks.alertBy(sql, [id], `${daysAfter(day, 1)} 00:00:00.000000`);
  }

  private async write(
    sql: Sql,
    exposures: Exposure[],
    now: UtcTimestamp,
    seen: UtcTimestamp | null,
  ): Promise<WrittenRisk[]> {
    const written = exposures.map((exposure) => writtenOf(exposure, now.slice(0, 10), seen));
    const others = written.filter((one, at) => differs(one, exposures[at]!.favorite));
    await this.risks.write(sql, others);
    const shown = written.filter((one, at) => isShownOtherwise(one, exposures[at]!.favorite));
    await this.risks.touch(sql, shown.map(favoriteOf));
    await this.triages.setNeedsReview(sql, exposures.flatMap(reviewsOf));
    return written;
  }

  /** Of favorites of products with advisories. @param ids at least one; locked, or only read */
  async exposures(sql: Sql, ids: string[]): Promise<Exposure[]> {
    const favorites = await this.risks.stored(sql, ids);
    const productOf = new Map(favorites.map(({ id, software_id }) => [id, software_id]));
    const newest = await this.risks.newestInSeries(sql, ids, false);
    const findings = await this.findings(sql, [
      // Only assessed, for `in_series` of the risk.
      ...newest.map(({ favorite_id, id }) => ({ software_id: productOf.get(favorite_id)!, id })),
      ...favorites.flatMap(({ software_id, version_id, available_version_id }) => [
        { software_id, id: version_id },
        ...(available_version_id === null ? [] : [{ software_id, id: available_version_id }]),
      ]),
    ]);
    const triages = await this.triages.facts(sql, ids);
    return favorites.map((favorite) => ({
      favorite,
      findings: findings.get(favorite.version_id) ?? [],
      triages: triages.get(favorite.id) ?? new Map(),
      offered:
        favorite.available_version_id === null
          ? null
          : new Set(vulnerabilitiesOf(findings.get(favorite.available_version_id))),
    }));
  }

  /** The findings of versions, assessed anew where their products' advisories have changed. */
  async findings(sql: Sql, versions: { software_id: string; id: string }[]): Promise<Map<string, KnownFinding[]>> {
    const byProduct = groupBy(versions, ({ software_id }) => software_id);
    const ids = new Map([...byProduct].map(([id, list]) => [id, [...new Set(list.map(({ id }) => id))]]));
    return this.risks.findings(sql, await this.assessments.refresh(sql, ids));
  }
}

const favoriteOf = ({ favoriteId }: WrittenRisk) => favoriteId;

/** What a version has, or may have. */
export const vulnerabilitiesOf = (findings: KnownFinding[] = []): string[] =>
  findings.filter(isThere).map(({ vulnerability }) => vulnerability);

/** The findings that count: those without a triage that ends them, and that the vendor does not deny. */
export const untriaged = ({ findings, triages }: Exposure, today: string): KnownFinding[] =>
  findings.filter((finding) => isThere(finding) && !isTriaged(triages.get(finding.vulnerability), today));

/** @param seen now, if the owner has written it: what is known of a version when they move to it, they see */
function writtenOf(exposure: Exposure, today: string, seen: UtcTimestamp | null): WrittenRisk {
  const { favorite, offered } = exposure;
  const before = favorite.seen_at ?? favorite.created_at;
  const isMoved =
    favorite.seen_at === null
      ? seen !== null && isJustNow(before, seen)
      : favorite.assessed_version_id !== favorite.version_id;
  return {
    favoriteId: favorite.id,
    userId: favorite.user_id,
    versionId: favorite.version_id,
    facts: riskOf(untriaged(exposure, today), offered),
    seenAt: isMoved ? (seen ?? before) : before,
  };
}

/** Seconds. */
const CREATION_AT_MOST = 60;

/** Whether the favorite was created in the transaction that assesses it now. */
const isJustNow = (createdAt: UtcTimestamp, now: UtcTimestamp) =>
  Math.abs(Date.parse(`${now.slice(0, 23)}Z`) - Date.parse(`${createdAt.slice(0, 23)}Z`)) < CREATION_AT_MOST * 1_000;

/** Lists and numbers have to be read again. */
const isShownOtherwise = ({ facts }: WrittenRisk, stored: StoredRisk) =>
  RISK_FACTS.some((name) => (facts[name] ?? 0) !== (stored[name] ?? 0));

const differs = (written: WrittenRisk, stored: StoredRisk) =>
  written.versionId !== stored.assessed_version_id ||
  written.seenAt !== stored.seen_at ||
  RISK_FACTS.some((name) => written.facts[name] !== stored[name]);

const reviewsOf = ({ favorite, findings, triages }: Exposure) =>
  findings
    .filter((finding) => {
      const triage = triages.get(finding.vulnerability);
      return triage !== undefined && needsReview(triage, finding);
    })
    .map(({ vulnerability }) => ({ favoriteId: favorite.id, vulnerability }));

/** Whether there may be something to tell; alerts decide by the policy. */
const hasNews = (exposure: Exposure, seenAt: UtcTimestamp, today: string) =>
  untriaged(exposure, today).some((finding) => isNew(finding, seenAt));

/** What was found, or became known to be exploited, since the owner saw the version. */
export const isNew = ({ state, foundAt, isQuiet, exploitedAt }: KnownFinding, seenAt: UtcTimestamp): boolean =>
  state === 'affected' && ((foundAt > seenAt && !isQuiet) || (exploitedAt !== null && exploitedAt > seenAt));
