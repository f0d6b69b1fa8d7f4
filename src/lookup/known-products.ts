import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { packageOf, parsePurl } from 'inventory-reader';
import { withoutSlashes } from 'small-parts';
import {
  type AddressReading,
  madeIdentity,
  type PageCandidate,
  type ProductKey,
  productKeys,
  type SourceCandidate,
} from 'address-reader';
import { SettingsError, sortedText } from '../common/settings/settings';
import { Database, type Sql } from '../database/database';
import { firstFound } from './matching/component-matcher';
import { MatchingRepository } from './matching/matching.repository';
import { type SourceInput, SourceSettings } from '../source/polling/source-settings';
import { repositoryUrls } from '../source/sources/package-urls';
import { LookupRepository } from './lookup.repository';

const MAX_IDENTITY = 200;

type Input = Pick<SourceInput, 'type' | 'settings'>;
type Accepted = ReturnType<SourceSettings['acceptNew']>;

/** What a new product would be known by. */
export interface Known {
  /** Identity of the product. */
  identity: string;
  /** In steps, as of `productKeys`. */
  keys: ProductKey[][];
}

/** Finds the products that an address means, without asking anybody. */
@Injectable()
export class KnownProducts {
  constructor(
    private readonly database: Database,
    private readonly products: MatchingRepository,
    private readonly settings: SourceSettings,
    private readonly repository: LookupRepository,
  ) {}

  /** Ids of the products that the first of the candidates means that is known. */
  async of({ candidates, purl }: AddressReading): Promise<string[]> {
    if (purl !== null) {
      const found = await this.byKeys(this.database, productKeys({ purl, name: '' }));
      if (found.length > 0) return found;
    }
    for (const candidate of candidates) {
      const found = candidate.kind === 'source' ? await this.ofSource(candidate) : await this.ofPage(candidate);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Ids of the products that are called this. */
  named(name: string): Promise<string[]> {
    return this.byKeys(this.database, productKeys({ purl: null, name }));
  }

  /** Ids of the products that have what this source lists. */
  async ofSource(candidate: SourceCandidate): Promise<string[]> {
    // Such a source cannot be set here, so no product has it.
    const accepted = unlessUnset(() => this.settings.acceptNew(candidate));
    if (accepted === null) return this.ofPackage(candidate);
    const found = await this.byKeys(this.database, this.known(candidate, accepted).keys);
    return found.length > 0 ? found : this.bySettings(candidate, accepted);
  }

  /** @throws SettingsError */
  keysOf(input: Input): Known {
    return this.known(input, this.settings.acceptNew(input));
  }

  /** The package URL of what a source lists, also of one that the operator has not configured; null = it has none. */
  purlOf({ type, settings }: SourceCandidate): string | null {
    if (settings.server !== undefined && !URL.canParse(settings.server)) return null;
    return this.settings.find(type)?.packageUrlsOf?.(settings)[0] ?? null;
  }

  /** What somebody runs is known by its name also where its registry may not be asked. */
  private async ofPackage(candidate: SourceCandidate): Promise<string[]> {
    const purl = this.purlOf(candidate);
    return purl === null ? [] : this.byKeys(this.database, productKeys({ purl, name: '' }));
  }

  private known({ type, settings }: Input, accepted: Accepted): Known {
    const [purl] = accepted.source.packageUrlsOf?.(accepted.settings) ?? [];
    const made = purl === undefined ? null : madeIdentity(packageOf(parsePurl(purl)));
    const steps = purl === undefined ? [] : productKeys({ purl, name: '' });
    const identity = made !== null && made.length <= MAX_IDENTITY ? made : this.identityOf(type, settings);
    return { identity, keys: [...steps, [{ kind: 'identity', value: identity }]] };
  }

  /** Ids of the products that have the first of these keys, in their steps. */
  async byKeys(sql: Sql, keys: ProductKey[][]): Promise<string[]> {
    return firstFound(keys, await this.products.products(sql, keys.flat())).map(({ id }) => id);
  }

  /** Of a source that gives no package URL: by its type and its settings. */
  private identityOf(type: string, settings: unknown): string {
    const shown = this.settings.publicForm({ type, settings, interval: null });
    return `source:${type}:${createHash('sha256').update(sortedText(shown)).digest('base64url')}`;
  }

  /** A page that is the setting of a source: a feed, a document, a repository. */
  private async ofPage({ url, repository }: PageCandidate): Promise<string[]> {
    const named = repository === null ? [] : repositoryUrls(`${new URL(url).host}/${repository}`.toLowerCase());
    const steps = named.map((purl) => productKeys({ purl, name: '' })).flat();
    const found = await this.byKeys(this.database, steps);
    if (found.length > 0) return found;
    const isIt = (value: unknown) => typeof value === 'string' && withoutSlashes(value) === withoutSlashes(url);
    return this.at(new URL(url).host, null, (shown) => Object.values(shown).some(isIt));
  }

  private async bySettings(candidate: SourceCandidate, { source, settings }: Accepted): Promise<string[]> {
    const wanted = sortedText(this.settings.publicForm({ ...candidate, interval: null }));
    const host = await this.settings.hostOf(source, settings);
    return this.at(host, candidate.type, (shown) => sortedText(shown) === wanted);
  }

  /** Ids of the products with a source at a host, of one type if it is given, whose settings without secrets are wanted. */
  private async at(host: string, type: string | null, isWanted: (shown: object) => boolean): Promise<string[]> {
    const rows = (await this.repository.sourcesAt(host)).filter((row) => type === null || row.type === type);
    return rows.flatMap((row) => {
      const { software_id: id, settings } = row;
      const shown = unlessUnset(() => this.settings.openPublic(id, this.settings.stored(id, row).source, settings));
      return shown !== null && isWanted(shown) ? [id] : [];
    });
  }
}

/** null = such a source cannot be set here, or its settings cannot be read. */
function unlessUnset<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof SettingsError) return null;
    throw error;
  }
}
