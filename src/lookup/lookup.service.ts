import { Injectable } from '@nestjs/common';
import { AddressError, type AddressReading, readAddress, type Registries } from 'address-reader';
import type { Links } from '../api/endpoint/links';
import type { Owner } from '../api/identity/actor';
import { Problem } from '../api/problem/problem';
import { SettingsError } from '../common/settings/settings';
import { Config } from '../config/config';
import type { Scope } from '../config/scopes';
import type { SoftwareResponse } from '../software/dto/software.response';
import { SoftwareService } from '../software/software.service';
import { SourceError } from '../common/fetch/source-error';
import { sourceProblem } from '../source/preview/source-problem';
import { RegistrySource } from '../source/sources/addressed-source';
import { SourceRegistry } from '../source/sources/source-registry';
import { EmptySource } from './address-resolver';
import type { AddProductDto } from './dto/add-product.dto';
import type { AddedProductResponse, LookupResponse } from './dto/lookup.response';
import { KnownProducts } from './known-products';
import { LookupLimit } from './lookup-limit';
import { NewProduct, type Prepared, type Wanted } from './new-product';
import { type Added, type Adder, ProductAdder } from './product-adder';

const INCLUDES = new Set(['includePublisher', 'includeLatestVersion', 'includeFreshness', 'includeFavorite']);
const MAX_PRODUCTS = 10;

/** What the caller gives, and where it is given. */
interface Question extends Wanted {
  address: string;
  place: 'query' | 'body';
}

/** What an address means here. */
export interface KnownAddress {
  reading: AddressReading;
  /** Of the products that have it. */
  ids: string[];
  /** The package URL of what it names; null = it says none. */
  purl: string | null;
}

/** Finds and adds products by their addresses. */
@Injectable()
export class LookupService {
  constructor(
    private readonly config: Config,
    private readonly sources: SourceRegistry,
    private readonly products: KnownProducts,
    private readonly newProducts: NewProduct,
    private readonly adder: ProductAdder,
    private readonly software: SoftwareService,
    private readonly limit: LookupLimit,
  ) {}

  /** @throws Problem invalid-query, forbidden, too-many-requests, and those of sources */
  async find(caller: Adder, given: Omit<Question, 'place'>, links: Links): Promise<LookupResponse> {
    const question: Question = { ...given, place: 'query' };
    const reading = this.read(question);
    const base = { products: [], preview: null, choices: [], version: reading.version, may_add: this.mayAdd(caller) };
    const ids = await this.products.of(reading);
    const found = ids.length > 0 ? { known: ids } : await this.prepare(caller, question, reading);
    if ('known' in found) return { ...base, state: 'known', products: await this.shown(caller, found.known, links) };
    if ('choices' in found) return { ...base, state: 'choice', choices: found.choices };
    return { ...base, state: 'new', preview: this.newProducts.preview(found) };
  }

  /** @throws Problem invalid-body, conflict, forbidden, limit-reached, too-many-requests, and those of sources */
  async add(caller: Adder, given: AddProductDto, links: Links): Promise<AddedProductResponse> {
    const { address } = given;
    const { softwareId, created } =
      address === undefined
        ? await this.addNamed(caller, given)
        : await this.place(caller, { ...given, address }, given, await this.known(address));
    return { created, product: await this.software.get(readerOf(caller), softwareId, INCLUDES, links) };
  }

  /** What has no address is known by its name. */
  private async addNamed(caller: Adder, { name, version, form }: AddProductDto): Promise<Added> {
    if (name === undefined) throw Problem.field('address', 'is missing: give it, or the name of what has no address');
    if (form !== undefined) throw Problem.field('form', 'belongs to an address');
    const ids = await this.products.named(name);
    if (ids.length > 0) return this.adder.keep(caller, only(ids), version);
    this.assertMayAdd(caller);
    return this.adder.addNamed(caller, { name, version });
  }

  /** As `add`, without a favorite: the id of the product. @param known of the address */
  async addAlone(
    caller: Adder,
    given: Pick<AddProductDto, 'version'> & { address: string },
    known: KnownAddress,
  ): Promise<string> {
    return (await this.place(caller, given, {}, known)).softwareId;
  }

