import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { DatabaseClock } from '../database/database-clock';
import { AVAILABLE_VERSION, SUPPORT } from '../favorite/store/favorite.list';
import { FavoriteRepository, type FavoriteRow } from '../favorite/store/favorite.repository';
import { stateOf, SupportKind } from '../version/lifecycle/support';
import { INCLUDE_FRESHNESS } from '../software/freshness.sql';
import { type Content, nameLine, requestOf } from './content';
import type { ReadFeed } from './feed.repository';
import { type Badge, writeBadgeJson, writeBadgeSvg } from './writing/badge';

const INCLUDES = new Set([AVAILABLE_VERSION, SUPPORT, INCLUDE_FRESHNESS]);
/** Until a source has failed for this long, its last answer counts as current. */
const FAILING_MS = 86_400_000;

type State = Pick<Badge, 'message' | 'state'>;

/** Whether the version in use is current. A missing newer version counts only if a source was polled, and any stable version is known. */
@Injectable()
export class BadgeContent {
  constructor(
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    private readonly favorites: FavoriteRepository,
  ) {}

  /** Null: there is no such favorite any more. */
  async read(feed: ReadFeed): Promise<Content | null> {
    const badge = feed.favorite_id === null ? await this.ofAll(feed) : await this.ofOne(feed, feed.favorite_id);
    if (badge === null) return null;
    return { basis: badge, write: ({ format }) => (format === 'svg' ? writeBadgeSvg(badge) : writeBadgeJson(badge)) };
  }

  private async ofOne(feed: ReadFeed, id: string): Promise<Badge | null> {
    const row = await this.favorites.find(feed.user_id, id, INCLUDES);
    if (!row) return null;
    const label = nameLine(feed.name ?? row.software);
    const version = feed.details === 'full' ? ` ${nameLine(row.version)}` : '';
    return { label: label + version, ...stateOfOne(row, await this.clock.now(this.database)) };
  }

  private async ofAll(feed: ReadFeed): Promise<Badge> {
    const label = nameLine(feed.name ?? 'software');
    const [ended, updates, all, asked] = [
      await this.count(feed, { support: 'ended' }),
      await this.count(feed, { update_available: true }),
      await this.count(feed, {}),
      await this.count(feed, { freshness: 'live', known: 'stable' }),
    ];
    if (ended > 0) return { label, message: `${ended} ended`, state: 'ended' };
    if (updates > 0) return { label, message: `${updates} ${updates === 1 ? 'update' : 'updates'}`, state: 'update' };
    if (all === 0 || asked < all) return { label, message: 'unknown', state: 'unknown' };
    return { label, message: 'current', state: 'current' };
  }

  private count(feed: ReadFeed, filter: Record<string, unknown>): Promise<number> {
    const request = requestOf(feed, { filter, sort: 'created_at', most: 1, includes: [] });
    return this.favorites.count(feed.user_id, request);
  }
}

function stateOfOne(row: FavoriteRow, now: string): State {
  const { support, eol_on, extended_until, available_version } = row;
  const facts = {
    kind: support ?? SupportKind.Unknown,
    eolOn: eol_on ?? null,
    extendedUntil: extended_until ?? null,
  };
  if (stateOf(facts, now.slice(0, 10)) === 'ended') return { message: 'ended', state: 'ended' };
  if (available_version != null) return { message: `update ${nameLine(available_version)}`, state: 'update' };
  return isCurrent(row, now) ? { message: 'current', state: 'current' } : { message: 'unknown', state: 'unknown' };
}

function isCurrent({ fresh_state, fresh_checked_at, fresh_known }: FavoriteRow, now: string): boolean {
  if (fresh_known !== 'stable') return false;
  if (fresh_state === 'live') return true;
  const isRecent = fresh_checked_at != null && timeOf(now) - timeOf(fresh_checked_at) < FAILING_MS;
  return fresh_state === 'failing' && isRecent;
}

const timeOf = (stored: string) => Date.parse(`${stored.replace(' ', 'T').slice(0, 23)}Z`);
