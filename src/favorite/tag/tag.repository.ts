import { Injectable } from '@nestjs/common';
import type { CursorColumns, Listed } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { newId } from '../../common/ids';
import { Database, type Sql } from '../../database/database';
import { insertRows, pagesOf, placeholders } from '../../database/rows';
import { tagKey } from './tag-name';
import { tagList } from './tag.list';

export interface NamedTag {
  id: string;
  name: string;
}

export interface TagRow extends NamedTag, CursorColumns {
  favorites: number;
}

/** A favorite and one of its tags. */
export type TagOfFavorite = NamedTag & { favorite_id: string };

const PAIR = { favorite_id: 'text', tag_id: 'text' } as const;

/** Tags of users, and of favorites. */
@Injectable()
export class TagRepository {
  constructor(private readonly database: Database) {}

  list(userId: string, request: ListRequest): Promise<Listed<TagRow>> {
    return this.database.list(tagList, request, {
      select: 't.id, t.name, (SELECT COUNT(*) FROM favorite_tag ft WHERE ft.tag_id = t.id) AS favorites',
      from: 'tag t',
      where: ['t.user_id = ?'],
      whereParameters: [userId],
    });
  }

  /** Index: PRIMARY. */
  async find(sql: Sql, userId: string, id: string): Promise<NamedTag | undefined> {
    const [row] = await sql.query<NamedTag>('SELECT id, name FROM tag WHERE id = ? AND user_id = ?', [id, userId]);
    return row;
  }

  /** Index: favorite_tag_tag. */
  async favoritesWith(sql: Sql, id: string): Promise<number> {
    const rows = await sql.query<{ total: number | string }>(
      'SELECT COUNT(*) AS total FROM favorite_tag WHERE tag_id = ?',
      [id],
    );
    return Number(rows[0]!.total);
  }

  /** Those with these keys. Index: tag_user_name. */
  async named(sql: Sql, userId: string, keys: string[]): Promise<NamedTag[]> {
    if (keys.length === 0) return [];
    return sql.query<NamedTag>(
      `SELECT id, name FROM tag WHERE user_id = ? AND name_key IN (${placeholders(keys.length)}) ORDER BY name_key`,
      [userId, ...keys],
    );
  }

  /** The ids of all of a user, who has at most `TAGS_PER_USER`. */
  async allOf(sql: Sql, userId: string): Promise<Set<string>> {
    const rows = await sql.query<{ id: string }>('SELECT id FROM tag WHERE user_id = ?', [userId]);
    return new Set(rows.map(({ id }) => id));
  }

  async insert(sql: Sql, userId: string, names: string[]): Promise<NamedTag[]> {
    const tags = names.map((name) => ({ id: newId(), name }));
    const rows = tags.map(({ id, name }) => [id, userId, name, tagKey(name)]);
    await insertRows(sql, 'tag', ['id', 'user_id', 'name', 'name_key'], rows);
    return tags;
  }

  async rename(sql: Sql, id: string, name: string): Promise<void> {
    await sql.execute('UPDATE tag SET name = ?, name_key = ? WHERE id = ?', [name, tagKey(name), id]);
  }

  /** Favorites lose it, by the foreign key. */
  async delete(sql: Sql, id: string): Promise<void> {
    await sql.execute('DELETE FROM tag WHERE id = ?', [id]);
  }

  /** The tags of favorites, by name. Index: PRIMARY. */
  async ofFavorites(sql: Sql, favoriteIds: string[]): Promise<TagOfFavorite[]> {
    const found: TagOfFavorite[] = [];
    for (const ids of pagesOf(favoriteIds))
      found.push(
        ...(await sql.query<TagOfFavorite>(
          `SELECT ft.favorite_id, t.id, t.name FROM favorite_tag ft ${sql.dialect.thenJoin} tag t ON t.id = ft.tag_id
           WHERE ft.favorite_id IN (${placeholders(ids.length)}) ORDER BY ft.favorite_id, t.name_key`,
          ids,
        )),
      );
    return found;
  }

  /** In a transaction that locked the favorites: none of them has one of these already. */
  async add(sql: Sql, pairs: { favoriteId: string; tagId: string }[]): Promise<void> {
    const rows = pairs.map(({ favoriteId, tagId }) => [favoriteId, tagId]);
    await insertRows(sql, 'favorite_tag', Object.keys(PAIR), rows);
  }

  async remove(sql: Sql, pairs: { favoriteId: string; tagId: string }[]): Promise<void> {
    if (pairs.length === 0) return;
    const given = JSON.stringify(pairs.map(({ favoriteId, tagId }) => [favoriteId, tagId]));
    await sql.execute(sql.dialect.deleteGiven('favorite_tag', PAIR), [given]);
  }
}
