import type { Pool, RowDataPacket } from 'mysql2/promise';
import type { Answer } from './main';

/** One request under way. */
interface Asked {
  pool: Pool;
  userId: string;
  /** `http://host:port`, and the path and the query of the request. */
  origin: string;
  path: string;
  query: URLSearchParams;
}

type Row = RowDataPacket & Record<string, string | number | null>;

export function read(pool: Pool, userId: string, url: string, origin: string): Promise<Answer> {
  const start = url.indexOf('?');
  const path = start < 0 ? url : url.slice(0, start);
  const asked: Asked = {
    pool,
    userId,
    origin,
    path,
    query: new URLSearchParams(start < 0 ? '' : url.slice(start + 1)),
  };
  const [, , , resource, id, of] = path.split('/');
  if (resource === 'favorite') return favorites(asked);
  if (resource === 'publisher') return publisherSoftware(asked, id!);
  if (of === 'versions') return versions(asked, id!);
  return id === undefined ? softwarePage(asked) : oneSoftware(asked, id);
}

const rowsOf = async (asked: Asked, statement: string, parameters: string[]): Promise<Row[]> =>
  (await asked.pool.execute<Row[]>(statement, parameters))[0];

/** `2026-11-21 08:30:00.000000` as `2026-11-21T08:30:00.000000Z` */
const moment = (stored: unknown) => `${(stored as string).slice(0, 10)}T${(stored as string).slice(11)}Z`;

/** The order by `column` and id, after the row that the cursor names. */
function after(
  asked: Asked,
  column: string,
  idColumn: string,
  descending: boolean,
): { condition: string; values: string[] } {
  const cursor = asked.query.get('cursor');
  if (cursor === null) return { condition: '', values: [] };
  const [, , value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, number, string, string];
  const operator = descending ? '<' : '>';
  const condition = `AND (${column} ${operator}= ? AND (${column} ${operator} ? OR ${idColumn} ${operator} ?))`;
  return { condition, values: [value, value, id] };
}

/** A list's body and its `Link`, of rows of which there is one more than is shown when there is another page. */
function page(asked: Asked, sort: string, rows: Row[], toEntry: (row: Row) => object): Answer {
  const perPage = Number(asked.query.get('per_page'));
  const more = rows.length > perPage;
  if (more) rows.pop();
  const last = rows.at(-1);
  const cursorAt = (row: Row, back: number) =>
    Buffer.from(JSON.stringify([sort, back, row.cursor_value, row.cursor_id])).toString('base64url');
  const next = more ? cursorAt(last!, 0) : null;
  const byCursor = asked.query.get('cursor') !== null;
  const kept = [...asked.query].filter(([name]) => name !== 'cursor' && name !== 'page');
  const link = (relation: string, parameters: [string, string][]) =>
    `<${asked.origin}${asked.path}?${new URLSearchParams([...kept, ...parameters]).toString()}>; rel="${relation}"`;
  const links = [link('first', byCursor ? [] : [['page', '1']])];
  if (next) links.push(link('next', byCursor ? [['cursor', next]] : [['page', '2']]));
  if (byCursor && rows[0]) links.push(link('prev', [['cursor', cursorAt(rows[0], 1)]]));
  const meta = byCursor
    ? { per_page: perPage, next_cursor: next, has_more: more }
    : { per_page: perPage, page: 1, next_cursor: next, has_more: more };
  return { body: JSON.stringify({ data: rows.map(toEntry), meta }), link: links.join(', ') };
}

const limitOf = (asked: Asked) => Number(asked.query.get('per_page')) + 1;

async function favorites(asked: Asked): Promise<Answer> {
  const { condition, values } = after(asked, 'f.created_at', 'f.id', false);
  const rows = await rowsOf(
    asked,
    `SELECT f.id, f.software_id, s.publisher_id, s.name AS software, p.name AS publisher, f.notes,
       v.version, CAST(v.created_at AS CHAR) AS version_created_at, f.update_available,
       nv.version AS notified_version, CAST(nv.created_at AS CHAR) AS notified_created_at,
       f.notifications_enabled, f.use_default_notification, f.notify_always,
       CAST(f.created_at AS CHAR) AS created_at, CAST(f.updated_at AS CHAR) AS updated_at,
       CAST(f.created_at AS CHAR) AS cursor_value, f.id AS cursor_id
     FROM favorite f
       LEFT JOIN software s ON s.id = f.software_id
       LEFT JOIN publisher p ON p.id = s.publisher_id
       LEFT JOIN version v ON v.id = f.version_id
       LEFT JOIN version nv ON nv.id = f.notified_version_id
     WHERE f.user_id = ? ${condition}
     ORDER BY f.created_at, f.id LIMIT ${limitOf(asked)}`,
    [asked.userId, ...values],
  );
  const api = `${asked.origin}/api/v1`;
  return page(asked, 'created_at', rows, (row) => ({
    uuid: row.id,
    software: row.software,
    publisher: row.publisher,
    notes: row.notes,
    version: { version: row.version, created_at: moment(row.version_created_at) },
    update_available: row.update_available === 1,
    notified_version:
      row.notified_version === null
        ? null
        : { version: row.notified_version, created_at: moment(row.notified_created_at) },
    notifications_enabled: row.notifications_enabled === 1,
    use_default_notification: row.use_default_notification === 1,
    notify_always: row.notify_always === 1,
    created_at: moment(row.created_at),
    updated_at: moment(row.updated_at),
    links: {
      self: `${api}/favorite/${row.id}`,
      software: `${api}/software/${row.software_id}`,
      versions: `${api}/software/${row.software_id}/versions`,
      publisher: `${api}/publisher/${row.publisher_id}`,
    },
  }));
}

