import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids';
import { foldName } from '../common/text';
import type { Sql } from '../database/database';
import { databaseNow } from '../database/database-clock';
import { insertRows, pagesOf, placeholders } from '../database/rows';

/** What a record says of a product; null = it does not say, which changes nothing. */
export interface SoftwareFacts {
  /** `<kind>:<id>` of its source; null = known by publisher and name. */
  source: string | null;
  publisherId: string;
  name: string;
  shortDescription: string | null;
  description: string | null;
  url: string | null;
  /** How its versions are ordered: columns of the table, checked; null = the record does not say. */
  ordering?: SoftwareOrdering | null;
}

/** The columns that decide the order of a product's versions; what they mean is the version folder's business. */
export interface SoftwareOrdering {
  scheme: string;
  calver_pattern: string | null;
  tag_pattern: string | null;
  ignore_pattern: string | null;
  prerelease_pattern: string | null;
}

interface Row extends SoftwareOrdering {
  id: string;
  publisher_id: string;
  identity: string;
  name: string;
  name_key: string;
  short_description: string | null;
  description: string | null;
  url: string | null;
  ordering_revision: number;
}

const COLUMNS = [
  'id',
  'publisher_id',
  'identity',
  'name',
  'name_key',
  'short_description',
  'description',
  'url',
  'scheme',
  'calver_pattern',
  'tag_pattern',
  'ignore_pattern',
  'prerelease_pattern',
  'ordering_revision',
] as const;

/** No revision of the ordering made its keys: they are to be made anew. */
const NO_REVISION = 0;
const DEFAULT_ORDERING: SoftwareOrdering = {
  scheme: 'generic',
  calver_pattern: null,
  tag_pattern: null,
  ignore_pattern: null,
  prerelease_pattern: null,
};

export interface WrittenSoftware {
  id: string;
  state: 'added' | 'changed' | 'same';
}

/** The only writer of the software table. */
@Injectable()
export class SoftwareWriter {
  /**
   * Adds the products that are not there, changes those whose facts changed, and holds all of them until the transaction
   * ends: who writes versions of a product waits for whoever writes them now, so that both see each other's for "latest".
   * @returns one entry for each of `facts`, in their order
   */
  async write(sql: Sql, facts: SoftwareFacts[]): Promise<WrittenSoftware[]> {
    const known = await this.find(sql, facts);
    const added: Row[] = [];
    const results = facts.map((one) => {
      const row = known.match(one);
      if (row) return { row, state: merge(row, one) ? ('changed' as const) : ('same' as const) };
      const created = newRow(one);
      known.add(created);
      added.push(created);
      return { row: created, state: 'added' as const };
    });
    await this.insert(sql, added);
    for (const { row, state } of results) if (state === 'changed') await this.update(sql, row);
    return results.map(({ row, state }) => ({ id: row.id, state }));
  }

  /** Holds a product until the transaction ends, as `write` does. @returns whether there is such a product */
  async hold(sql: Sql, id: string): Promise<boolean> {
    const rows = await sql.query(`SELECT id FROM software WHERE id = ? ${sql.dialect.forUpdate}`, [id]);
    return rows.length > 0;
  }

  /** Holds them until the transaction ends and has their keys made anew by the next write of their versions. */
  async holdForRekey(sql: Sql, ids: string[], ordering?: SoftwareOrdering): Promise<void> {
    const among = `id IN (${placeholders(ids.length)})`;
    await sql.query(`SELECT id FROM software WHERE ${among} ORDER BY id ${sql.dialect.forUpdate}`, ids);
    const columns = Object.entries(ordering ?? {});
    const assignments = [...columns.map(([column]) => `${column} = ?`), `ordering_revision = ${NO_REVISION}`];
    await sql.execute(`UPDATE software SET ${assignments.join(', ')} WHERE ${among}`, [
      ...columns.map(([, value]) => value as string | null),
      ...ids,
    ]);
  }

  /** What changed in their versions, and the latest of each; null = none counts. Called by whoever changed them, in the same transaction. */
  async setLatest(sql: Sql, latest: Map<string, string | null>): Promise<void> {
    const { dialect } = sql;
    const statement = dialect.updateJoined('software', {
      source: dialect.givenRows({ software_id: 'text', version_id: 'text' }),
      on: 'software.id = e.software_id',
      set: `updated_at = ${dialect.now}, latest_version_id = e.version_id`,
      where: '1 = 1',
    });
    for (const page of pagesOf([...latest])) await sql.execute(statement, [JSON.stringify(page)]);
  }

