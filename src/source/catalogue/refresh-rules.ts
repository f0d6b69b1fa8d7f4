import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretError } from '../../common/secret-box';
import type { Sql, Transaction } from '../../database/database';
import {
  ORDERING_NAMES,
  type OrderingRow,
  SoftwareRepository,
  type StoredSoftware,
} from '../../software/software.repository';
import { isDefaultOrdering, orderingOf } from '../../version/versions/ordering-settings';
import { bareText } from '../../version/versions/own-version';
import type { VersionFacts } from '../../version/versions/version-recorder';
import { type StoredVersion, VersionRepository } from '../../version/versions/version.repository';
import { SourceSettings } from '../polling/source-settings';
import { BundledProductRepository, type GivenRow, type ProductState } from './bundled-product.repository';
import type { CatalogueRecord, RecordSource } from './record';

/** Counts of a refresh, besides those of an import. */
export interface RefreshCounts {
  /** Products that were known by a replaced identity. */
  moved: number;
  /** Explicit sources and orderings that the records would have changed. */
  keptSources: number;
  keptOrderings: number;
}

/** Two products of this database that are one product in the new catalogue. */
export interface DuplicateProduct {
  product: string;
  replaced: string;
}

/** The settings of a product that a refresh may change, since nobody else has changed them. */
interface Free {
  source: boolean;
  ordering: boolean;
}

/** Records as a refresh imports them. */
export interface PreparedRecords {
  records: CatalogueRecord[];
  /** For each record. */
  free: Free[];
  counts: RefreshCounts;
  duplicates: DuplicateProduct[];
}

/** Digests of a product's current settings. */
interface Current {
  /** null = no source. */
  source: string | null;
  ordering: string;
}

/**
 * Decides what a refresh may change: facts of products and new versions always; source and ordering where they are as the last refresh left
 * them; known versions only until a source has listed them.
 */
@Injectable()
export class RefreshRules {
  constructor(
    private readonly software: SoftwareRepository,
    private readonly versions: VersionRepository,
    private readonly bundled: BundledProductRepository,
    private readonly sources: SourceSettings,
  ) {}

  /** Locks the products, gives them their new identities, and removes facts from the records that must not change. */
  async prepare(sql: Transaction, records: CatalogueRecord[]): Promise<PreparedRecords> {
    const prepared: PreparedRecords = {
      records: [],
      free: [],
      counts: { moved: 0, keptSources: 0, keptOrderings: 0 },
      duplicates: [],
    };
    const known = await this.lockAndMove(sql, records, prepared);
    const ids = [...known.values()].map(({ id }) => id);
    const states = await this.bundled.states(sql, ids);
    const removed = await this.bundled.sourceRemoved(sql, ids);
    const stored = await this.storedVersions(sql, records, known);
    const respelled = await this.respelled(sql, records, known, states, stored);
    for (const record of records) {
      const id = idOf(known, record);
      const state = id === undefined ? undefined : states.get(id)!;
      const free = state ? this.freeOf(state, removed.has(state.id)) : { source: true, ordering: true };
      prepared.free.push(free);
      if (!state) prepared.records.push(record);
      else {
        const versions = record.versions
          .filter(({ label }) => !respelled.has(`${id} ${label}`))
          .map((facts) => kept(facts, stored.get(`${id} ${facts.label}`), state));
        prepared.records.push({ ...record, ...this.acceptable(record, state, free, prepared.counts), versions });
      }
    }
    return prepared;
  }

  /**
   * Stores digests of the products' settings, for the next refresh.
   * @param softwareIds of the products of the records, in their order
   */
  async remember(sql: Transaction, { free }: PreparedRecords, softwareIds: string[]): Promise<void> {
    const states = await this.bundled.states(sql, [...new Set(softwareIds)]);
    const added = new Map<string, GivenRow>();
    for (const [at, softwareId] of softwareIds.entries()) {
      const state = states.get(softwareId)!;
      const current = this.currentOf(state);
      const isFirst = state.given_ordering === null;
      const given = {
        softwareId,
        source: free[at]!.source ? current.source : isFirst ? OF_OTHERS : state.given_source,
        ordering: free[at]!.ordering ? current.ordering : (state.given_ordering ?? OF_OTHERS),
      };
      if (isFirst) added.set(softwareId, given);
      else if (given.source !== state.given_source || given.ordering !== state.given_ordering)
        await this.bundled.update(sql, given);
    }
    await this.bundled.insert(sql, [...added.values()]);
  }

  /** By identity. */
  private async lockAndMove(
    sql: Transaction,
    records: CatalogueRecord[],
    { counts, duplicates }: PreparedRecords,
  ): Promise<Map<string, StoredSoftware>> {
    const identities = records.flatMap(({ identity, replaces }) => (identity === null ? [] : [identity, ...replaces]));
    const rows = await this.software.lockByIdentities(sql, [...new Set(identities)].sort());
    const known = new Map(rows.map((row) => [row.identity, row]));
    for (const { identity, replaces } of records)
      for (const replaced of identity === null ? [] : replaces) {
        const row = known.get(replaced);
        if (!row) continue;
        if (known.has(identity!)) {
          duplicates.push({ product: identity!, replaced });
          continue;
        }
        await this.software.setIdentity(sql, row.id, identity!);
        known.delete(replaced);
        known.set(identity!, row);
        counts.moved++;
      }
    return known;
  }

