import { Injectable } from '@nestjs/common';
import { ForeignBody } from '../common/api/foreign-body';
import type { Links } from '../common/api/links';
import type { Owner } from '../common/identity/actor';
import { Problem } from '../common/problem/problem';
import { toApiTimestamp } from '../common/time/utc-timestamp';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { LifecycleRepository } from '../lifecycle/lifecycle.repository';
import type { Cycle } from '../lifecycle/product-cycle';
import { IDENTIFIER_TYPES } from '../software/identifier/identifier';
import {
  type KnownIdentifier,
  SoftwareIdentifierRepository,
} from '../software/identifier/software-identifier.repository';
import { CATEGORY, inEolOrder, labelsOf, phasesOf, releaseOf, SCHEMA_VERSION } from './eol-format';
import { type EolProductRow, EolRepository } from './eol.repository';
import { ProductNameRepository } from './product-name.repository';

/** Products of a list. */
export const PRODUCTS_AT_MOST = 2_000;
/** Release cycles of an answer that has them all. */
export const CYCLES_AT_MOST = 20_000;
/** Aliases are no identifiers there. */
const TYPES = IDENTIFIER_TYPES.filter((type) => type !== 'alias');

/** A product with its name in the format. */
interface Listed extends EolProductRow {
  slug: string;
  tags: string[];
}

interface Listing {
  products: Listed[];
  isCut: boolean;
}

/** What is known of products, as API v1 of endoflife.date says it. */
@Injectable()
export class EolService {
  constructor(
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    private readonly repository: EolRepository,
    private readonly names: ProductNameRepository,
    private readonly lifecycles: LifecycleRepository,
    private readonly identifiers: SoftwareIdentifierRepository,
    private readonly config: Config,
  ) {}

  index(links: Links): Promise<ForeignBody> {
    return this.uris(['products', 'categories', 'tags', 'identifiers'].map((name) => uriOf(links, name, name)));
  }

  async products(caller: Owner, links: Links): Promise<ForeignBody> {
    const listing = await this.listing(caller);
    return this.summaries(listing, links);
  }

  async inCategory(caller: Owner, category: string, links: Links): Promise<ForeignBody> {
    if (category !== CATEGORY) throw Problem.notFound('category');
    return this.products(caller, links);
  }

  categories(links: Links): Promise<ForeignBody> {
    return this.uris([uriOf(links, CATEGORY, 'categories', CATEGORY)]);
  }

  async tags(caller: Owner, links: Links): Promise<ForeignBody> {
    const { products, isCut } = await this.listing(caller);
    const tags = [...new Set(products.flatMap((product) => product.tags))].sort();
    return this.uris(
      tags.map((tag) => uriOf(links, tag, 'tags', tag)),
      isCut,
    );
  }

  async withTag(caller: Owner, tag: string, links: Links): Promise<ForeignBody> {
    const { products, isCut } = await this.listing(caller);
    const having = products.filter((product) => product.tags.includes(tag));
    if (having.length === 0) throw Problem.notFound('tag');
    return this.summaries({ products: having, isCut }, links);
  }

  /** All products with all their cycles. */
  async full(caller: Owner, links: Links): Promise<ForeignBody> {
    const { products, isCut } = await this.listing(caller);
    let cycles = 0;
    const fitting = products.filter((product) => (cycles += product.cycles) <= CYCLES_AT_MOST);
    const details = await this.details(fitting, links);
    return this.list(
      details.map(({ result }) => result),
      isCut || fitting.length < products.length,
    );
  }

  async product(caller: Owner, name: string, links: Links): Promise<ForeignBody> {
    const found = await this.find(caller, name);
    const { result } = (await this.details([found], links))[0]!;
    const facts = { last_modified: toApiTimestamp(found.updated_at), result };
    return this.answer(facts);
  }

  /** @param cycle its name, or `latest` */
  async release(caller: Owner, name: string, cycle: string, links: Links): Promise<ForeignBody> {
    const found = await this.find(caller, name);
    const { result } = (await this.details([found], links))[0]!;
    const release =
      result.releases.find((one) => one.name === cycle) ?? (cycle === 'latest' ? result.releases[0] : null);
    if (!release) throw Problem.notFound('release cycle');
    return this.answer({ result: release });
  }

  identifierTypes(links: Links): Promise<ForeignBody> {
    return this.uris(TYPES.map((type) => uriOf(links, type, 'identifiers', type)));
  }

