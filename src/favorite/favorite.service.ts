import { Injectable } from '@nestjs/common';
import { withDefaults } from '../api/endpoint/replacement';
import type { Links } from '../api/endpoint/links';
import type { Owner, UserActor } from '../api/identity/actor';
import { Problem } from '../api/problem/problem';
import { Config } from '../config/config';
import { Database, type Sql, type Transaction } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { isDuplicateKey } from '../database/errors';
import { assertQuota, lockUser } from '../access/user/user.repository';
import { lockProducts } from '../software/software.repository';
import { OwnVersionService } from '../version/versions/own-version.service';
import { type FavoriteResponse, toFavoriteResponse, toWrittenFavoriteResponse } from './dto/favorite.response';
import type { CreateFavoriteDto, ReplaceFavoriteDto, UpdateFavoriteDto } from './dto/write-favorite.dto';
import { SingleWriter } from './single-writer';
import type { NamedTag } from './tag/tag.repository';
import { TagService } from './tag/tag.service';
import { FLAG_FIELDS, type Flag, FLAGS, NEW_FLAGS } from './store/favorite.entity';
import type { FavoriteState } from './store/favorite-state.repository';
import { type FavoriteChanges, FavoriteRepository, type FavoriteRow } from './store/favorite.repository';
import { OfferRepository } from './store/offer.repository';

/** Of a new favorite. */
const DEFAULTS = { notes: null, ...Object.fromEntries(FLAGS.map((flag) => [FLAG_FIELDS[flag], NEW_FLAGS[flag]])) };

interface Ensured {
  state: 'created' | 'updated' | 'kept';
  favorite: FavoriteResponse;
}

/** Writes the favorites of one user, one by one. `BulkWriter` deletes them, `FavoriteReader` reads them. */
@Injectable()
export class FavoriteService {
  constructor(
    private readonly database: Database,
    private readonly favorites: FavoriteRepository,
    private readonly writer: SingleWriter,
    private readonly offers: OfferRepository,
    private readonly versions: OwnVersionService,
    private readonly tags: TagService,
    private readonly clock: DatabaseClock,
    private readonly config: Config,
  ) {}

  async create(caller: UserActor, input: CreateFavoriteDto, links: Links): Promise<FavoriteResponse> {
    return this.unlessThere(caller, input, links, async (sql) => {
      await lockUser(sql, caller.userId);
      return this.insert(sql, caller, input);
    });
  }

  /**
   * Makes the favorite of a product, in a transaction that has locked the user. One that is there stays as it is, or has the fields of the input
   * changed (`update`).
   */
  async ensureWithin(
    sql: Transaction,
    caller: UserActor,
    input: CreateFavoriteDto,
    existing: 'keep' | 'update' = 'keep',
  ): Promise<Ensured> {
    const known = await this.favorites.findOfSoftware(caller.userId, input.software, undefined, sql);
    if (!known) return { state: 'created', favorite: await this.insert(sql, caller, input) };
    if (existing === 'keep') return { state: 'kept', favorite: toWrittenFavoriteResponse(known) };
    return { state: 'updated', favorite: await this.updateWithin(sql, caller, known.id, input) };
  }

  /** Changes the fields of the input; `notes: null` clears. */
  async update(caller: UserActor, id: string, input: UpdateFavoriteDto, links: Links): Promise<FavoriteResponse> {
    return this.unlessThere(caller, input, links, (sql) => this.updateWithin(sql, caller, id, input));
  }

  /**
   * The favorite of a product as the input says: a new one, or the one that is there, in which fields that are left out get their defaults. The
   * lock of the user lets one of several requests make it.
   */
  async replace(
    caller: UserActor,
    softwareId: string,
    input: ReplaceFavoriteDto,
  ): Promise<[FavoriteResponse, boolean]> {
    if (input.software !== undefined && input.software.toLowerCase() !== softwareId)
      throw Problem.field('software', 'is not the product of the address');
    return this.database.transaction(async (sql) => {
      await lockUser(sql, caller.userId);
      if ((await lockProducts(sql, [softwareId])).size === 0) throw Problem.notFound('product');
      const known = await this.favorites.findOfSoftware(caller.userId, softwareId, undefined, sql);
      if (!known) return [await this.insert(sql, caller, { ...input, software: softwareId }), true];
      return [await this.updateWithin(sql, caller, known.id, withDefaults(input, { ...DEFAULTS, tags: [] })), false];
    });
  }

  /** Moves to the available version. Without one, the version in use stays, even if it is higher than the latest (a pre-release). */
  async updateToLatest(caller: UserActor, id: string, links: Links): Promise<FavoriteResponse> {
    return this.database.transaction(async (sql) => {
      const current = await this.favorites.lock(sql, caller.userId, id);
      await lockProducts(sql, [current.softwareId]);
      const now = await this.clock.now(sql);
      const versionId = await this.offers.next(sql, id, current, now);
      if (versionId !== null) await this.writer.update(sql, caller, current, { versionId }, { now });
      else await this.writer.evaluate(sql, current, now);
      return toFavoriteResponse(await this.read(sql, caller, id), links);
    });
  }

