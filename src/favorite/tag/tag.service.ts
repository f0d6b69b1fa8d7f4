import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import { audit } from '../../access/audit/audit.repository';
import { assertQuota, lockUser } from '../../access/user/user.repository';
import type { Owner, UserActor } from '../../api/identity/actor';
import { type Page, toPage } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { Problem } from '../../api/problem/problem';
import { Config } from '../../config/config';
import { Database, type Sql } from '../../database/database';
import type { TagResponse } from './tag.dto';
import { readTag, readTags, TAG_FORM, tagKey, TAGS_AT_MOST } from './tag-name';
import { type NamedTag, TagRepository, type TagRow } from './tag.repository';

/** The tags that a favorite had, has got and has lost. */
type TagChange = Record<'former' | 'tag' | 'untag', NamedTag[]>;

/** By favorite; those in `full` would have too many. */
interface TagsWritten {
  changed: Map<string, TagChange>;
  full: string[];
}

/** The tags of one user. Those of other users do not exist for the caller. */
@Injectable()
export class TagService {
  constructor(
    private readonly database: Database,
    private readonly tags: TagRepository,
    private readonly config: Config,
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
    await assertQuota(sql, 'tag', userId, this.config.tagsPerUser);
    return [...there, ...made].sort((a, b) => (tagKey(a.name) < tagKey(b.name) ? -1 : 1));
  }

  /** Those that there are, without making any. */
  async known(sql: Sql, { userId }: Owner, given: readonly string[]): Promise<NamedTag[]> {
    return this.tags.named(sql, userId, [...readTags(given).keys()]);
  }

  /** Favorites that would have too many get none. */
  async give(sql: Sql, ids: string[], tags: NamedTag[]): Promise<TagsWritten> {
    const full: string[] = [];
    const changed = await this.change(sql, ids, (former, id) => {
      const added = without(tags, former);
      if (added.length === 0 || former.length + added.length <= TAGS_AT_MOST) return [...former, ...added];
      full.push(id);
      return former;
    });
    return { changed, full };
  }

  async take(sql: Sql, ids: string[], tags: NamedTag[]): Promise<TagsWritten> {
    return { changed: await this.change(sql, ids, (former) => without(former, tags)), full: [] };
  }

  /** Gives favorites the tags that they had, but for those that were deleted since. */
  async restore(sql: Sql, { userId }: Owner, former: Map<string, NamedTag[]>): Promise<void> {
    if (former.size === 0) return;
    const left = await this.tags.allOf(sql, userId);
    await this.change(sql, [...former.keys()], (_, id) => former.get(id)!.filter((tag) => left.has(tag.id)));
  }

  /**
   * Changes the tags of favorites, in a transaction that locked the user, if some are to be given, and then these.
   * @param wanted by what a favorite has
   * @returns those that have others now
   */
  async change(
    sql: Sql,
    ids: string[],
    wanted: (former: NamedTag[], id: string) => NamedTag[],
  ): Promise<Map<string, TagChange>> {
    const there = await this.of(sql, ids);
    const changed = new Map<string, TagChange>();
    for (const id of ids) {
      const former = there.get(id) ?? [];
      const next = wanted(former, id);
      const change = { former, tag: without(next, former), untag: without(former, next) };
      if (change.tag.length + change.untag.length > 0) changed.set(id, change);
    }
    const pairs = (action: 'tag' | 'untag') =>
      [...changed].flatMap(([favoriteId, change]) => change[action].map((tag) => ({ favoriteId, tagId: tag.id })));
    await this.tags.remove(sql, pairs('untag'));
    await this.tags.add(sql, pairs('tag'));
    return changed;
  }

  /** By favorite, in the order of their names; favorites without tags are left out. */
  async of(sql: Sql, favoriteIds: string[]): Promise<Map<string, NamedTag[]>> {
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

const toTagResponse = ({ id, name, favorites }: TagRow): TagResponse => ({ id, name, favorites: Number(favorites) });
