import { isDeepStrictEqual } from 'node:util';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Assessed, assesses, Assessor, SEVERITIES } from 'advisory-match';
import { TimeSlice } from 'small-parts';
import type { Sql } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import {
  type ChangedIdentifier,
  SoftwareIdentifierRepository,
} from '../../software/identifier/software-identifier.repository';
import { UpdateMarkRepository } from '../../version/versions/update-mark.repository';
import { OrderingRepository } from '../../version/versions/ordering.repository';
import { orderingOf } from '../../version/versions/ordering-settings';
import { AdvisoryRepository, type StoredRecord } from './advisory.repository';
import {
  AssessmentRepository,
  type ConcernedProduct,
  type StoredFinding,
  type WrittenFinding,
} from './assessment.repository';

/** Versions of one product. */
interface Outdated {
  softwareId: string;
  revision: number;
  versionIds: string[];
}

/** Assesses versions: each once for each revision of what is known of its product, and anew when that changes. */
@Injectable()
export class AssessmentService implements OnModuleInit {
  constructor(
    private readonly clock: DatabaseClock,
    private readonly orderings: OrderingRepository,
    private readonly advisories: AdvisoryRepository,
    private readonly assessments: AssessmentRepository,
    private readonly identifiers: SoftwareIdentifierRepository,
    private readonly marks: UpdateMarkRepository,
  ) {}

  onModuleInit(): void {
    this.identifiers.onChange((sql, changed) => this.identifiersChanged(sql, changed));
  }

  /** In the transaction of a change: their products are assessed anew, and favorites of them are checked. */
  async outdate(sql: Sql, products: ConcernedProduct[]): Promise<void> {
    await this.assessments.outdate(
      sql,
      products.map(({ softwareId }) => softwareId),
    );
    const tracked = products.filter(({ isTracked }) => isTracked).map(({ softwareId }) => softwareId);
    await this.marks.add(sql, tracked.sort());
  }

  /** Also of other products with the same identifiers: a value of several names none of them for certain. */
  private async identifiersChanged(sql: Sql, changed: ChangedIdentifier[]): Promise<void> {
    const keys = changed.filter(({ type }) => type === 'purl' || type === 'cpe');
    if (keys.length === 0) return;
    await this.outdate(sql, await this.assessments.concerned(sql, keys));
  }

  /**
   * The findings of versions, as of now. Those that are missing or outdated are made and stored, in the caller's transaction.
   * @param versions ids of versions, by product
   * @returns by version, in the order of vulnerabilities; versions of products about which no advisory is known are left out
   */
  async findings(sql: Sql, versions: Map<string, Iterable<string>>): Promise<Map<string, StoredFinding[]>> {
    const ids = await this.refresh(sql, versions);
    const found = await this.assessments.findings(sql, ids);
    return new Map(ids.map((id) => [id, found.get(id) ?? []]));
  }

  /** The same for who reads the stored findings with more beside them. @returns ids of the versions about whose products something is known */
  async refresh(sql: Sql, versions: Map<string, Iterable<string>>): Promise<string[]> {
    const revisions = await this.assessments.revisions(sql, [...versions.keys()]);
    if (revisions.size === 0) return [];
    const wanted = [...revisions].map(([softwareId, revision]) => ({
      softwareId,
      revision,
      versionIds: [...new Set(versions.get(softwareId))],
    }));
    const ids = wanted.flatMap(({ versionIds }) => versionIds);
    const assessed = await this.assessments.assessed(sql, ids);
    for (const { softwareId, revision, versionIds } of wanted) {
      const outdated = versionIds.filter((id) => assessed.get(id) !== revision);
      if (outdated.length > 0) await this.assess(sql, { softwareId, revision, versionIds: outdated });
    }
    return ids;
  }

  private async assess(sql: Sql, { softwareId, revision, versionIds }: Outdated): Promise<void> {
    const labels = await this.assessments.labels(sql, versionIds);
    const present = [...labels.keys()];
    await this.assessments.begin(sql, present, revision);
    const row = await this.orderings.findWithin(sql, softwareId);
    if (!row) return;
    const records = (await this.advisories.recordsOf(sql, [softwareId])).get(softwareId) ?? [];
    await this.assessments.setKnownBy(sql, softwareId, databasesOf(records), newestOf(records));
    const assessor = new Assessor(orderingOf(row), records);
    const before = await this.assessments.findings(sql, present);
    const slice = new TimeSlice();
    const written: { versionId: string; finding: WrittenFinding }[] = [];
    const gone: { versionId: string; vulnerability: string }[] = [];
    for (const [versionId, label] of labels) {
      if (slice.isOver) await slice.next();
      const news = newsOf(assessor.assess(label), before.get(versionId) ?? []);
      written.push(...news.written.map((finding) => ({ versionId, finding })));
      gone.push(...news.gone.map((vulnerability) => ({ versionId, vulnerability })));
    }
    await this.assessments.remove(sql, gone);
    await this.assessments.write(sql, written, await this.clock.now(sql));
  }
}

const DATABASES_AT_MOST = 10;

/** The names of the databases that know a product. */
const databasesOf = (records: StoredRecord[]): string[] =>
  [...new Set(records.filter(assesses).map(({ database }) => database))].sort().slice(0, DATABASES_AT_MOST);

/** `YYYY-MM-DD` */
const newestOf = (records: StoredRecord[]): string | null =>
  records
    .filter(assesses)
    .reduce<string | null>(
      (newest, { modified }) => (modified !== null && modified > (newest ?? '') ? modified : newest),
      null,
    );

function newsOf(assessed: Assessed<StoredRecord>[], before: StoredFinding[]) {
  const known = new Map(before.map((finding) => [finding.vulnerability, finding]));
  const written = assessed.flatMap((one) => {
    const stored = known.get(one.vulnerability);
    known.delete(one.vulnerability);
    const finding = findingOf(one, stored);
    return isDeepStrictEqual(stored, finding) ? [] : [finding];
  });
  return { written, gone: [...known.keys()] };
}

/** A finding stays as old as it is, unless it became worse. */
function findingOf(
  { vulnerability, state, severity, fixed, reason, statements }: Assessed<StoredRecord>,
  before: StoredFinding | undefined,
): WrittenFinding {
  const base = { vulnerability, state, severity, fixed: fixed?.slice(0, 255) ?? null, reason };
  if (before && !isWorse(base, before)) return { ...base, foundAt: before.foundAt, isQuiet: before.isQuiet };
  const affecting = statements.filter(({ verdict }) => verdict === 'affected' || verdict === 'open');
  return { ...base, foundAt: null, isQuiet: affecting.every(({ record }) => record.isQuiet) };
}

const isWorse = (one: Pick<StoredFinding, 'state' | 'severity'>, before: StoredFinding) =>
  (one.state === 'affected' && before.state !== 'affected') ||
  SEVERITIES.indexOf(one.severity) > SEVERITIES.indexOf(before.severity);
