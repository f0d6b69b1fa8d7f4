import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { audit } from '../access/audit/audit.repository';
import type { Links } from '../api/endpoint/links';
import { newId } from '../common/ids';
import type { UserActor } from '../api/identity/actor';
import type { Principal } from '../api/identity/principal';
import { type Page, toPage } from '../api/list/list-page';
import { type ListRequest, readFilters } from '../api/list/list-request';
import { Problem } from '../api/problem/problem';
import { sha256 } from '../common/fingerprint';
import { toApiTimestamp } from '../common/time/utc-timestamp';
import { Config } from '../config/config';
import { Database, type Sql } from '../database/database';
import { favoriteList } from '../favorite/store/favorite.list';
import { assertQuota, lockUser } from '../access/user/user.repository';
import { lockProducts } from '../software/software.repository';
import { documentsOf, type FeedKind } from './writing/documents';
import type { CreatedFeedResponse, CreateFeedDto, FeedResponse } from './dto/feed.dto';
import { FeedRepository, type FeedRow } from './feed.repository';

/** Prefix of secrets, by which scanners can know them. No token and no code begins like this. */
const PREFIX = 'suf_';
const SECRET_BYTES = 20;
const SECRET = /^suf_[\w-]{27}$/;

export const isFeedSecret = (text: string) => SECRET.test(text);

/** The shared addresses of users. A secret is 160 random bits, stored only as its SHA-256. */
@Injectable()
export class FeedService {
  constructor(
    private readonly database: Database,
    private readonly feeds: FeedRepository,
    private readonly config: Config,
  ) {}

  async list({ userId }: UserActor, request: ListRequest): Promise<Page<FeedResponse>> {
    return toPage(request, await this.feeds.list(userId, request), toFeedResponse);
  }

  async create(caller: Principal, input: CreateFeedDto, links: Links): Promise<CreatedFeedResponse> {
    assertReads(caller);
    const problem = problemOf(input);
    if (problem) throw problem;
    const id = newId();
    const secret = newSecret();
    return this.database.transaction(async (sql) => {
      await lockUser(sql, caller.userId);
      const about = await this.lockSubject(sql, caller, input);
      await this.feeds.insert(sql, {
        id,
        userId: caller.userId,
        kind: input.kind,
        name: input.name?.trim().toWellFormed() ?? null,
        hash: sha256(secret),
        ...about,
        filters: input.filter === undefined ? null : JSON.stringify(input.filter),
        details: input.details ?? 'names',
        releases: input.releases ?? false,
      });
      await assertQuota(sql, 'feed', caller.userId, this.config.feedsPerUser);
      await audit(sql, caller, 'feed.created', id, { kind: input.kind, details: input.details ?? 'names' });
      return this.read(sql, caller, id, secret, links);
    });
  }

  async rotate(caller: Principal, id: string, links: Links): Promise<CreatedFeedResponse> {
    assertReads(caller);
    const secret = newSecret();
    return this.database.transaction(async (sql) => {
      if (!(await this.feeds.setHash(sql, caller.userId, id, sha256(secret)))) throw Problem.notFound('feed');
      await audit(sql, caller, 'feed.rotated', id);
      return this.read(sql, caller, id, secret, links);
    });
  }

  async delete(caller: UserActor, id: string): Promise<void> {
    await this.database.transaction(async (sql) => {
      if (!(await this.feeds.delete(sql, caller.userId, id))) throw Problem.notFound('feed');
      await audit(sql, caller, 'feed.deleted', id);
    });
  }

  private async lockSubject(sql: Sql, { userId }: UserActor, { favorite, software }: CreateFeedDto) {
    const [favoriteId, softwareId] = [favorite?.toLowerCase() ?? null, software?.toLowerCase() ?? null];
    if (favoriteId !== null && !(await this.feeds.lockFavorite(sql, userId, favoriteId)))
      throw Problem.field('favorite', 'is not the id of any favorite');
    if (softwareId !== null && (await lockProducts(sql, [softwareId])).size === 0)
      throw Problem.field('software', 'is not the id of any product');
    return { favoriteId, softwareId };
  }

  private async read(
    sql: Sql,
    { userId }: UserActor,
    id: string,
    secret: string,
    links: Links,
  ): Promise<CreatedFeedResponse> {
    const feed = toFeedResponse((await this.feeds.find(sql, userId, id))!);
    return { ...feed, urls: urlsOf(feed.kind, secret, links) };
  }
}

/** An address shares only what its user may read. */
function assertReads({ scopes }: Principal): void {
  if (!scopes.has('read')) throw new Problem('forbidden', 'This needs a token with the scopes read and write.');
}

const newSecret = () => PREFIX + randomBytes(SECRET_BYTES).toString('base64url');

const urlsOf = (kind: FeedKind, secret: string, links: Links) =>
  Object.fromEntries(Object.entries(documentsOf(kind)).map(([format, name]) => [format, links.feed(secret, name)]));

/** Combinations of fields that are refused. */
function problemOf({ kind, favorite, software, filter, releases }: CreateFeedDto): Problem | null {
  const isProduct = kind === 'product';
  if (isProduct && software === undefined) return Problem.field('software', 'is required with product');
  if (!isProduct && software !== undefined) return Problem.field('software', 'is allowed with product only');
  if (isProduct && favorite !== undefined) return Problem.field('favorite', 'is not allowed with product');
  if (filter !== undefined && (isProduct || favorite !== undefined))
    return Problem.field('filter', `is not allowed with ${isProduct ? 'product' : 'favorite'}`);
  if (releases && kind !== 'calendar') return Problem.field('releases', 'is allowed with calendar only');
  if (filter !== undefined) readFilters(favoriteList, filter, 'filter');
  return null;
}

const toFeedResponse = (row: FeedRow): FeedResponse => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  favorite: row.favorite_id,
  software: row.software_id,
  about: row.about,
  filter: row.filters === null ? null : (JSON.parse(row.filters) as Record<string, unknown>),
  details: row.details,
  releases: Boolean(row.releases),
  created_at: toApiTimestamp(row.created_at),
  last_used_at: toApiTimestamp(row.last_used_at),
});
