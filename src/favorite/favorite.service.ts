import { Injectable } from '@nestjs/common';
import { audit } from '../access/audit/audit.repository';
import { withDefaults } from '../api/endpoint/replacement';
import type { Links } from '../api/endpoint/links';
import { newId } from '../common/ids';
import type { Owner, UserActor } from '../api/identity/actor';
import { type Page, toPage } from '../api/list/list-page';
import type { ListRequest } from '../api/list/list-request';
import { Problem } from '../api/problem/problem';
import type { UtcTimestamp } from '../common/time/utc-timestamp';
import { Config } from '../config/config';
import { Database, type Sql, type Transaction } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { isDuplicateKey } from '../database/errors';
import { SoftwareSourceService } from '../source/polling/software-source.service';
import { assertQuota, lockUser } from '../access/user/user.repository';
import { lockProducts } from '../software/software.repository';
import { OwnVersionService } from '../version/versions/own-version.service';
import { type FavoriteResponse, toFavoriteResponse, toWrittenFavoriteResponse } from './dto/favorite.response';
import type { CreateFavoriteDto, ReplaceFavoriteDto, UpdateFavoriteDto } from './dto/write-favorite.dto';
import { FavoriteIncludesService } from './favorite-includes.service';
import { BulkWriter } from './bulk/bulk-writer';
import { ChangeJournal } from './journal/change-journal';
import { PolicyService } from './policy/policy.service';
import type { NamedTag } from './tag/tag.repository';
import { TagService } from './tag/tag.service';
import { EvaluationService } from './store/evaluation.service';
import { FavoriteStateRepository } from './store/favorite-state.repository';
import { FavoriteWriter } from './store/favorite-writer';
import {
  type FavoriteChanges,
  FavoriteRepository,
  type FavoriteRow,
  type Includes,
  type LockedFavorite,
} from './store/favorite.repository';
import { OfferRepository } from './store/offer.repository';
import { acknowledgementOf, auditDetails, singleChange } from './written-fields';

/** Of a new favorite. */
const DEFAULTS = { notes: null, notifications_enabled: true, use_default_notification: true, notify_always: false };

interface Ensured {
  state: 'created' | 'updated' | 'kept';
  favorite: FavoriteResponse;
}

/** The favorites of one user. Those of other users do not exist for the caller. */
@Injectable()
export class FavoriteService {
  constructor(
    private readonly database: Database,
    private readonly favorites: FavoriteRepository,
    private readonly writer: FavoriteWriter,
    private readonly offers: OfferRepository,
    private readonly evaluation: EvaluationService,
    private readonly policies: PolicyService,
    private readonly versions: OwnVersionService,
    private readonly sources: SoftwareSourceService,
    private readonly includes: FavoriteIncludesService,
    private readonly tags: TagService,
    private readonly bulk: BulkWriter,
    private readonly journal: ChangeJournal,
    private readonly states: FavoriteStateRepository,
    private readonly clock: DatabaseClock,
    private readonly config: Config,
  ) {}

  async list({ userId }: Owner, request: ListRequest, links: Links): Promise<Page<FavoriteResponse>> {
    const rows = await this.favorites.page(userId, request);
    const total = request.includeTotal ? await this.favorites.count(userId, request) : undefined;
    const page = toPage(request, { rows, total }, (row) => toFavoriteResponse(row, links, request.includes));
    await this.includes.add(page.data, rows, request.includes);
    return page;
  }

  async get({ userId }: Owner, id: string, includes: Includes, links: Links): Promise<FavoriteResponse> {
    const row = await this.favorites.find(userId, id, includes);
    if (!row) throw Problem.notFound('favorite');
    return this.toResponse(row, links, includes);
  }

  async ofSoftware({ userId }: Owner, softwareId: string, includes: Includes, links: Links): Promise<FavoriteResponse> {
    const row = await this.favorites.findOfSoftware(userId, softwareId, includes);
    if (!row) throw Problem.notFound('product, or it is not a favorite');
    return this.toResponse(row, links, includes);
  }

