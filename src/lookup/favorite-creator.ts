import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { type Component, formatPurl, parsePurl, PurlError } from 'inventory-reader';
import { lockUser } from '../access/user/user.repository';
import type { Principal } from '../api/identity/principal';
import { Problem } from '../api/problem/problem';
import { Database } from '../database/database';
import { toBulkProblem } from '../favorite/bulk/dto/bulk.response';
import { FavoriteService } from '../favorite/favorite.service';
import { ComponentMatcher, MAX_CANDIDATES, nameOf } from './matching/component-matcher';
import type { NamedSoftware } from '../software/dto/named-software';
import type { Match } from './matching/match';
import { MatchingRepository } from './matching/matching.repository';
import type { CreateFavoritesDto, NamedFavoriteDto } from './dto/create-favorites.dto';
import type { CreatedFavorite, CreateFavoritesAnswer } from './dto/create-favorites.response';
import { type KnownAddress, LookupService } from './lookup.service';

/** Milliseconds in which one request begins to look up addresses: proxies wait for a minute. */
const LOOKING_UP = 25_000;

/** One of the request, as far as it is known. */
interface Entry {
  given: NamedFavoriteDto;
  component: Component;
  /** The product, where the text or an answer says so. */
  softwareId?: string;
  match?: Match;
  problem?: Problem;
}

/** The product and the version of an entry, or why there is none. */
type Meaning =
  | { software: NamedSoftware; version: string }
  | { problem: Problem; software: NamedSoftware | null; candidates: NamedSoftware[] };

const SEVERAL = 'Several products are called this. Send the id of the right one: see `candidates`.';
const UNKNOWN =
  'No product has this name, package URL or address. Give its address with `add_products`, or add it by `POST /software`.';
const OUT_OF_TIME =
  'Looking up the addresses before this one took 25 seconds. Send the same request again for the rest.';

/** Makes favorites of products that are given by their names, package URLs or addresses: each in a transaction of its own. */
@Injectable()
export class FavoriteCreator {
  constructor(
    private readonly database: Database,
    private readonly matcher: ComponentMatcher,
    private readonly products: MatchingRepository,
    private readonly lookups: LookupService,
    private readonly favorites: FavoriteService,
  ) {}

  async create(caller: Principal, input: CreateFavoritesDto): Promise<CreateFavoritesAnswer> {
    const entries = input.favorites.map(read);
    await this.match(entries);
    await this.lookUp(caller, entries, input.add_products === true);
    const answer: CreateFavoritesAnswer = { created: 0, updated: 0, kept: 0, failed: 0, favorites: [] };
    const before = new Map<string, string>();
    for (const entry of entries) {
      const one = await this.make(caller, entry, input.existing ?? 'keep', before);
      answer[one.state] += 1;
      answer.favorites.push(one);
    }
    return answer;
  }

  private async match(entries: Entry[]): Promise<void> {
    const readable = entries.filter(({ problem }) => problem === undefined);
    const ids = new Map(readable.map(({ component, softwareId }) => [component, softwareId]));
    const matches = await this.matcher.match(this.database, [...ids.keys()], (component) => ids.get(component), true);
    for (const [at, match] of matches.entries()) readable[at]!.match = match;
  }

  /** What is neither a name nor an identifier that a product has may be an address. */
  private async lookUp(caller: Principal, entries: Entry[], mayAdd: boolean): Promise<void> {
    const addsUntil = mayAdd ? performance.now() + LOOKING_UP : null;
    const found: Entry[] = [];
    for (const entry of entries) {
      const { match, softwareId } = entry;
      if (match?.state !== 'unmatched' || match.isProduct || softwareId !== undefined) continue;
      try {
        await this.place(caller, entry, addsUntil);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        entry.problem = error;
      }
      if (entry.softwareId !== undefined) found.push(entry);
    }
    await this.match(found);
  }