  /** What is known of an address, without asking anybody. @throws Problem invalid-body */
  async known(address: string): Promise<KnownAddress> {
    const reading = this.read({ address, place: 'body' });
    const [candidate] = reading.candidates;
    const purl = reading.purl ?? (candidate?.kind === 'source' ? this.products.purlOf(candidate) : null);
    return { reading, ids: await this.products.of(reading), purl };
  }

  /** @param kept what a new product is called, and the version of the favorite */
  private async place(
    caller: Adder,
    given: Omit<Question, 'place'>,
    kept: Pick<AddProductDto, 'name' | 'version'>,
    { reading, ids }: KnownAddress,
  ): Promise<Added> {
    const question: Question = { ...given, place: 'body' };
    const found = ids.length > 0 ? { known: ids } : await this.prepare(caller, question, reading);
    if ('choices' in found) {
      const choices = found.choices.map(({ address }) => address);
      throw new Problem(
        'invalid-body',
        'address: has several products; give one of `choices`',
        [{ field: 'address', message: 'has several products; give one of `choices`' }],
        {},
        { choices },
      );
    }
    return 'known' in found
      ? this.adder.keep(caller, only(found.known), kept.version)
      : this.adder.add(caller, found, kept);
  }

  private read({ address, place }: Pick<Question, 'address' | 'place'>): AddressReading {
    try {
      return readAddress(address, this.registries());
    } catch (error) {
      if (!(error instanceof AddressError)) throw error;
      throw place === 'query' ? Problem.parameter('address', error.message) : Problem.field('address', error.message);
    }
  }

  private async prepare(caller: Adder, question: Question, reading: AddressReading): Promise<Prepared> {
    this.assertMayAdd(caller);
    try {
      return await this.limit.inTurn(caller, () =>
        this.newProducts.prepare(reading, question, () => this.limit.take(caller)),
      );
    } catch (error) {
      throw problemOf(error, question.place);
    }
  }

  private mayAdd({ scopes }: { scopes: ReadonlySet<Scope> }): boolean {
    return scopes.has('catalogue:write') || (this.config.productsByUsers && scopes.has('write'));
  }

  private assertMayAdd(caller: Adder): void {
    if (this.mayAdd(caller)) return;
    const scope = this.config.productsByUsers ? 'write' : 'catalogue:write';
    throw new Problem(
      'forbidden',
      `No product is known by this. To look it up and add it needs the scope ${scope}${scope === 'write' ? '' : ', as the operator has decided (PRODUCTS_BY_USERS=off)'}.`,
    );
  }

  private async shown(caller: Adder, ids: string[], links: Links): Promise<SoftwareResponse[]> {
    const shown: SoftwareResponse[] = [];
    for (const id of ids.slice(0, MAX_PRODUCTS))
      shown.push(await this.software.get(readerOf(caller), id, INCLUDES, links));
    return shown;
  }

  private registries(): Registries {
    const found = this.sources.all().filter((source) => source instanceof RegistrySource);
    return Object.fromEntries(found.map(({ type, home }) => [type, home]));
  }
}

/** The command line has no favorites of its own. */
const readerOf = ({ userId }: Adder): Owner => ({ userId: userId ?? '' });

/** @throws Problem conflict */
function only(ids: string[]): string {
  if (ids.length === 1) return ids[0]!;
  throw new Problem(
    'conflict',
    'Several products are known by this: choose one of `products`.',
    [],
    {},
    { products: ids },
  );
}

function problemOf(error: unknown, place: 'query' | 'body'): unknown {
  if (error instanceof SourceError) return sourceProblem(error);
  if (error instanceof EmptySource)
    return new Problem(
      'source-empty',
      'It is there, and has no releases and no tags. Add it when the first version is out, or give another address of the product.',
    );
  if (!(error instanceof SettingsError)) return error;
  const [{ field, message }] = error.problems as [{ field: string; message: string }];
  const text = field === 'server' && /operator/.test(message) ? UNCONFIGURED : message;
  return place === 'query' ? Problem.parameter('address', text) : Problem.field('address', text);
}

const UNCONFIGURED =
  'is that of a package in a registry that the operator has not configured: ask the operator to set it, or give the address of the repository';