  async identifiersOf(caller: Owner, type: string, links: Links): Promise<ForeignBody> {
    if (!TYPES.some((known) => known === type)) throw Problem.notFound('identifier type');
    const { products, isCut } = await this.listing(caller);
    const known = await this.identifiers.find(products.map(({ id }) => id));
    const result = products.flatMap(({ id, slug }) =>
      (known.get(id) ?? [])
        .filter((one) => one.type === type)
        .map((one) => ({ identifier: textOf(one), product: uriOf(links, slug, 'products', slug) })),
    );
    return this.list(result, isCut);
  }

  private async listing({ userId }: Owner): Promise<Listing> {
    const rows = await this.repository.listed(userId, PRODUCTS_AT_MOST + 1);
    const tags = await this.repository.tags(userId);
    return {
      products: await this.named(rows.slice(0, PRODUCTS_AT_MOST), tags),
      isCut: rows.length > PRODUCTS_AT_MOST,
    };
  }

  private async named(rows: EolProductRow[], tags: Map<string, string[]>): Promise<Listed[]> {
    const names = await this.names.namesOf(rows);
    return rows.map((row) => ({
      ...row,
      slug: names.get(row.id)!,
      tags: [...new Set([CATEGORY, tagOf(row.publisher), ...(tags.get(row.id) ?? [])])].filter((tag) => tag !== ''),
    }));
  }

  private async find({ userId }: Owner, name: string): Promise<Listed> {
    const id = await this.names.find(name);
    const row = id === null ? null : await this.repository.product(id);
    if (!row) throw Problem.notFound('product');
    return (await this.named([row], await this.repository.tags(userId)))[0]!;
  }

  private async summaries({ products, isCut }: Listing, links: Links): Promise<ForeignBody> {
    const known = await this.identifiers.find(products.map(({ id }) => id));
    const result = products.map((product) => ({
      ...summaryOf(product, known.get(product.id) ?? []),
      uri: uriOf(links, product.slug, 'products', product.slug).uri,
    }));
    return this.list(result, isCut);
  }

  private async details(products: Listed[], links: Links) {
    const ids = products.map(({ id }) => id);
    const cycles = await this.lifecycles.find(ids);
    const days = await this.repository.latestDays([...cycles.keys()]);
    const known = await this.identifiers.find(ids);
    const today = await this.clock.today(this.database);
    return products.map((product) => ({
      result: {
        ...summaryOf(product, known.get(product.id) ?? []),
        versionCommand: null,
        identifiers: (known.get(product.id) ?? [])
          .filter(({ type }) => type !== 'alias')
          .map((one) => ({ id: textOf(one), type: one.type })),
        ...cyclesOf(cycles.get(product.id) ?? [], days, today),
        links: { icon: null, html: this.pageOf(product, links), releasePolicy: null },
      },
    }));
  }

  private pageOf({ id }: Listed, links: Links): string {
    return this.config.web ? links.app(`software/${id}`) : links.software(id);
  }

  private uris(result: Uri[], isCut = false): Promise<ForeignBody> {
    return this.list(result, isCut);
  }

  /** @param isCut whether there is more than an answer has */
  private list(result: object[], isCut: boolean): Promise<ForeignBody> {
    return this.answer({ total: result.length, ...(isCut ? { truncated: true } : {}), result });
  }

  private async answer(facts: object): Promise<ForeignBody> {
    const generated_at = toApiTimestamp(await this.clock.now(this.database));
    return new ForeignBody({ schema_version: SCHEMA_VERSION, generated_at, ...facts }, facts);
  }
}

interface Uri {
  name: string;
  uri: string;
}

const uriOf = (links: Links, name: string, ...path: string[]): Uri => ({
  name,
  uri: links.app(`api/eol/v1/${path.map(encodeURIComponent).join('/')}`),
});

const summaryOf = ({ slug, name, tags }: Listed, known: KnownIdentifier[]) => ({
  name: slug,
  label: name,
  aliases: known.filter(({ type, value }) => type === 'alias' && value !== slug).map(({ value }) => value),
  category: CATEGORY,
  tags,
});

const cyclesOf = (cycles: Cycle[], days: Map<string, string>, today: string) => {
  const phases = phasesOf(cycles);
  return {
    labels: labelsOf(phases),
    releases: inEolOrder(cycles).map((cycle) => releaseOf(cycle, phases, today, days.get(cycle.id) ?? null)),
  };
};

/** A package URL begins with its type already. */
const textOf = ({ type, value }: KnownIdentifier) => (type === 'cpe' ? `cpe:/${value}` : value);

const tagOf = (publisher: string) =>
  publisher
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
