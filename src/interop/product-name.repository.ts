import { Injectable } from '@nestjs/common';
import { isId } from '../common/ids';
import { groupBy } from '../common/list/nested';
import { foldName, isLonger } from '../common/text';
import { Database, type Parameter } from '../database/database';
import { pagesOf, placeholders } from '../database/rows';
import { IdentifierError, parseIdentifier } from '../software/identifier/identifier';

/** Prefix of the identity of products that came from endoflife.date. */
const ENDOFLIFE = 'endoflife:';
const MAX_NAME = 512;
/** What a path has without being encoded, and means one name only. */
const PLAIN = /^[a-z0-9][a-z0-9._+-]*$/;

export interface NamedProduct {
  id: string;
  identity: string;
  name_key: string;
}

/** How other tools name products: one text, which has to mean the same product each time. */
@Injectable()
export class ProductNameRepository {
  constructor(private readonly database: Database) {}

  /**
   * The id of the one product that this text names: an id; the identity of a catalogue record (`winget:Mozilla.Firefox`); an identifier
   * (`pkg:npm/express`); a name of endoflife.date; the product's name, also with `-` for spaces; an alias. The first of these that any product
   * has decides. One statement, by the indexes PRIMARY, software_identity, software_name and software_identifier_value.
   * @returns null when there is none, or more than one
   */
  async find(text: string): Promise<string | null> {
    if (text === '' || isLonger(text, MAX_NAME)) return null;
    if (isId(text)) return this.first([{ where: 'software WHERE id = ?', values: [text.toLowerCase()] }]);
    const name = foldName(text);
    const identifier = identifierIn(text);
    return this.first([
      { where: 'software WHERE identity = ?', values: [text] },
      ...(identifier ? [identified(identifier.type, identifier.value)] : []),
      { where: 'software WHERE identity = ?', values: [ENDOFLIFE + name] },
      { where: 'software WHERE name_key IN (?, ?)', values: [name, name.replaceAll('-', ' ')] },
      identified('alias', name),
    ]);
  }

  private async first(ways: { where: string; values: Parameter[]; id?: string }[]): Promise<string | null> {
    const parts = ways.map(
      ({ where, id = 'id' }, place) =>
        `SELECT * FROM (SELECT DISTINCT ${id} AS id, ${place} AS place FROM ${where} LIMIT 2) way${place}`,
    );
    const rows = await this.database.query<{ id: string; place: number }>(
      `SELECT id, place FROM (${parts.join(' UNION ALL ')}) named ORDER BY place`,
      ways.flatMap(({ values }) => values),
    );
    const best = rows.filter(({ place }) => place === rows[0]!.place);
    return best.length === 1 ? best[0]!.id : null;
  }

  /**
   * A name of each of these products, by which `find` finds it: that of endoflife.date, or the product's own with `-` for spaces if it is
   * plain and no other product can be meant, or else the id.
   */
  async namesOf(products: NamedProduct[]): Promise<Map<string, string>> {
    const wanted = new Map(products.map((one) => [one.id, wantedName(one)]));
    const own = [...new Set([...wanted.values()].flatMap((name) => name.own ?? []))];
    const meant = groupBy(await this.meanings(own), ({ name }) => name);
    return new Map(
      [...wanted].map(([id, name]) => {
        if (name.own === null) return [id, name.sure ?? id];
        const ids = new Set(meant.get(name.own)?.map((row) => row.id));
        return [id, ids.size === 1 && ids.has(id) ? name.own : id];
      }),
    );
  }

  /** Products that are called so, or have this name at endoflife.date. */
  private async meanings(names: string[]): Promise<{ name: string; id: string }[]> {
    const found: { name: string; id: string }[] = [];
    for (const page of pagesOf(names)) {
      const spellings = [...new Set(page.flatMap((name) => [name, name.replaceAll('-', ' ')]))];
      const rows = await this.database.query<NamedProduct>(
        `SELECT id, identity, name_key FROM software WHERE name_key IN (${placeholders(spellings.length)})
         UNION SELECT id, identity, name_key FROM software WHERE identity IN (${placeholders(page.length)})`,
        [...spellings, ...page.map((name) => ENDOFLIFE + name)],
      );
      for (const { id, identity, name_key } of rows) {
        found.push({ name: name_key.replaceAll(' ', '-'), id });
        if (identity.startsWith(ENDOFLIFE)) found.push({ name: identity.slice(ENDOFLIFE.length), id });
      }
    }
    return found;
  }
}

const identified = (type: string, value: string) => ({
  where: 'software_identifier WHERE type = ? AND value = ?',
  values: [type, value],
  id: 'software_id',
});

function identifierIn(text: string) {
  try {
    return parseIdentifier(text);
  } catch (error) {
    if (error instanceof IdentifierError) return null;
    throw error;
  }
}

/** `own`: to be checked against other products. */
function wantedName({ identity, name_key }: NamedProduct): { sure: string | null; own: string | null } {
  if (identity.startsWith(ENDOFLIFE)) {
    const name = identity.slice(ENDOFLIFE.length);
    return { sure: PLAIN.test(name) ? name : null, own: null };
  }
  const own = name_key.replaceAll(' ', '-');
  return { sure: null, own: PLAIN.test(own) && (!name_key.includes('-') || own === name_key) ? own : null };
}