  /** @param addsUntil when products are not added any more, by `performance.now()`; null = never */
  private async place(caller: Principal, entry: Entry, addsUntil: number | null): Promise<void> {
    const { software: address, version } = entry.given;
    const known = await this.known(address);
    if (known === null) return;
    const { component } = entry;
    entry.component = { ...component, purl: known.purl ?? component.purl, version: version ?? known.reading.version };
    if (known.ids.length > 1) {
      const products = await this.products.byIds(this.database, known.ids.slice(0, MAX_CANDIDATES));
      entry.match = { state: 'ambiguous', candidates: [...products.values()].map(nameOf) };
    } else if (known.ids.length === 1) entry.softwareId = known.ids[0];
    else if (addsUntil !== null) {
      if (performance.now() > addsUntil) throw new Problem('too-many-requests', OUT_OF_TIME);
      const given = { address, version: entry.component.version ?? undefined };
      entry.softwareId = await this.lookups.addAlone(caller, given, known);
    }
  }

  /** @returns null for a text that is a name @throws Problem where it was to be an address */
  private async known(text: string): Promise<KnownAddress | null> {
    try {
      return await this.lookups.known(text);
    } catch (error) {
      if (error instanceof Problem && !/[/:]/.test(text)) return null;
      throw error;
    }
  }

  /** @param before by ids of products: how an entry before this one names it */
  private async make(
    caller: Principal,
    entry: Entry,
    existing: 'keep' | 'update',
    before: Map<string, string>,
  ): Promise<CreatedFavorite> {
    const { given } = entry;
    const meaning = meaningOf(entry);
    const { software } = meaning;
    const one = { given: given.software, software, favorite: null, version: null, problem: null, candidates: [] };
    if ('problem' in meaning) return { ...one, ...failed(meaning.problem), candidates: meaning.candidates };
    const first = before.get(meaning.software.id);
    if (first !== undefined)
      return { ...one, ...failed(new Problem('conflict', `It is the same product as ${first}.`)) };
    before.set(meaning.software.id, given.software);
    try {
      const wanted = { ...given, software: meaning.software.id, version: meaning.version };
      const { state, favorite } = await this.database.transaction(async (sql) => {
        await lockUser(sql, caller.userId);
        return this.favorites.ensureWithin(sql, caller, wanted, existing);
      });
      return { ...one, state, favorite: favorite.uuid, version: favorite.version.version };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { ...one, ...failed(error) };
    }
  }
}

function read(given: NamedFavoriteDto): Entry {
  const text = given.software.trim();
  const component: Component = { purl: null, name: text, version: given.version ?? null, direct: null, where: '' };
  if (isUUID(text)) return { given, component: { ...component, name: '' }, softwareId: text.toLowerCase() };
  if (!/^pkg:/i.test(text)) return { given, component };
  try {
    const purl = parsePurl(text);
    const version = given.version ?? purl.version;
    return { given, component: { ...component, purl: formatPurl(purl), name: purl.name, version } };
  } catch (error) {
    if (!(error instanceof PurlError)) throw error;
    return { given, component, problem: Problem.field('software', `is not a package URL: ${error.message}`) };
  }
}

function meaningOf({ softwareId, match, problem }: Entry): Meaning {
  const nearest = match?.state === 'unmatched' && match.nearest ? [match.nearest] : [];
  if (problem || !match)
    return { problem: problem ?? new Problem('not-found', UNKNOWN), software: null, candidates: nearest };
  switch (match.state) {
    case 'matched': {
      const software = { id: match.softwareId, name: match.softwareName };
      if (match.label !== null) return { software, version: match.label };
      return {
        software,
        problem: Problem.field('version', 'is required: the text of `software` names none'),
        candidates: [],
      };
    }
    case 'ambiguous':
      return { software: null, problem: new Problem('conflict', SEVERAL), candidates: match.candidates };
    case 'rejected':
      return { software: null, problem: Problem.field('version', `cannot be used: ${match.reason}`), candidates: [] };
    case 'unmatched': {
      if (match.isProduct)
        return {
          software: match.nearest,
          problem: Problem.field('version', `is required: ${match.reason}`),
          candidates: [],
        };
      const isId = softwareId !== undefined;
      const unknown = isId
        ? Problem.field('software', 'is not the id of any product')
        : new Problem('not-found', UNKNOWN);
      return { software: null, problem: unknown, candidates: isId ? [] : nearest };
    }
  }
}

const failed = (problem: Problem) => ({ state: 'failed' as const, problem: toBulkProblem(problem) });