  async create(caller: UserActor, input: CreateFavoriteDto, links: Links): Promise<FavoriteResponse> {
    try {
      return await this.database.transaction(async (sql) => {
        await lockUser(sql, caller.userId);
        return this.insertWithinQuota(sql, caller, input);
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw await this.alreadyFavorite(caller, input.software, links);
    }
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
    if (!known) return { state: 'created', favorite: await this.insertWithinQuota(sql, caller, input) };
    if (existing === 'keep') return { state: 'kept', favorite: toWrittenFavoriteResponse(known) };
    return { state: 'updated', favorite: await this.updateWithin(sql, caller, known.id, input) };
  }

  /** Changes the fields of the input; `notes: null` clears. */
  async update(caller: UserActor, id: string, input: UpdateFavoriteDto, links: Links): Promise<FavoriteResponse> {
    try {
      return await this.database.transaction((sql) => this.updateWithin(sql, caller, id, input));
    } catch (error) {
      if (!isDuplicateKey(error) || input.software === undefined) throw error;
      throw await this.alreadyFavorite(caller, input.software, links);
    }
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
      if (!known) return [await this.insertWithinQuota(sql, caller, { ...input, software: softwareId }), true];
      return [await this.updateWithin(sql, caller, known.id, withDefaults(input, { ...DEFAULTS, tags: [] })), false];
    });
  }

  /** Moves to the available version. Without one, the version in use stays, even if it is higher than the latest (a pre-release). */
  async updateToLatest(caller: UserActor, id: string, links: Links): Promise<FavoriteResponse> {
    return this.database.transaction(async (sql) => {
      const current = await this.lock(sql, caller, id);
      await lockProducts(sql, [current.softwareId]);
      const now = await this.clock.now(sql);
      const versionId = await this.offers.next(sql, id, current, now);
      if (versionId !== null) await this.write(sql, caller, id, current, { versionId }, { now });
      else await this.evaluation.evaluateWritten(sql, id, 'never', now);
      return toFavoriteResponse(await this.read(sql, caller, id), links);
    });
  }

  /**
   * Moves to this version if it is higher than the one in use: a link in an old message never moves back.
   * @returns whether it moved
   */
  async updateTo(caller: UserActor, id: string, versionId: string): Promise<boolean> {
    return this.database.transaction(async (sql) => {
      const current = await this.lock(sql, caller, id);
      await lockProducts(sql, [current.softwareId]);
      const isHigher = await this.favorites.isHigher(sql, versionId, current);
      if (isHigher) await this.write(sql, caller, id, current, { versionId });
      return isHigher;
    });
  }

  delete(caller: UserActor, id: string): Promise<void> {
    return this.bulk.deleteOne(caller, id);
  }

  private async toResponse(row: FavoriteRow, links: Links, includes: Includes): Promise<FavoriteResponse> {
    const response = toFavoriteResponse(row, links, includes);
    await this.includes.add([response], [row], includes);
    return response;
  }

  private async updateWithin(
    sql: Transaction,
    caller: UserActor,
    id: string,
    input: UpdateFavoriteDto,
  ): Promise<FavoriteResponse> {
    const tags = input.tags && (await this.tags.make(sql, caller, input.tags));
    const locked = await this.lock(sql, caller, id);
    const current = tags ? await this.retag(sql, caller, locked, tags) : locked;
    await this.write(sql, caller, id, current, await this.changesOf(sql, current, input), { input });
    return written(await this.read(sql, caller, id), tags);
  }

  private async insertWithinQuota(
    sql: Transaction,
    caller: UserActor,
    input: CreateFavoriteDto,
  ): Promise<FavoriteResponse> {
    const created = await this.insert(sql, caller, input);
    await assertQuota(sql, 'favorite', caller.userId, this.config.favoritesPerUser);
    return created;
  }

  private async insert(sql: Transaction, caller: UserActor, input: CreateFavoriteDto): Promise<FavoriteResponse> {
    const id = newId();
    const tags = input.tags && (await this.tags.make(sql, caller, input.tags));
    const softwareId = await this.lockSoftware(sql, input.software);
    const versionId = await this.versions.named(sql, softwareId, input.version, null);
    await this.favorites.insert(sql, {
      id,
      userId: caller.userId,
      softwareId,
      versionId,
      notes: wellFormed(input.notes ?? null),
      notificationsEnabled: input.notifications_enabled ?? DEFAULTS.notifications_enabled,
      useDefaultNotification: input.use_default_notification ?? DEFAULTS.use_default_notification,
      notifyAlways: input.notify_always ?? DEFAULTS.notify_always,
    });
    if (tags) await this.tags.replace(sql, id, tags);
    await this.sources.wake(sql, [softwareId]);
    await audit(sql, caller, 'favorite.created', id, { software: softwareId, version: versionId });
    await this.evaluation.evaluateWritten(sql, id, 'always', await this.clock.now(sql));
    return written(await this.read(sql, caller, id), tags);
  }