  /**
   * Moves to this version if it is higher than the one in use: a link in an old message never moves back.
   * @returns whether it moved
   */
  async updateTo(caller: UserActor, id: string, versionId: string): Promise<boolean> {
    return this.database.transaction(async (sql) => {
      const current = await this.favorites.lock(sql, caller.userId, id);
      await lockProducts(sql, [current.softwareId]);
      const isHigher = await this.favorites.isHigher(sql, versionId, current);
      if (isHigher) await this.writer.update(sql, caller, current, { versionId });
      return isHigher;
    });
  }

  private async updateWithin(
    sql: Transaction,
    caller: UserActor,
    id: string,
    input: UpdateFavoriteDto,
  ): Promise<FavoriteResponse> {
    const tags = input.tags && (await this.tags.make(sql, caller, input.tags));
    const locked = await this.favorites.lock(sql, caller.userId, id);
    const current = tags ? await this.writer.retag(sql, caller, locked, tags) : locked;
    await this.writer.update(sql, caller, current, await this.changesOf(sql, current, input), { input });
    return written(await this.read(sql, caller, id), tags);
  }

  /** @throws Problem limit-reached */
  private async insert(sql: Transaction, caller: UserActor, input: CreateFavoriteDto): Promise<FavoriteResponse> {
    const tags = input.tags && (await this.tags.make(sql, caller, input.tags));
    const softwareId = await this.lockSoftware(sql, input.software);
    const versionId = await this.versions.named(sql, softwareId, input.version, null);
    const given = { softwareId, versionId, notes: wellFormed(input.notes ?? null), ...flagsOf(input) };
    const created = written(await this.read(sql, caller, await this.writer.insert(sql, caller, given, tags)), tags);
    await assertQuota(sql, 'favorite', caller.userId, this.config.favoritesPerUser);
    return created;
  }

  private async changesOf(sql: Sql, current: FavoriteState, input: UpdateFavoriteDto): Promise<FavoriteChanges> {
    const softwareId = await this.lockSoftware(sql, input.software ?? current.softwareId);
    const versionId = await this.versionAfter(sql, softwareId, current.versionId, input.version);
    return withoutUndefined({
      softwareId: softwareId === current.softwareId ? undefined : softwareId,
      versionId: versionId === current.versionId ? undefined : versionId,
      notes: input.notes === undefined ? undefined : wellFormed(input.notes),
      ...flagsOf(input),
    });
  }

  private async versionAfter(sql: Sql, softwareId: string, current: string, input?: string): Promise<string> {
    if (input !== undefined) return this.versions.named(sql, softwareId, input, current);
    if (await this.favorites.hasVersion(sql, softwareId, current)) return current;
    throw Problem.field('version', 'is required with another product: the current version does not belong to it');
  }

  private async lockSoftware(sql: Sql, id: string): Promise<string> {
    const [softwareId] = await lockProducts(sql, [id.toLowerCase()]);
    if (softwareId === undefined) throw Problem.field('software', 'is not the id of any product');
    return softwareId;
  }

  private async read(sql: Sql, { userId }: Owner, id: string) {
    return (await this.favorites.find(userId, id, undefined, sql))!;
  }

  /** @throws Problem conflict when the product of the input is another favorite */
  private async unlessThere(
    { userId }: Owner,
    { software }: UpdateFavoriteDto,
    links: Links,
    write: (sql: Transaction) => Promise<FavoriteResponse>,
  ): Promise<FavoriteResponse> {
    try {
      return await this.database.transaction(write);
    } catch (error) {
      if (!isDuplicateKey(error) || software === undefined) throw error;
      const row = await this.favorites.findOfSoftware(userId, software.toLowerCase());
      const detail = 'This product is already a favorite: see the Location header.';
      throw new Problem('conflict', detail, [{ field: 'software', message: 'is already a favorite' }], {
        ...(row ? { Location: links.favorite(row.id) } : {}),
      });
    }
  }
}

/** With the tags that the request gave. */
const written = (row: FavoriteRow, tags?: NamedTag[]): FavoriteResponse => ({
  ...toWrittenFavoriteResponse(row),
  ...(tags && { tags: tags.map(({ name }) => name) }),
});

const wellFormed = (text: string | null) => text?.toWellFormed() ?? null;

const withoutUndefined = (changes: FavoriteChanges): FavoriteChanges =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** Those that a request gives. */
const flagsOf = (input: UpdateFavoriteDto): Partial<Record<Flag, boolean>> =>
  Object.fromEntries(
    FLAGS.flatMap((flag) => {
      const given = input[FLAG_FIELDS[flag]];
      return given === undefined ? [] : [[flag, given]];
    }),
  );
