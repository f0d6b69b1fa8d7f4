import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { groupBy } from 'small-parts';
import { STEPS } from 'version-order';
import type { Owner } from '../../api/identity/actor';
import { idsOf } from '../../common/ids';
import { Database } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { daysBetween } from '../../version/lifecycle/support';
import { type GroupRow, type PlaceRow, TrackedRepository, type TrackedRow } from './tracked.repository';

/** Favorites that are exported. */
export const FAVORITES_AT_MOST = 2_000;
/** Environments of all of them together. */
export const PLACES_AT_MOST = 5_000;

/** A user's favorites as metrics of Prometheus. */
@Injectable()
export class FavoriteMetrics {
  constructor(
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    private readonly tracked: TrackedRepository,
  ) {}

  /** @param by the name of a label: inventories are counted by its values; null = they are not */
  async read({ userId }: Owner, by: string | null): Promise<string> {
    const rows = await this.tracked.favorites(userId, FAVORITES_AT_MOST + 1);
    const favorites = rows.slice(0, FAVORITES_AT_MOST);
    const places = await this.tracked.places(idsOf(favorites), PLACES_AT_MOST + 1);
    const today = await this.clock.today(this.database);
    const groups = by === null ? [] : await this.tracked.groups(userId, by, PLACES_AT_MOST + 1);
    const isCapped = [rows.length > FAVORITES_AT_MOST, places.length > PLACES_AT_MOST, groups.length > PLACES_AT_MOST];
    const registry = new Registry();
    write(registry, favorites, places.slice(0, PLACES_AT_MOST), isCapped.includes(true), today);
    if (by !== null) writeGroups(registry, by, groups.slice(0, PLACES_AT_MOST));
    return registry.metrics();
  }
}

/** As Prometheus' own exporters name labels that somebody has chosen. */
function writeGroups(registry: Registry, by: string, groups: GroupRow[]): void {
  const help = 'Inventories that have a version, by the values of their label.';
  const labelNames = ['favorite', 'software', 'version', `label_${by}`];
  const gauge = new Gauge({ name: 'tracker_inventories', help, labelNames, registers: [registry] });
  for (const { favorite_id: favorite, software, version, value, inventories } of groups)
    gauge.set({ favorite, software, version, [`label_${by}`]: value }, Number(inventories));
}

function write(
  registry: Registry,
  favorites: TrackedRow[],
  places: PlaceRow[],
  isCapped: boolean,
  today: string,
): void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const outdated = gauge(
    'tracker_favorite_outdated',
    'Whether a newer version is available than the one in use: 1 or 0; missing where that is unknown.',
    ['favorite', 'software', 'step', 'environment'],
  );
  const unknown = gauge(
    'tracker_favorite_unknown',
    'Whether no stable version of the product is known, so that nobody can say: 1.',
    ['favorite', 'software'],
  );
  const support = gauge(
    'tracker_favorite_support_days',
    'Days until the version in use is no longer supported, negative after that; missing where no day is known.',
    ['favorite', 'software'],
  );
  const capped = 'Whether favorites or environments were left out.';
  gauge('tracker_favorites_capped', `${capped} At most ${FAVORITES_AT_MOST} and ${PLACES_AT_MOST} are exported.`).set(
    isCapped ? 1 : 0,
  );
  const placesOf = groupBy(places, ({ favorite_id }) => favorite_id);
  for (const row of favorites) {
    const { id: favorite, software } = row;
    if (isUnknown(row)) unknown.set({ favorite, software }, 1);
    for (const { environment, isOutdated } of inUse(row, placesOf.get(favorite)))
      outdated.set({ favorite, software, step: isOutdated ? stepOf(row) : '', environment }, isOutdated ? 1 : 0);
    if (row.eol_on !== null) support.set({ favorite, software }, daysBetween(today, row.eol_on));
  }
}

const isUnknown = ({ update_available, known }: TrackedRow) => !update_available && known !== 'stable';

/** Without inventories, one place without a name. */
function inUse(row: TrackedRow, places: PlaceRow[] | undefined) {
  if (isUnknown(row)) return [];
  const { update_available } = row;
  if (!places) return [{ environment: '', isOutdated: Boolean(update_available) }];
  return places.map(({ environment, is_outdated }) => ({
    environment,
    isOutdated: Boolean(update_available) && Number(is_outdated) === 1,
  }));
}

const stepOf = ({ available_step }: TrackedRow) => (available_step === null ? '' : (STEPS[available_step] ?? ''));
