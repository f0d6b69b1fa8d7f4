import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Assessor, type FindingState, isRepository, readUsedVersion, schemeOfPurl } from 'advisory-match';
import { orderingFor, type ProductOrdering } from 'version-order';
import { Database } from '../database/database';
import { LifecycleRepository } from '../version/lifecycle/lifecycle.repository';
import { LifecycleService } from '../version/lifecycle/lifecycle.service';
import type { Cycle } from '../version/lifecycle/product-cycle';
import { cycleOf, supportOf } from '../version/lifecycle/support';
import { orderingOf } from '../version/versions/ordering-settings';
import type { AssessedByResponse, AssessmentState } from './advisory.response';
import { AdvisoryService, stateOf } from './advisory.service';
import { AdvisoryRepository, type StoredRecord } from './store/advisory.repository';

/** What is known of a line: ids of vulnerabilities. */
export type CheckedLine = Record<FindingState, string[]> & {
  state: AssessmentState;
  assessed: AssessedByResponse[];
  /** The oldest day of those who know the product; null = nobody does. */
  as_of: string | null;
};

interface Checked {
  ordering: ProductOrdering;
  assessor: Assessor<StoredRecord>;
  assessed: AssessedByResponse[];
  cycles: Cycle[];
}

const SUBJECTS_AT_MOST = 1_000;
/** Characters of a line, beyond which nothing is read. */
const MAX_LINE = 2_048;

/** The command `advisory check`. */
@Injectable()
export class AdvisoryCheck {
  private readonly subjects = new Map<string, Checked | null>();

  constructor(
    private readonly database: Database,
    private readonly advisories: AdvisoryRepository,
    private readonly service: AdvisoryService,
    private readonly lifecycles: LifecycleRepository,
    private readonly support: LifecycleService,
  ) {}

  /**
   * Writes a JSON object for each line, in the same order. A line is a package URL with a version, or a product and a version with a tab between
   * them: by its name at endoflife.date, or by its identity such as `winget:Rclone.Rclone`.
   */
  async lines(input: Readable, output: Writable): Promise<void> {
    const today = await this.support.today();
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      const answer = JSON.stringify(await this.check(line.slice(0, MAX_LINE), today));
      if (!output.write(`${answer}\n`)) await once(output, 'drain');
    }
  }

  async check(line: string, today: string): Promise<CheckedLine | { error: string }> {
    const given = readLine(line);
    if ('error' in given) return given;
    const subject = await this.subject(given.subject);
    if (subject === null) return { error: 'no product has this name' };
    const found = subject.assessor.assess(given.version);
    const ids = (wanted: FindingState) =>
      found.filter(({ state }) => state === wanted).map(({ vulnerability }) => vulnerability);
    const days = subject.assessed.flatMap(({ as_of }) => (as_of === null ? [] : [as_of]));
    return {
      state: stateOf(found, subject.assessed.length > 0 && !isEnded(subject, given.version, today)),
      affected: ids('affected'),
      open: ids('open'),
      disputed: ids('disputed'),
      not_affected: ids('not_affected'),
      assessed: subject.assessed,
      as_of: days.sort()[0] ?? null,
    };
  }

  private async subject(name: string): Promise<Checked | null> {
    const known = this.subjects.get(name);
    if (known !== undefined) return known;
    if (this.subjects.size >= SUBJECTS_AT_MOST) this.subjects.clear();
    const subject = name.startsWith('pkg:') ? await this.ofPackage(name) : await this.ofProduct(name);
    this.subjects.set(name, subject);
    return subject;
  }

  /** By its key alone, whether or not a product has it as well. */
  private async ofPackage(key: string): Promise<Checked> {
    const keys = [{ type: 'purl' as const, value: key }];
    const repository = isRepository(key) ? [{ type: 'repo' as const, value: key }] : [];
    const records = [...(await this.advisories.recordsNamed(this.database, [...keys, ...repository])).values()].flat();
    return this.checked(orderingFor({ scheme: schemeOfPurl(key) ?? 'generic' }), records, []);
  }

  private async ofProduct(name: string): Promise<Checked | null> {
    const identity = name.includes(':') ? name : `endoflife:${name}`;
    const [row] = await this.lifecycles.products([identity]);
    const ids = row ? [row.id] : await this.lifecycles.idsNamed('alias', name.toLowerCase());
    const ordering = row ?? (ids.length === 1 ? await this.lifecycles.orderingById(ids[0]!) : undefined);
    if (ordering === undefined) return null;
    const records = (await this.advisories.recordsOf(this.database, ids)).get(ids[0]!) ?? [];
    return this.checked(orderingOf(ordering), records, (await this.lifecycles.find(ids)).get(ids[0]!) ?? []);
  }

  private async checked(ordering: ProductOrdering, records: StoredRecord[], cycles: Cycle[]): Promise<Checked> {
    const assessed = await this.service.assessedBy(records);
    return { ordering, assessor: new Assessor(ordering, records), assessed, cycles };
  }
}

function isEnded({ ordering, cycles }: Checked, version: string, today: string): boolean {
  const match = cycleOf(ordering.read(version).key, ordering.versionIn(version), cycles, today);
  return supportOf(match, today).state === 'ended';
}

function readLine(line: string): { subject: string; version: string } | { error: string } {
  if (!line.startsWith('pkg:')) {
    const [subject = '', version = ''] = line.split('\t');
    return subject && version ? { subject, version } : { error: 'must be a package URL, or a product and a version' };
  }
  const used = readUsedVersion(line);
  return 'error' in used ? used : { subject: used.key, version: used.version };
}
