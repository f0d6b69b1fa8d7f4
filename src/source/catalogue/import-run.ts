import { PatternBudget } from 'version-order';
import { auditProgress } from '../../access/audit/audit.repository';
import type { Actor } from '../../api/identity/actor';
import { newId } from '../../common/ids';
import type { UtcTimestamp } from '../../common/time/utc-timestamp';
import type { Sql } from '../../database/database';
import { type OutdatedName, warningOf } from './outdated-names';
import type { Place, Remark } from './reading';
import type { RecordError } from './record';
import type { DuplicateProduct, RefreshCounts } from './refresh-rules';
import { type BatchFacts, StatedFacts } from './stated-facts';

/** Publishers, products and versions added or changed; lines that changed nothing, and lines rejected. */
export interface ImportSummary {
  publishers: number;
  software: number;
  versions: number;
  unchanged: number;
  rejected: number;
}

export interface ImportEvents {
  rejected?(rejection: Remark): void;
  /** Of what is still read, but no longer from 0.2 on: once in an import. */
  warned?(warning: Remark): void;
  /** Of a refresh. */
  duplicate?(duplicate: DuplicateProduct): void;
  /** After each batch. */
  progress?(): void;
}

/** The changes of a batch, to be added to the run once its transaction has committed. */
export interface WrittenBatch {
  summary: ImportSummary;
  /** Ids of the products that changed. */
  changed: string[];
  facts: BatchFacts;
  /** Null for an import. */
  refreshed: { counts: RefreshCounts; duplicates: DuplicateProduct[] } | null;
}

/** The mode of an import: all facts of its records, or only those that a refresh may change. */
export interface ImportMode {
  isRefresh: boolean;
  /** Nothing is committed. */
  isDryRun: boolean;
  /** Nobody else uses the database yet. */
  isAlone?: boolean;
}

export const PLAIN_IMPORT: ImportMode = { isRefresh: false, isDryRun: false };

/** Products that the audit entry of an import names. */
const NAMED_SOFTWARE = 20;

/** The state of one import, over all its batches. */
export class ImportRun {
  readonly summary: ImportSummary = { publishers: 0, software: 0, versions: 0, unchanged: 0, rejected: 0 };
  readonly refreshed: RefreshCounts = { moved: 0, keptSources: 0, keptOrderings: 0 };
  readonly facts = new StatedFacts();
  /** For the patterns of all products. */
  readonly patterns: PatternBudget;
  private readonly auditId = newId();
  private readonly warned = new Set<OutdatedName>();
  /** Ids of the first products that changed. */
  private software: string[] = [];

  constructor(
    private readonly actor: Actor,
    readonly startedAt: UtcTimestamp,
    patternsMs: number,
    private readonly events: ImportEvents,
    readonly mode: ImportMode,
  ) {
    this.patterns = new PatternBudget(patternsMs);
  }

  reject(at: Place, { field, message }: RecordError): void {
    this.summary.rejected++;
    this.events.rejected?.({ at, field, reason: message });
  }

  /** Each name once, with the first place that has it. */
  warn(at: Place, outdated: OutdatedName[]): void {
    for (const name of outdated) {
      if (this.warned.has(name)) continue;
      this.warned.add(name);
      this.events.warned?.({ at, field: name, reason: warningOf(name) });
    }
  }

  /** Brings the one audit entry of the import up to date, in the transaction of a batch. */
  async audit(sql: Sql, part: ImportSummary, changed: string[]): Promise<void> {
    if (part.publishers + part.software + part.versions === 0) return;
    await auditProgress(sql, this.auditId, this.actor, 'catalogue.imported', {
      publishers: this.summary.publishers + part.publishers,
      software: this.summary.software + part.software,
      versions: this.summary.versions + part.versions,
      software_ids: this.firstSoftware(changed),
    });
  }

  committed({ summary, changed, facts, refreshed }: WrittenBatch): void {
    for (const key of Object.keys(summary) as (keyof ImportSummary)[]) this.summary[key] += summary[key];
    for (const key of Object.keys(this.refreshed) as (keyof RefreshCounts)[])
      this.refreshed[key] += refreshed?.counts[key] ?? 0;
    for (const duplicate of refreshed?.duplicates ?? []) this.events.duplicate?.(duplicate);
    this.software = this.firstSoftware(changed);
    facts.keep();
  }

  progress(): void {
    this.events.progress?.();
  }

  private firstSoftware(changed: string[]): string[] {
    return [...new Set([...this.software, ...changed])].slice(0, NAMED_SOFTWARE);
  }
}
