import { Injectable } from '@nestjs/common';
import { auditAll } from '../../access/audit/audit.repository';
import type { UserActor } from '../../api/identity/actor';
import { Problem } from '../../api/problem/problem';
import type { Sql } from '../../database/database';
import { FavoriteStateRepository } from '../store/favorite-state.repository';
import type { NamedTag } from '../tag/tag.repository';
import { type TagChanges, tagsFull, TagService } from '../tag/tag.service';
import type { BulkCommand } from './bulk-command';
import type { BulkAction } from '../journal/journal.list';
import type { NotRestored } from './dto/bulk.response';
import type { JournalItem } from '../journal/journal.repository';

interface UndonePage {
  sql: Sql;
  caller: UserActor;
  bulkId: string;
  items: JournalItem[];
  skipped: Map<string, NotRestored>;
}

/** Gives tags to a page of favorites, or takes them, and the undo of that; in transactions that locked the favorites. */
@Injectable()
export class BulkTags {
  constructor(
    private readonly tags: TagService,
    private readonly favorites: FavoriteStateRepository,
  ) {}

  /** The tags of a command, which `tag` makes where they are missing: before the favorites are locked. */
  tagsOf(sql: Sql, caller: UserActor, { action, tags }: BulkCommand): Promise<NamedTag[]> {
    if (tags.length === 0) return Promise.resolve([]);
    return action === 'tag' ? this.tags.make(sql, caller, tags) : this.tags.known(sql, caller, tags);
  }

  of(sql: Sql, ids: string[]): Promise<TagChanges> {
    return this.tags.of(sql, ids);
  }

  /** @returns what each favorite has got or lost */
  async change(
    sql: Sql,
    caller: UserActor,
    { action, bulkId }: { action: BulkAction; bulkId: string },
    tags: NamedTag[],
    ids: string[],
    problems: Map<string, Problem>,
  ): Promise<TagChanges> {
    const all = new Map(ids.map((id) => [id, tags]));
    const { given, full } =
      action === 'tag' ? await this.tags.give(sql, all) : { given: await this.tags.take(sql, all), full: [] };
    for (const id of full) problems.set(id, tagsFull());
    await this.wrote(sql, caller, [...given.keys()], { bulk: bulkId });
    return given;
  }

  /** Takes what was given, and gives what was taken. Favorites where nothing of it is left to do were changed since. */
  async restore({ sql, caller, bulkId, items, skipped }: UndonePage, action: 'tag' | 'untag'): Promise<string[]> {
    const former = new Map(items.map(({ favoriteId, after }) => [favoriteId, after.tags ?? []]));
    const { given, full } =
      action === 'untag'
        ? await this.tags.give(sql, await this.tags.left(sql, caller, former))
        : { given: await this.tags.take(sql, former), full: [] };
    for (const id of former.keys()) if (!given.has(id)) skipped.set(id, 'changed');
    for (const id of full) skipped.set(id, 'limit');
    await this.wrote(sql, caller, [...given.keys()], { undone: bulkId });
    return [...given.keys()];
  }

  /** To favorites that were deleted, and are back. A tag that was deleted since stays so. */
  async giveBack(sql: Sql, caller: UserActor, items: JournalItem[]): Promise<void> {
    const former = new Map(items.map(({ favoriteId, before }) => [favoriteId, before.tags ?? []]));
    await this.tags.give(sql, await this.tags.left(sql, caller, former));
  }

  private async wrote(sql: Sql, caller: UserActor, ids: string[], by: Record<string, string>): Promise<void> {
    if (ids.length === 0) return;
    await this.favorites.touch(sql, ids);
    const entries = ids.map((resourceId) => ({ resourceId, details: { fields: ['tags'], ...by } }));
    await auditAll(sql, caller, 'favorite.updated', entries);
  }
}
