import { Injectable } from '@nestjs/common';
import type { Identifier } from 'inventory-reader';
import { Database, type Parameter } from '../../database/database';
import { LifecycleRepository } from '../../version/lifecycle/lifecycle.repository';
import type { Cycle } from '../../version/lifecycle/product-cycle';
import { STORED as STORED_PUBLISHER, type StoredPublisher } from '../../publisher/publisher.repository';
import { SoftwareIdentifierRepository } from '../../software/identifier/software-identifier.repository';
import { NAME_IDENTITY, STORED, type StoredSoftware } from '../../software/software.repository';
import type { StoredVersion } from '../../version/versions/version.repository';

export type SoftwareRow = StoredSoftware & {
  /** Of the source that it is polled from; null = none. */
  source_type: string | null;
  source_settings: string | null;
  source_interval: number | null;
  /** The explicit source of its release notes. */
  notes_from: string | null;
  notes_settings: string | null;
  /** The identity; empty for a product that is known by its name. */
  identity_order: string;
  /** But for those that follow from the source. */
  identifiers: Identifier[];
  /** But for cycles that are no longer listed. */
  lifecycle: Cycle[];
};

export type VersionRow = Pick<
  StoredVersion,
  'version' | 'version_key' | 'released_at' | 'removed_at' | 'source_prerelease' | 'notes_url'
>;

const PAGE = 200;
const VERSIONS_PAGE = 1_000;

const UNNAMED = `s.identity LIKE '${NAME_IDENTITY}%'`;

/** A product without an identity comes before one of the same name with one: an import would otherwise take it for that one. */
const IDENTITY = `CASE WHEN ${UNNAMED} THEN '' ELSE s.identity END`;

/** Reads the catalogue page by page for an export, in an order that does not depend on the database. */
@Injectable()
export class CatalogueRepository {
  constructor(
    private readonly database: Database,
    private readonly identifiers: SoftwareIdentifierRepository,
    private readonly lifecycles: LifecycleRepository,
  ) {}

  /** By name. Index: publisher_name. */
  async *publishers(): AsyncGenerator<StoredPublisher> {
    let after = '';
    for (;;) {
      const page = await this.database.query<StoredPublisher>(
        `SELECT ${STORED_PUBLISHER.join(', ')} FROM publisher
         WHERE name_key > ? ORDER BY name_key LIMIT ${PAGE}`,
        [after],
      );
      yield* page;
      if (page.length < PAGE) return;
      after = page.at(-1)!.name_key;
    }
  }

  /** By name and identity. Index: software_publisher. */
  async *softwareOf(publisherId: string): AsyncGenerator<SoftwareRow> {
    let after: [string, string, string] = ['', '', ''];
    for (;;) {
      const where = `s.publisher_id = ? AND s.name_key >= ? AND (s.name_key, ${IDENTITY}, s.id) > (?, ?, ?)`;
      const order = `s.name_key, ${IDENTITY}, s.id`;
      const page = await this.software(where, [publisherId, after[0], ...after], order, PAGE);
      yield* page;
      if (page.length < PAGE) return;
      const last = page.at(-1)!;
      after = [last.name_key, last.identity_order, last.id];
    }
  }

  async findByIdentity(publisherId: string, identity: string): Promise<SoftwareRow | undefined> {
    return (await this.software('s.identity = ? AND s.publisher_id = ?', [identity, publisherId], 's.id', 1))[0];
  }

  /** The product with this name and without an identity. */
  async findUnnamed(publisherId: string, nameKey: string): Promise<SoftwareRow | undefined> {
    const where = `s.publisher_id = ? AND s.name_key = ? AND ${UNNAMED}`;
    return (await this.software(where, [publisherId, nameKey], 's.id', 1))[0];
  }

  /** From the lowest to the highest. Index: version_listed. */
  async *versionsOf(softwareId: string): AsyncGenerator<VersionRow> {
    let after: [string, string] = ['', ''];
    for (;;) {
      const page = await this.database.query<VersionRow>(
        `SELECT version, version_key, released_at, removed_at, source_prerelease, notes_url FROM version
         WHERE software_id = ? AND hidden = 0 AND version_key >= ? AND (version_key > ? OR version > ?)
         ORDER BY version_key, version LIMIT ${VERSIONS_PAGE}`,
        [softwareId, after[0], after[0], after[1]],
      );
      yield* page;
      if (page.length < VERSIONS_PAGE) return;
      const last = page.at(-1)!;
      after = [last.version_key, last.version];
    }
  }

  private async software(where: string, parameters: Parameter[], order: string, limit: number): Promise<SoftwareRow[]> {
    const rows = await this.database.query<Omit<SoftwareRow, 'identifiers' | 'lifecycle'>>(
      `SELECT ${STORED.map((column) => `s.${column}`).join(', ')},
         ${IDENTITY} AS identity_order, f.type AS source_type, f.settings AS source_settings, f.interval_seconds AS source_interval,
         s.notes_from, s.notes_settings
       FROM software s LEFT JOIN software_source f ON f.software_id = s.id WHERE ${where} ORDER BY ${order} LIMIT ${limit}`,
      parameters,
    );
    const ids = rows.map(({ id }) => id);
    const identifiers = await this.identifiers.find(ids);
    const lifecycles = await this.lifecycles.find(ids);
    const statedOf = (id: string) => (identifiers.get(id) ?? []).filter(({ origin }) => origin !== 'source');
    return rows.map((row) => ({
      ...row,
      identifiers: statedOf(row.id).map(({ type, value }) => ({ type, value })),
      lifecycle: (lifecycles.get(row.id) ?? []).filter(({ isGone }) => !isGone),
    }));
  }
}