const SOFTWARE = `s.id, s.publisher_id, s.name, s.short_description, s.description, s.url, CAST(s.updated_at AS CHAR) AS updated_at, uf.id AS favorite_id`;
const FAVORITE_OF_USER = 'LEFT JOIN favorite uf ON uf.user_id = ? AND uf.software_id = s.id';

interface Links {
  self: string;
  versions: string;
  publisher: string;
  favorite?: string;
}

/** Nothing is spread here: it takes longer than writing it out. */
function softwareLinks(row: Row, origin: string): Links {
  const links: Links = {
    self: `${origin}/api/v1/software/${row.id}`,
    versions: `${origin}/api/v1/software/${row.id}/versions`,
    publisher: `${origin}/api/v1/publisher/${row.publisher_id}`,
  };
  if (row.favorite_id !== null) links.favorite = `${origin}/api/v1/favorite/${row.favorite_id}`;
  return links;
}

async function softwarePage(asked: Asked): Promise<Answer> {
  const { condition, values } = after(asked, 's.name_key', 's.id', false);
  const rows = await rowsOf(
    asked,
    `SELECT ${SOFTWARE}, p.name AS publisher_name, p.url AS publisher_url, p.support_url AS publisher_support_url,
       p.privacy_url AS publisher_privacy_url, CAST(p.created_at AS CHAR) AS publisher_created_at,
       CAST(p.updated_at AS CHAR) AS publisher_updated_at,
       lv.id AS latest_id, lv.version AS latest_version, lv.prerelease AS latest_prerelease, CAST(lv.created_at AS CHAR) AS latest_created_at,
       CAST(lv.released_at AS CHAR) AS latest_released_at, CAST(src.last_success_at AS CHAR) AS checked_at,
       s.catalogued_as_of, CASE WHEN src.software_id IS NULL THEN 'no-source' END AS freshness,
       s.name_key AS cursor_value, s.id AS cursor_id
     FROM software s ${FAVORITE_OF_USER}
       LEFT JOIN publisher p ON p.id = s.publisher_id
       LEFT JOIN version lv ON lv.id = s.latest_version_id
       LEFT JOIN software_source src ON src.software_id = s.id
     WHERE 1 = 1 ${condition} ORDER BY s.name_key, s.id LIMIT ${limitOf(asked)}`,
    [asked.userId, ...values],
  );
  return page(asked, 'name', rows, (row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    short_description: row.short_description,
    url: row.url,
    last_update: moment(row.updated_at),
    is_favorite: row.favorite_id !== null,
    publisher: {
      id: row.publisher_id,
      name: row.publisher_name,
      url: row.publisher_url,
      support_url: row.publisher_support_url,
      privacy_url: row.publisher_privacy_url,
      created_at: moment(row.publisher_created_at),
      updated_at: moment(row.publisher_updated_at),
      links: { self: `${asked.origin}/api/v1/publisher/${row.publisher_id}` },
    },
    // No product of the seed has a source.
    latest_version: {
      id: row.latest_id,
      version: row.latest_version,
      prerelease: Boolean(row.latest_prerelease),
      created_at: moment(row.latest_created_at),
      released_at: row.latest_released_at === null ? null : moment(row.latest_released_at),
      checked_at: row.checked_at === null ? null : moment(row.checked_at),
      catalogued_as_of: row.catalogued_as_of,
      freshness: row.freshness,
    },
    links: softwareLinks(row, asked.origin),
  }));
}

async function oneSoftware(asked: Asked, id: string): Promise<Answer> {
  const [row] = await rowsOf(asked, `SELECT ${SOFTWARE} FROM software s ${FAVORITE_OF_USER} WHERE s.id = ?`, [
    asked.userId,
    id,
  ]);
  const data = {
    id: row!.id,
    name: row!.name,
    description: row!.description,
    short_description: row!.short_description,
    url: row!.url,
    last_update: moment(row!.updated_at),
    is_favorite: row!.favorite_id !== null,
    links: softwareLinks(row!, asked.origin),
  };
  return { body: JSON.stringify({ data }), link: null };
}

async function versions(asked: Asked, softwareId: string): Promise<Answer> {
  const rows = await rowsOf(
    asked,
    `SELECT v.id, v.version, CAST(v.created_at AS CHAR) AS created_at, v.version_key AS cursor_value, v.id AS cursor_id
     FROM version v WHERE v.software_id = ? ORDER BY v.version_key DESC, v.id DESC LIMIT ${limitOf(asked)}`,
    [softwareId],
  );
  return page(asked, '-version', rows, (row) => ({
    id: row.id,
    version: row.version,
    created_at: moment(row.created_at),
  }));
}

async function publisherSoftware(asked: Asked, publisherId: string): Promise<Answer> {
  const rows = await rowsOf(
    asked,
    `SELECT ${SOFTWARE}, s.name_key AS cursor_value, s.id AS cursor_id FROM software s ${FAVORITE_OF_USER}
     WHERE s.publisher_id = ? ORDER BY s.name_key, s.id LIMIT ${limitOf(asked)}`,
    [asked.userId, publisherId],
  );
  return page(asked, 'title', rows, (row) => ({
    id: row.id,
    title: row.name,
    ShortDescription: row.short_description,
    description: row.description,
    url: row.url,
    last_update: moment(row.updated_at),
    is_favorite: row.favorite_id !== null,
    links: softwareLinks(row, asked.origin),
  }));
}
