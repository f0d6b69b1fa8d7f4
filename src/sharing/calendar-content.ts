import { Injectable } from '@nestjs/common';
import { safeUrl } from 'small-parts';
import { toApiTimestamp } from '../common/time/utc-timestamp';
import { Database } from '../database/database';
import { databaseNow } from '../database/database-clock';
import { AVAILABLE_VERSION, SUPPORT } from '../favorite/store/favorite.list';
import { daysAfter } from '../favorite/store/support.sql';
import { FavoriteRepository, type FavoriteRow } from '../favorite/store/favorite.repository';
import { LifecycleRepository } from '../version/lifecycle/lifecycle.repository';
import type { Cycle } from '../version/lifecycle/product-cycle';
import { NO_LAST_DAY } from '../version/lifecycle/support';
import { type Content, type Frame, nameLine, pageOf, requestOf } from './content';
import { type EventDay, type EventRow, FeedRepository, type ReadFeed } from './feed.repository';
import { type DayEvent, writeCalendar } from './writing/icalendar';

/** Of each sort, those next to today. */
const EVENTS_AT_MOST = 1_000;
/** Days for which an end of support stays in a calendar. */
const PAST_DAYS = 365;
const OWN = 'own';

interface ShownEvent extends EventDay {
  softwareId: string;
  summary: string;
  description: string;
  link: string | null;
}

/** The last days of support of the versions in use, and the available releases. */
@Injectable()
export class CalendarContent {
  constructor(
    private readonly database: Database,
    private readonly favorites: FavoriteRepository,
    private readonly lifecycles: LifecycleRepository,
    private readonly feeds: FeedRepository,
  ) {}

  async read(feed: ReadFeed): Promise<Content> {
    const shown = [...(await this.endings(feed)), ...(feed.releases ? await this.releases(feed) : [])];
    const known = await this.known(shown);
    const name = nameLine(feed.name ?? (feed.about === null ? 'End of support' : `${feed.about}: end of support`));
    return {
      basis: [shown, shown.map((one) => known.get(keyOf(one))?.revision ?? null)],
      write: (frame) =>
        writeCalendar(
          name,
          shown.map((one) => eventOf(one, known.get(keyOf(one)), frame)),
        ),
    };
  }

  private async endings(feed: ReadFeed): Promise<ShownEvent[]> {
    const since = daysAfter(feed.now.slice(0, 10), -PAST_DAYS);
    const rows = await this.rows(feed, { 'eol[gte]': since }, 'eol', SUPPORT);
    const dated = rows.filter(({ eol_on }) => eol_on != null && eol_on >= since);
    const ids = [...new Set(dated.flatMap(({ lifecycle_id }) => lifecycle_id ?? []))];
    const cycles = ids.length > 0 ? await this.lifecycles.byId(ids) : new Map<string, Cycle>();
    return dated.map((row) => endingOf(row, cycles.get(row.lifecycle_id ?? '') ?? null, feed.details === 'full'));
  }

  private async releases(feed: ReadFeed): Promise<ShownEvent[]> {
    const rows = await this.rows(feed, { update_available: true }, '-available_at', AVAILABLE_VERSION);
    return rows
      .filter(({ available_id }) => available_id != null)
      .map((row) => releaseOf(row, feed.details === 'full'));
  }

  private async rows(
    feed: ReadFeed,
    filter: Record<string, unknown>,
    sort: string,
    include: string,
  ): Promise<FavoriteRow[]> {
    if (feed.favorite_id !== null) {
      const row = await this.favorites.find(feed.user_id, feed.favorite_id, new Set([include]));
      return row ? [row] : [];
    }
    const request = requestOf(feed, { filter, sort, most: EVENTS_AT_MOST, includes: [include] });
    return (await this.favorites.page(feed.user_id, request)).slice(0, EVENTS_AT_MOST);
  }

  /** The events as calendars have shown them, this one included. */
  private async known(shown: EventDay[]): Promise<Map<string, EventRow>> {
    const before = await this.find(shown);
    const added = shown.filter((one) => !before.has(keyOf(one)));
    const moved = shown.filter((one) => (before.get(keyOf(one))?.ends_on ?? one.day) !== one.day);
    if (added.length + moved.length === 0) return before;
    await this.database.transaction(async (sql) => {
      const now = await databaseNow(sql);
      await this.feeds.insertDays(sql, added, now);
      for (const one of moved) await this.feeds.moveDay(sql, one, now);
    });
    return this.find(shown);
  }

  private async find(shown: EventDay[]): Promise<Map<string, EventRow>> {
    const rows = await this.feeds.shownDays([...new Set(shown.map(({ favoriteId }) => favoriteId))]);
    return new Map(rows.map((row) => [keyOf({ favoriteId: row.favorite_id, subject: row.subject }), row]));
  }
}

const keyOf = ({ favoriteId, subject }: Pick<EventDay, 'favoriteId' | 'subject'>) => `${subject}.${favoriteId}`;

function endingOf(row: FavoriteRow, cycle: Cycle | null, isFull: boolean): ShownEvent {
  const name = nameLine(row.software);
  const inUse = isFull && cycle ? `${name} ${nameLine(cycle.cycle)}` : name;
  const { extended_until: extended } = row;
  const lines = [
    `You use ${nameLine(row.version)}.`,
    extended == null ? null : extended === NO_LAST_DAY ? 'Extended support goes on.' : `Extended support: ${extended}.`,
    cycle?.latest ? `Newest of ${nameLine(cycle.cycle)}: ${nameLine(cycle.latest)}.` : null,
    cycle ? `As of ${cycle.asOf}.` : null,
  ];
  return {
    favoriteId: row.id,
    subject: row.lifecycle_id ?? OWN,
    day: row.eol_on!,
    softwareId: row.software_id,
    summary: `${inUse}: last day of support`,
    description: isFull ? lines.filter(Boolean).join('\n') : '',
    link: isFull ? safeUrl(cycle?.link) : null,
  };
}

function releaseOf(row: FavoriteRow, isFull: boolean): ShownEvent {
  return {
    favoriteId: row.id,
    subject: row.available_id!,
    day: row.available_created_at!.slice(0, 10),
    softwareId: row.software_id,
    summary: `${nameLine(row.software)} ${nameLine(row.available_version!)} released`,
    description: isFull ? `You use ${nameLine(row.version)}.` : '',
    link: null,
  };
}

/** @param known null when its favorite was deleted a moment ago */
function eventOf(event: ShownEvent, known: EventRow | undefined, frame: Frame): DayEvent {
  return {
    uid: keyOf(event),
    day: event.day,
    sequence: Number(known?.revision ?? 0),
    changedAt: known ? toApiTimestamp(known.changed_at) : frame.changedAt,
    summary: event.summary,
    description: event.description,
    url: event.link ?? pageOf(frame, `software/${event.softwareId}`),
  };
}