  private async changesOf(sql: Sql, current: LockedFavorite, input: UpdateFavoriteDto): Promise<FavoriteChanges> {
    const softwareId = await this.lockSoftware(sql, input.software ?? current.softwareId);
    const versionId = await this.versionAfter(sql, softwareId, current.versionId, input.version);
    return withoutUndefined({
      softwareId: softwareId === current.softwareId ? undefined : softwareId,
      versionId: versionId === current.versionId ? undefined : versionId,
      notes: input.notes === undefined ? undefined : wellFormed(input.notes),
      notificationsEnabled: input.notifications_enabled,
      useDefaultNotification: input.use_default_notification,
      notifyAlways: input.notify_always,
    });
  }

  private async versionAfter(sql: Sql, softwareId: string, current: string, input?: string): Promise<string> {
    if (input !== undefined) return this.versions.named(sql, softwareId, input, current);
    if (await this.favorites.hasVersion(sql, softwareId, current)) return current;
    throw Problem.field('version', 'is required with another product: the current version does not belong to it');
  }

  private async write(
    sql: Transaction,
    caller: UserActor,
    id: string,
    current: LockedFavorite,
    changes: FavoriteChanges,
    { now, input }: { now?: UtcTimestamp; input?: UpdateFavoriteDto } = {},
  ): Promise<void> {
    const entry = newId();
    // Before an own version goes with the last favorite that has it.
    const former = await this.states.labels(sql, changes.versionId ? [current.versionId, changes.versionId] : []);
    await this.writer.update(sql, id, changes, current.versionId, entry);
    await audit(sql, caller, 'favorite.updated', id, auditDetails(changes, input));
    if (changes.softwareId !== undefined) {
      await this.policies.moved(sql, id, changes.softwareId);
      await this.sources.wake(sql, [changes.softwareId]);
    }
    await this.evaluation.evaluateWritten(sql, id, acknowledgementOf(changes), now ?? (await this.clock.now(sql)));
    const change = singleChange(current, changes, former);
    if (change) await this.journal.record(sql, caller, { ...change, id: entry });
  }

  /** @returns the favorite as it is after that */
  private async retag(sql: Sql, caller: UserActor, state: LockedFavorite, tags: NamedTag[]): Promise<LockedFavorite> {
    const changes = await this.tags.replace(sql, state.id, tags);
    let kept = { state, tags: changes.former };
    for (const action of ['tag', 'untag'] as const) {
      if (changes[action].length === 0) continue;
      const id = newId();
      const details = { tags: changes[action].map(({ name }) => name) };
      await this.journal.record(sql, caller, { id, action, kept, details });
      kept = { state: { ...state, lastChange: id }, tags: [...changes.former, ...changes.tag] };
    }
    return kept.state;
  }

  private async lock(sql: Sql, { userId }: Owner, id: string): Promise<LockedFavorite> {
    const favorite = await this.favorites.lock(sql, userId, id);
    if (!favorite) throw Problem.notFound('favorite');
    return favorite;
  }

  private async lockSoftware(sql: Sql, id: string): Promise<string> {
    const [softwareId] = await lockProducts(sql, [id.toLowerCase()]);
    if (softwareId === undefined) throw Problem.field('software', 'is not the id of any product');
    return softwareId;
  }

  private async read(sql: Sql, { userId }: Owner, id: string) {
    return (await this.favorites.find(userId, id, undefined, sql))!;
  }

  private async alreadyFavorite({ userId }: Owner, softwareId: string, links: Links): Promise<Problem> {
    const row = await this.favorites.findOfSoftware(userId, softwareId.toLowerCase());
    const detail = 'This product is already a favorite: see the Location header.';
    return new Problem('conflict', detail, [{ field: 'software', message: 'is already a favorite' }], {
      ...(row ? { Location: links.favorite(row.id) } : {}),
    });
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
