import { Injectable } from '@nestjs/common';
import { type AdvisoryKey, assess, type Assessed, assesses, probabilityOf, type RangeEvent } from 'advisory-match';
import { VersError, versOf } from 'version-order';
import type { Owner } from '../api/identity/actor';
import { Problem } from '../api/problem/problem';
import { Database } from '../database/database';
import { LifecycleService } from '../version/lifecycle/lifecycle.service';
import { OrderingRepository } from '../version/versions/ordering.repository';
import { orderingOf } from '../version/versions/ordering-settings';
import type {
  AdvisoryResponse,
  AffectedResponse,
  AssessedByResponse,
  AssessmentState,
  ExploitResponse,
  FindingResponse,
  RecordResponse,
  VersionAdvisoryResponse,
} from './advisory.response';
import type { Exploit } from './store/advisory.entity';
import {
  type AdvisoryDetails,
  AdvisoryRepository,
  type StoredRecord,
  type VulnerabilityDetails,
} from './store/advisory.repository';
import { ExploitRepository } from './store/exploit.repository';

/** Reads what is known of vulnerabilities. */
@Injectable()
export class AdvisoryService {
  constructor(
    private readonly database: Database,
    private readonly advisories: AdvisoryRepository,
    private readonly exploits: ExploitRepository,
    private readonly orderings: OrderingRepository,
    private readonly lifecycles: LifecycleService,
  ) {}

  /** @param id of a record, or of the vulnerability @throws Problem not-found */
  async find(id: string): Promise<AdvisoryResponse> {
    const records = await this.advisories.find(id);
    const vulnerability = records[0]?.vulnerability;
    if (vulnerability === undefined) throw Problem.notFound('advisory');
    const exploit = (await this.exploits.find([vulnerability])).get(vulnerability);
    const own = records.filter((record) => record.vulnerability === vulnerability);
    return { vulnerability, ...toExploit(exploit), records: own.map(toRecord) };
  }

  /** @throws Problem not-found */
  async ofVersion({ userId }: Owner, softwareId: string, versionId: string): Promise<VersionAdvisoryResponse> {
    const label = await this.advisories.labelOf(userId, softwareId, versionId);
    const row = await this.orderings.find(softwareId);
    if (label === null || !row) throw Problem.notFound('version');
    const records = (await this.advisories.recordsOf(this.database, [softwareId])).get(softwareId) ?? [];
    const found = assess(label, orderingOf(row), records);
    const names = found.map(({ vulnerability }) => vulnerability);
    const details = await this.advisories.detailsOf(names, softwareId);
    const exploits = await this.exploits.find(names);
    const support =
      records.length > 0 && found.length === 0 ? await this.lifecycles.ofVersion(softwareId, label) : null;
    return {
      state: stateOf(found, records.some(assesses) && support?.state !== 'ended'),
      assessed: await this.assessedBy(records),
      findings: found.map((one) => toFinding(one, details.get(one.vulnerability), exploits.get(one.vulnerability))),
    };
  }

  /** The databases of records, by name, with their days. */
  async assessedBy(records: StoredRecord[]): Promise<AssessedByResponse[]> {
    const days = records.length === 0 ? new Map<string, string | null>() : await this.advisories.days();
    const byName = new Map<string, string | null>();
    for (const { database, provider } of records.filter(assesses)) byName.set(database, days.get(provider) ?? null);
    return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([database, as_of]) => ({ database, as_of }));
  }
}

/** What makes a version doubtful, the worst first. */
const DOUBTED = ['affected', 'open', 'disputed'] as const;

/** @param isKnown whether it means something that nothing was found */
export function stateOf(found: Pick<Assessed, 'state'>[], isKnown: boolean): AssessmentState {
  const worst = DOUBTED.find((state) => found.some((one) => one.state === state));
  return worst ?? (isKnown ? 'none-known' : 'not-assessed');
}

function toExploit(exploit: Exploit | undefined): ExploitResponse {
  const { cisaOn = null, enisaOn = null, epss = null } = exploit ?? {};
  return {
    exploited: [
      ...(cisaOn === null ? [] : [{ source: 'CISA' as const, since: cisaOn }]),
      ...(enisaOn === null ? [] : [{ source: 'ENISA' as const, since: enisaOn }]),
    ],
    epss: probabilityOf(epss),
  };
}

/** Bitnami's database says that its versions are semantic ones. */
const versTypeOf = (purl: string) => /^pkg:(?!bitnami\/)([^/]+)\//.exec(purl)?.[1] ?? 'semver';

/** @returns null unless the key is a package and its ranges have an order */
function versTextOf({ type, value }: AdvisoryKey, ranges: RangeEvent[][]): string | null {
  if (type !== 'purl' || ranges.length === 0) return null;
  // Only the NVD begins after a version, and it names no packages.
  const given = ranges.map((events) => events.flatMap((event) => ('introduced_after' in event ? [] : [event])));
  try {
    return versOf(versTypeOf(value), given);
  } catch (error) {
    if (error instanceof VersError) return null;
    throw error;
  }
}

const toRecord = ({ id, vulnerability: _, affected, ...rest }: AdvisoryDetails): RecordResponse => ({
  record: id,
  ...rest,
  affected: affected.map(({ key, origin, scheme, ranges, versions, denial }): AffectedResponse => ({
    ...key,
    origin,
    scheme,
    ranges,
    vers: versTextOf(key, ranges),
    versions,
    denied: denial !== undefined,
    reason: denial?.reason ?? null,
  })),
});

const toFinding = (
  { statements, ...finding }: Assessed<StoredRecord>,
  details: VulnerabilityDetails | undefined,
  exploit: Exploit | undefined,
): FindingResponse => ({
  ...finding,
  summary: details?.summary ?? null,
  cvss: details?.cvss ?? null,
  url: details?.url ?? null,
  ...toExploit(exploit),
  records: statements.map(({ record, ...said }) => ({
    record: record.id,
    database: record.database,
    ...said,
    severity: record.severity,
  })),
});
