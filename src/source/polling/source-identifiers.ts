import { Injectable } from '@nestjs/common';
import {
  type Identifier,
  IdentifierError,
  type IdentifierOrigin,
  keyOf,
  readIdentifier,
  stored,
  uniqueIdentifiers,
} from 'inventory-reader';
import { SecretError } from '../../common/secret-box';
import { Database, type Transaction } from '../../database/database';
import {
  type IdentifierRow,
  SoftwareIdentifierRepository,
} from '../../software/identifier/software-identifier.repository';
import { SoftwareRepository } from '../../software/software.repository';
import type { Source } from '../sources/source';
import { SoftwareSourceRepository } from './software-source.repository';
import { SourceSettings } from './source-settings';

const ORIGIN = 'source';
const PAGE = 500;

interface WrittenSource {
  softwareId: string;
  source: Source;
  settings: object;
}

interface StoredSource {
  type: string | null;
  settings: string | null;
}

/** The identifiers that follow from the sources of products. They are written in the transaction that writes the source. */
@Injectable()
export class SourceIdentifiers {
  constructor(
    private readonly database: Database,
    private readonly software: SoftwareRepository,
    private readonly sources: SoftwareSourceRepository,
    private readonly settings: SourceSettings,
    private readonly identifiers: SoftwareIdentifierRepository,
  ) {}

  /** The caller has locked the products. */
  async write(sql: Transaction, sources: WrittenSource[]): Promise<void> {
    const given = sources.map(
      ({ softwareId, source, settings }) => [softwareId, identifiersOf(source, settings)] as const,
    );
    await this.identifiers.replace(sql, ORIGIN, new Map(given));
  }

  /** For a product that has no source any more; the caller has locked it. */
  async remove(sql: Transaction, softwareId: string): Promise<void> {
    await this.identifiers.replace(sql, ORIGIN, new Map([[softwareId, []]]));
  }

  /**
   * Corrects those of all products that an older version of the service has written: of sources from which others follow now, and those of
   * any origin that have another canonical form now. Any number of processes may do it at once.
   * @returns how many products were corrected
   */
  async correct(signal?: AbortSignal): Promise<number> {
    let corrected = 0;
    for (let after = ''; !signal?.aborted;) {
      const page = await this.sources.ofProducts(after, PAGE);
      const rows = await this.identifiers.rows(
        this.database,
        page.map(({ software_id: id }) => id),
      );
      for (const product of page) {
        const id = product.software_id;
        if (this.corrected(id, product, rows.get(id) ?? []).length === 0) continue;
        await this.correctOne(id);
        corrected++;
      }
      if (page.length < PAGE) break;
      after = page.at(-1)!.software_id;
    }
    return corrected;
  }

  /** As it is now, under the lock of the product. */
  private async correctOne(softwareId: string): Promise<void> {
    await this.database.transaction(async (sql) => {
      if (!(await this.software.lockById(sql, softwareId))) return;
      const source = await this.sources.lock(sql, softwareId);
      const rows = (await this.identifiers.rows(sql, [softwareId])).get(softwareId) ?? [];
      for (const [origin, wanted] of this.corrected(softwareId, source ?? { type: null, settings: null }, rows))
        await this.identifiers.replace(sql, origin, new Map([[softwareId, wanted]]));
    });
  }

  /** What is to be, by each origin that has something else. */
  private corrected(id: string, source: StoredSource, rows: IdentifierRow[]): [IdentifierOrigin, Identifier[]][] {
    const origins = new Set<IdentifierOrigin>([ORIGIN, ...rows.map(({ origin }) => origin)]);
    return [...origins].flatMap((origin) => {
      const own = rows.filter((row) => row.origin === origin);
      const wanted = origin === ORIGIN ? this.wanted(id, source) : own.map(reread);
      return wanted === null || isSame(stored(wanted), uniqueIdentifiers(own)) ? [] : [[origin, wanted]];
    });
  }

  /** Null when the identifiers are unknown: the type is unknown to this version, or the settings cannot be decrypted. */
  private wanted(softwareId: string, { type, settings }: StoredSource): Identifier[] | null {
    if (type === null || settings === null) return [];
    const source = this.settings.find(type);
    if (!source) return null;
    try {
      return identifiersOf(source, this.settings.open(softwareId, source, settings));
    } catch (error) {
      if (error instanceof SecretError) return null;
      throw error;
    }
  }
}

function identifiersOf(source: Source, settings: object): Identifier[] {
  return uniqueIdentifiers((source.packageUrlsOf?.(settings) ?? []).flatMap(readable));
}

/** What cannot be read now stays. */
function reread({ type, value }: Identifier): Identifier {
  try {
    return readIdentifier(type, value);
  } catch (error) {
    if (error instanceof IdentifierError) return { type, value };
    throw error;
  }
}

/** Without identifiers that are too long to be stored. */
function readable(url: string): Identifier[] {
  try {
    return [readIdentifier('purl', url)];
  } catch (error) {
    if (error instanceof IdentifierError) return [];
    throw error;
  }
}

const isSame = (one: Identifier[], other: Identifier[]) =>
  one.length === other.length && one.every((identifier, at) => keyOf(identifier) === keyOf(other[at]!));
