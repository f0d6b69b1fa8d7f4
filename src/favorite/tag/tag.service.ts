import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import { audit } from '../../access/audit/audit.repository';
import { assertQuota, lockUser } from '../../access/user/user.repository';
import type { Owner, UserActor } from '../../api/identity/actor';
import { type Page, toPage } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { Problem } from '../../api/problem/problem';
import { Database, type Sql } from '../../database/database';
import type { TagResponse } from './tag.dto';
import { readTag, readTags, TAG_FORM, tagKey, TAGS_AT_MOST, TAGS_PER_USER } from './tag-name';
import { type NamedTag, TagRepository, type TagRow } from './tag.repository';

/** What a change gives to favorites, or takes from them. */
export type TagChanges = Map<string, NamedTag[]>;

/** The tags of one user. Those of other users do not exist for the caller. */
@Injectable()
export class TagService {
  constructor(
    private readonly database: Database,
    private readonly tags: TagRepository,
  ) {}

  async list({ userId }: Owner, request: ListRequest): Promise<Page<TagResponse>> {
    return toPage(request, await this.tags.list(userId, request), toTagResponse);
  }

  async rename(caller: UserActor, id: string, given: string | undefined): Promise<TagResponse> {
    const wanted = given === undefined ? undefined : readTag(given);
    if (wanted === null) throw Problem.field('name', TAG_FORM);
    return this.database.transaction(async (sql) => {
      const { userId } = caller;
      await lockUser(sql, userId);
      const found = await this.tags.find(sql, userId, id);
      if (!found) throw Problem.notFound('tag');
      const name = wanted ?? found.name;
      const [other] = await this.tags.named(sql, userId, [tagKey(name)]);
      if (other && other.id !== id) {
        const errors = [{ field: 'name', message: 'is that of another tag' }];
        throw new Problem('conflict', 'There is another tag of this name.', errors);
      }
      await this.tags.rename(sql, id, name);
      await audit(sql, caller, 'tag.renamed', id);
      return { id, name, favorites: await this.tags.favoritesWith(sql, id) };
    });
  }

  async delete(caller: UserActor, id: string): Promise<void> {
    await this.database.transaction(async (sql) => {
      await lockUser(sql, caller.userId);
      if (!(await this.tags.find(sql, caller.userId, id))) throw Problem.notFound('tag');
      await this.tags.delete(sql, id);
      await audit(sql, caller, 'tag.deleted', id);
    });
  }

  /**
   * The user's tags of these names; those that are missing are made. Locks the user, so that replicas do not make one twice: call it before
   * favorites are locked.
   * @throws Problem invalid-body, limit-reached
   */
  async make(sql: Sql, { userId }: Owner, given: readonly string[]): Promise<NamedTag[]> {
    const names = readTags(given);
    if (names.size === 0) return [];
    await lockUser(sql, userId);
    const there = await this.tags.named(sql, userId, [...names.keys()]);
    for (const { name } of there) names.delete(tagKey(name));
    if (names.size === 0) return there;
    const made = await this.tags.insert(sql, userId, [...names.values()]);
    await assertQuota(sql, 'tag', userId, TAGS_PER_USER);
    return [...there, ...made].sort((a, b) => (tagKey(a.name) < tagKey(b.name) ? -1 : 1));
  }

  /** Those that there are, without making any. */
  async known(sql: Sql, { userId }: Owner, given: readonly string[]): Promise<NamedTag[]> {
    return this.tags.named(sql, userId, [...readTags(given).keys()]);
  }

  /** In a transaction that locked the favorite. @returns what it had, has got and has lost */
  async replace(
    sql: Sql,
    favoriteId: string,
    wanted: NamedTag[],
  ): Promise<Record<'former' | 'tag' | 'untag', NamedTag[]>> {
    const former = (await this.of(sql, [favoriteId])).get(favoriteId) ?? [];
    const changes = { former, tag: without(wanted, former), untag: without(former, wanted) };
    await this.tags.remove(sql, pairsOf(new Map([[favoriteId, changes.untag]])));
    await this.tags.add(sql, pairsOf(new Map([[favoriteId, changes.tag]])));
    return changes;
  }

  /** Gives favorites the tags that they had, but for those that were deleted since. In a transaction that locked the user, and then these. */
  async restore(sql: Sql, { userId }: Owner, former: TagChanges): Promise<void> {
    if (former.size === 0) return;
    const left = await this.tags.allOf(sql, userId);
    const there = await this.of(sql, [...former.keys()]);
    const changes = [...former].map(([id, tags]) => {
      const [is, was] = [there.get(id) ?? [], tags.filter((tag) => left.has(tag.id))];
      return { id, tag: without(was, is), untag: without(is, was) };
    });
    await this.tags.remove(sql, pairsOf(new Map(changes.map(({ id, untag }) => [id, untag]))));
    await this.tags.add(sql, pairsOf(new Map(changes.map(({ id, tag }) => [id, tag]))));
  }

  /**
   * Gives tags to favorites, in a transaction that locked the user, and then these.
   * @returns what each has got; `full`: favorites that would have too many, and get none
   */
  async give(sql: Sql, wanted: TagChanges): Promise<{ given: TagChanges; full: string[] }> {
    const there = await this.of(sql, [...wanted.keys()]);
    const given: TagChanges = new Map();
    const full: string[] = [];
    for (const [id, tags] of wanted) {
      const has = there.get(id) ?? [];
      const missing = without(tags, has);
      if (missing.length === 0) continue;
      if (has.length + missing.length > TAGS_AT_MOST) full.push(id);
      else given.set(id, missing);
    }
    await this.tags.add(sql, pairsOf(given));
    return { given, full };
  }

  /** The same the other way round. @returns what each has lost */
  async take(sql: Sql, unwanted: TagChanges): Promise<TagChanges> {
    const there = await this.of(sql, [...unwanted.keys()]);
    const taken: TagChanges = new Map();
    for (const [id, has] of there) {
      const gone = without(has, without(has, unwanted.get(id)!));
      if (gone.length > 0) taken.set(id, gone);
    }
    await this.tags.remove(sql, pairsOf(taken));
    return taken;
  }

  /** By favorite, in the order of their names; favorites without tags are left out. */
  async of(sql: Sql, favoriteIds: string[]): Promise<TagChanges> {
    if (favoriteIds.length === 0) return new Map();
    const rows = groupBy(await this.tags.ofFavorites(sql, favoriteIds), ({ favorite_id }) => favorite_id);
    return new Map([...rows].map(([favorite, tags]) => [favorite, tags.map(({ id, name }) => ({ id, name }))]));
  }
}

export const tagsFull = () =>
  new Problem('limit-reached', `A favorite has at most ${TAGS_AT_MOST} tags.`, [], {}, { limit: TAGS_AT_MOST });

const without = (tags: NamedTag[], others: NamedTag[]) => {
  const ids = new Set(others.map(({ id }) => id));
  return tags.filter(({ id }) => !ids.has(id));
};

const pairsOf = (changes: TagChanges) =>
  [...changes].flatMap(([favoriteId, tags]) => tags.map(({ id }) => ({ favoriteId, tagId: id })));

const toTagResponse = ({ id, name, favorites }: TagRow): TagResponse => ({ id, name, favorites: Number(favorites) });
