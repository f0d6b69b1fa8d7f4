import { Injectable } from '@nestjs/common';
import { squeeze } from '../../common/search/search-text';
import type { Sql } from '../../database/database';
import { pagesOf } from '../../database/rows';
import type { NamedProduct } from './match';
import { NearestRepository } from './matching.repository';

/** Names that are looked up; a list of what is missing shows no more. */
const MAX_NAMES = 1_000;
/** Of those, names that are also searched for by their beginning and for typing errors, which takes a statement or three each. */
const MAX_SEARCHED = 50;

/** For names that no product has: the product whose name is most like each of them. It is a hint for people, and never a match. */
@Injectable()
export class NearestProducts {
  constructor(private readonly repository: NearestRepository) {}

  async find(sql: Sql, names: string[]): Promise<Map<string, NamedProduct>> {
    const wanted = [...new Set(names)].slice(0, MAX_NAMES).map((name) => ({ name, text: lastPart(name) }));
    const found = new Map<string, NamedProduct>();
    for (const page of pagesOf(wanted)) {
      const byTerm = await this.repository.named(
        sql,
        page.map(({ text }) => squeeze(text)),
      );
      for (const { name, text } of page) add(found, name, byTerm.get(squeeze(text)));
    }
    const missing = wanted.filter(({ name }) => !found.has(name)).slice(0, MAX_SEARCHED);
    for (const { name, text } of missing) add(found, name, await this.repository.searched(sql, text));
    return found;
  }
}

function add(found: Map<string, NamedProduct>, name: string, product: NamedProduct | undefined): void {
  if (product !== undefined) found.set(name, product);
}

/** The name without its scope, group, owner or registry. */
const lastPart = (name: string) => name.split(/[/:]/).filter(Boolean).at(-1) ?? name;
