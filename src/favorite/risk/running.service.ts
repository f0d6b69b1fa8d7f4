import { Injectable } from '@nestjs/common';
import { groupBy, TimeSlice } from 'small-parts';
import { AdvisoryRepository, type VulnerabilityDetails } from '../../advisory/store/advisory.repository';
import type { ProductKeys } from '../../advisory/store/product-keys';
import { Problem } from '../../api/problem/problem';
import { Database } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { pagesOf } from '../../database/rows';
import type { KnownFinding } from '../store/risk';
import { RiskService } from '../store/risk.service';
import type { RunningRow } from '../store/running.repository';
import { type Triage, TriageRepository } from '../store/triage.repository';

/** A version of a product that somebody runs. */
export interface Running {
  row: RunningRow;
  /** No keys: nothing names the product for certain. */
  keys: ProductKeys | null;
  findings: RunningFinding[];
}

/** A vulnerability of it. */
export interface RunningFinding {
  finding: KnownFinding;
  details: VulnerabilityDetails | undefined;
  /** The decision of its owner; null = there is none, or it has ended. */
  triage: Triage | null;
}

/** Versions that are read at once, in a transaction that may assess them. */
const PAGE = 100;
/** Of a document, which is in memory as a whole. */
const FINDINGS_AT_MOST = 20_000;

/** Gathers what documents say of what somebody runs. */
@Injectable()
export class RunningService {
  constructor(
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    private readonly advisories: AdvisoryRepository,
    private readonly risks: RiskService,
    private readonly triages: TriageRepository,
  ) {}

  /** In the order of the rows. @throws Problem limit-reached */
  async of(rows: RunningRow[]): Promise<Running[]> {
    const products = rows.map(({ software_id }) => software_id);
    const keys = await this.advisories.keysOf(this.database, products);
    const findings = await this.findings(rows);
    const found = new Map<RunningRow, RunningFinding[]>();
    const today = await this.clock.today(this.database);
    const slice = new TimeSlice();
    const concerned = rows.filter(({ version_id }) => findings.has(version_id));
    for (const [softwareId, list] of groupBy(concerned, ({ software_id }) => software_id)) {
      const names = list.flatMap(({ version_id }) => findings.get(version_id)!.map((one) => one.vulnerability));
      const details = await this.advisories.detailsOf(names, softwareId);
      for (const row of list) {
        if (slice.isOver) await slice.next();
        const triages = await this.triages.find(row.favorite_id);
        found.set(
          row,
          findings.get(row.version_id)!.map((finding) => withFacts(finding, details, triages, today)),
        );
      }
    }
    return rows.map((row) => ({ row, keys: keys.get(row.software_id) ?? null, findings: found.get(row) ?? [] }));
  }

  private async findings(rows: RunningRow[]): Promise<Map<string, KnownFinding[]>> {
    const found = new Map<string, KnownFinding[]>();
    let count = 0;
    for (const page of pagesOf(rows, PAGE)) {
      const versions = page.map(({ software_id, version_id }) => ({ software_id, id: version_id }));
      const ofPage = await this.database.transaction((sql) => this.risks.findings(sql, versions));
      for (const [id, list] of ofPage) {
        found.set(id, list);
        count += list.length;
      }
      if (count > FINDINGS_AT_MOST) throw tooMany();
    }
    return found;
  }
}

const tooMany = () =>
  new Problem(
    'limit-reached',
    `A document has at most ${FINDINGS_AT_MOST} vulnerabilities. Ask for those of one inventory.`,
    [],
    {},
    { limit: FINDINGS_AT_MOST },
  );

function withFacts(
  finding: KnownFinding,
  details: Map<string, VulnerabilityDetails>,
  triages: Map<string, Triage>,
  today: string,
): RunningFinding {
  const triage = triages.get(finding.vulnerability);
  const holds = triage !== undefined && (triage.until === null || triage.until >= today);
  return { finding, details: details.get(finding.vulnerability), triage: holds ? triage : null };
}