  private async find(sql: Sql, facts: SoftwareFacts[]): Promise<KnownSoftware> {
    const rows: Row[] = [];
    const select = `SELECT ${COLUMNS.join(', ')} FROM software WHERE`;
    const identities = [...new Set(facts.map(identityOf))].sort();
    for (const page of pagesOf(identities))
      rows.push(
        ...(await sql.query<Row>(
          `${select} identity IN (${placeholders(page.length)}) ORDER BY id ${sql.dialect.forUpdate}`,
          page,
        )),
      );
    for (const one of facts.filter(({ source }) => source === null))
      rows.push(
        ...(await sql.query<Row>(`${select} publisher_id = ? AND name_key = ? ORDER BY id ${sql.dialect.forUpdate}`, [
          one.publisherId,
          foldName(one.name),
        ])),
      );
    return new KnownSoftware(rows);
  }

  private async insert(sql: Sql, added: Row[]): Promise<void> {
    if (added.length === 0) return;
    const now = await databaseNow(sql);
    const rows = added.map((row) => [...COLUMNS.map((column) => row[column]), now, now]);
    // A duplicate key here means that another process adds the same product right now: the caller runs the whole again.
    await insertRows(sql, 'software', [...COLUMNS, 'created_at', 'updated_at'], rows);
  }

  private async update(sql: Sql, row: Row): Promise<void> {
    const columns = COLUMNS.filter((column) => column !== 'id' && column !== 'identity');
    await sql.execute(
      `UPDATE software SET ${columns.map((column) => `${column} = ?`).join(', ')}, updated_at = ${sql.dialect.now}
       WHERE id = ?`,
      [...columns.map((column) => row[column]), row.id],
    );
  }
}

/** Finds a record's product: by its source when the record names one, else by publisher and name. */
class KnownSoftware {
  private readonly byIdentity = new Map<string, Row>();
  private readonly byName = new Map<string, Row>();

  constructor(rows: Row[]) {
    rows.forEach((row) => this.add(row));
  }

  add(row: Row): void {
    this.byIdentity.set(row.identity, row);
    const name = nameOf(row.publisher_id, row.name_key);
    if (!this.byName.has(name)) this.byName.set(name, row);
  }

  match(facts: SoftwareFacts): Row | undefined {
    const exact = this.byIdentity.get(identityOf(facts));
    return (
      exact ?? (facts.source === null ? this.byName.get(nameOf(facts.publisherId, foldName(facts.name))) : undefined)
    );
  }
}

const nameOf = (publisherId: string, nameKey: string) => `${publisherId} ${nameKey}`;

function identityOf(facts: SoftwareFacts): string {
  if (facts.source !== null) return facts.source;
  const name = nameOf(facts.publisherId, foldName(facts.name));
  return `name:${createHash('sha256').update(name).digest('hex')}`;
}

const newRow = (facts: SoftwareFacts): Row => ({
  id: newId(),
  publisher_id: facts.publisherId,
  identity: identityOf(facts),
  name: facts.name,
  name_key: foldName(facts.name),
  short_description: facts.shortDescription,
  description: facts.description,
  url: facts.url,
  ...(facts.ordering ?? DEFAULT_ORDERING),
  ordering_revision: NO_REVISION,
});

/** @returns whether anything changed */
function merge(row: Row, facts: SoftwareFacts): boolean {
  const said: Partial<Row> = { name: facts.name, name_key: foldName(facts.name), publisher_id: facts.publisherId };
  if (facts.shortDescription !== null) said.short_description = facts.shortDescription;
  if (facts.description !== null) said.description = facts.description;
  if (facts.url !== null) said.url = facts.url;
  if (facts.ordering) Object.assign(said, facts.ordering);
  const changed = (Object.keys(said) as (keyof Row)[]).some((fact) => said[fact] !== row[fact]);
  const reordered =
    facts.ordering && Object.entries(facts.ordering).some(([name, value]) => row[name as keyof Row] !== value);
  Object.assign(row, said, reordered ? { ordering_revision: NO_REVISION } : {});
  return changed;
}
