import { Injectable } from '@nestjs/common';
import { IdentifierError, parseIdentifier } from 'inventory-reader';
import { foldName, isLonger } from 'small-parts';
import { isId } from '../../common/ids';
import { momentText } from '../../common/time/utc-timestamp';
import type { RowOf } from '../../database/row-of';
import type { Version } from '../../version/versions/version.entity';
import { Database, type Parameter } from '../../database/database';

/** Prefix of the identity of products that came from endoflife.date. */
const ENDOFLIFE = 'endoflife:';
const MAX_NAME = 512;

export interface RenovateVersion extends RowOf<Version, 'version' | 'releasedAt' | 'prerelease' | 'notesUrl'> {
  /** Withdrawn by its source, or listed there without being offered. */
  withdrawn: number;
}

/** Products as Renovate names and reads them: by one text, which has to mean the same product each time. */
@Injectable()
export class RenovateRepository {
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

  async homepage(softwareId: string): Promise<string | null> {
    const rows = await this.database.query<{ url: string | null }>('SELECT url FROM software WHERE id = ?', [
      softwareId,
    ]);
    return rows[0]?.url ?? null;
  }

  /** The highest ones, the newest first, without what the product ignores and own versions of users. Index: version_listed. */
  versions(softwareId: string, limit: number): Promise<RenovateVersion[]> {
    return this.database.query(
      `SELECT v.version, ${momentText('v.released_at')} AS released_at, v.prerelease, v.notes_url,
         (v.removed_at IS NOT NULL OR v.left_out IS NOT NULL) AS withdrawn
       FROM version v WHERE v.software_id = ? AND v.hidden = 0
         AND (v.release_rank > 0 OR v.removed_at IS NOT NULL OR v.left_out IS NOT NULL)
       ORDER BY v.software_id DESC, v.hidden DESC, v.version_key DESC, v.id DESC LIMIT ${limit}`,
      [softwareId],
    );
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