  private async storedVersions(
    sql: Sql,
    records: CatalogueRecord[],
    known: Map<string, StoredSoftware>,
  ): Promise<Map<string, StoredVersion>> {
    const labels = records.flatMap((record) => {
      const id = idOf(known, record);
      return id === undefined ? [] : record.versions.map(({ label }): [string, string] => [id, label]);
    });
    const rows = await this.versions.findByLabels(sql, labels);
    return new Map(rows.map((row) => [`${row.software_id} ${row.version}`, row]));
  }

  /** Labels (behind the id) that a product whose source has answered knows in another spelling: see `adoptSpellings`. */
  private async respelled(
    sql: Sql,
    records: CatalogueRecord[],
    known: Map<string, StoredSoftware>,
    states: Map<string, ProductState>,
    stored: Map<string, StoredVersion>,
  ): Promise<Set<string>> {
    const nameOf = (id: string, label: string) => `${id} ${bareText(orderingOf(states.get(id)!), label)}`;
    const added = records.flatMap((record) => {
      const id = idOf(known, record);
      if (id === undefined || states.get(id)!.last_success_at === null) return [];
      const ordering = orderingOf(states.get(id)!);
      return record.versions
        .filter(({ label }) => !stored.has(`${id} ${label}`))
        .map(({ label, releasedAt }) => ({
          label,
          software_id: id,
          version_key: ordering.read(label, { releasedAt }).key,
        }));
    });
    const spelled = await this.versions.findSpelled(sql, added, 'known');
    const names = new Set(spelled.map(({ software_id, version }) => nameOf(software_id, version)));
    const isRespelled = (one: (typeof added)[number]) => names.has(nameOf(one.software_id, one.label));
    return new Set(added.filter(isRespelled).map(({ software_id, label }) => `${software_id} ${label}`));
  }

  private freeOf(state: ProductState, isSourceRemoved: boolean): Free {
    const current = this.currentOf(state);
    const isFirst = state.given_ordering === null;
    return {
      source: isFirst ? current.source === null && !isSourceRemoved : current.source === state.given_source,
      ordering: isFirst ? isDefaultOrdering(state) : current.ordering === state.given_ordering,
    };
  }

  /** Settings that equal the current ones count as given by the refresh. */
  private acceptable(
    record: CatalogueRecord,
    state: ProductState,
    free: Free,
    counts: RefreshCounts,
  ): Pick<CatalogueRecord, 'source' | 'ordering'> {
    const current = this.currentOf(state);
    free.source ||= record.source !== null && this.digestOfSource(record.source) === current.source;
    free.ordering ||= record.ordering !== null && digestOfOrdering(record.ordering) === current.ordering;
    if (record.source && !free.source) counts.keptSources++;
    if (record.ordering && !free.ordering) counts.keptOrderings++;
    return { source: free.source ? record.source : null, ordering: free.ordering ? record.ordering : null };
  }

  private currentOf(state: ProductState): Current {
    return { source: state.type === null ? null : this.digestOfStored(state), ordering: digestOfOrdering(state) };
  }

  private digestOfSource({ type, settings, interval }: RecordSource): string {
    return digest([type, sorted(this.sources.publicForm({ type, settings, interval })), interval]);
  }

  /** Unreadable settings equal none that a refresh gives. */
  private digestOfStored({ id, type, settings, interval_seconds: interval }: ProductState): string {
    const source = this.sources.find(type!);
    try {
      return digest([type, source && sorted(this.sources.openPublic(id, source, settings!)), interval]);
    } catch (error) {
      if (error instanceof SecretError) return 'unreadable';
      throw error;
    }
  }
}

/** In place of a digest: not set by a refresh. */
const OF_OTHERS = '';

const idOf = (known: Map<string, StoredSoftware>, { identity }: CatalogueRecord) =>
  identity === null ? undefined : known.get(identity)?.id;

/**
 * A snapshot never offers a version again that was withdrawn since, and changes no version of a product whose source has
 * answered. One that only users know so far is new to the catalogue.
 */
function kept(facts: VersionFacts, stored: StoredVersion | undefined, { last_success_at }: ProductState): VersionFacts {
  if (!stored || stored.hidden) return facts;
  const { removed_at: removedAt } = stored;
  if (last_success_at === null) return { ...facts, removedAt: facts.removedAt ?? removedAt };
  return { label: facts.label, releasedAt: null, removedAt, prerelease: null, notesUrl: null };
}

const digestOfOrdering = (row: OrderingRow) => digest(ORDERING_NAMES.map((name) => row[name]));

const sorted = (settings: object) =>
  Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');
