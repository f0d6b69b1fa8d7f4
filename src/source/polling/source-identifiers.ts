import { Injectable } from '@nestjs/common';
import { SecretError } from '../../common/secret-box';
import { Database, type Transaction } from '../../database/database';
import {
  type Identifier,
  IdentifierError,
  keyOf,
  readIdentifier,
  uniqueIdentifiers,
} from '../../software/identifier/identifier';
import { SoftwareIdentifierRepository } from '../../software/identifier/software-identifier.repository';
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
   * Corrects those of all products: of sources that an older version of the service has written, or from which more follows now. Any number
   * of processes may do it at once.
   * @returns how many products were corrected
   */
  async correct(signal?: AbortSignal): Promise<number> {
    let corrected = 0;
    for (let after = ''; !signal?.aborted;) {
      const page = await this.sources.ofProducts(after, PAGE);
      const stored = await this.identifiers.ofOrigin(
        ORIGIN,
        page.map(({ software_id: id }) => id),
      );
      for (const product of page) {
        const wanted = this.wanted(product.software_id, product);
        if (wanted === null || isSame(wanted, uniqueIdentifiers(stored.get(product.software_id) ?? []))) continue;
        await this.correctOne(product.software_id);
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
      const wanted = this.wanted(softwareId, source ?? { type: null, settings: null });
      if (wanted !== null) await this.identifiers.replace(sql, ORIGIN, new Map([[softwareId, wanted]]));
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
