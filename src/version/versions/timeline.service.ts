import { Injectable } from '@nestjs/common';
import { TimeSlice } from 'small-parts';
import { compareKeys, type KeyRange, kindOfStep, type ProductOrdering, type Step } from 'version-order';
import type { Owner } from '../../api/identity/actor';
import { Problem } from '../../api/problem/problem';
import { toApiTimestamp, type UtcTimestamp } from '../../common/time/utc-timestamp';
import { FLAGS, MAX_SERIES, type TimelineResponse } from './dto/timeline.response';
import { orderingOf } from './ordering-settings';
import { type ReleaseRow, type TimelineProduct, TimelineRepository, type TimelineRow } from './timeline.repository';

/** The releases of a product over time, for a plot. */
@Injectable()
export class TimelineService {
  constructor(private readonly timelines: TimelineRepository) {}

  async ofSoftware({ userId }: Owner, softwareId: string, from: UtcTimestamp | null): Promise<TimelineResponse> {
    const product = await this.timelines.findProduct(userId, softwareId);
    if (!product) throw Problem.notFound('product');
    const rows = await this.timelines.versions(softwareId, product.in_use_id, from);
    const notified = new Set([product.notified_id]);
    if (product.favorite_id !== null)
      for (const id of await this.timelines.notifiedVersions(product.favorite_id)) notified.add(id);
    const { names, places } = await seriesOf(orderingOf(product), rows);
    return {
      series: names,
      id: rows.map(({ id }) => id),
      version: rows.map(({ version }) => version),
      released_at: rows.map((row) => toApiTimestamp(row.created_at)),
      series_no: places,
      kind: await this.kindsOf(softwareId, rows, product),
      flags: rows.map((row) => flagsOf(row, product, notified)),
    };
  }

  /** The step to each from the release before it, whether that is shown or not. */
  private async kindsOf(softwareId: string, rows: TimelineRow[], { tag_pattern }: TimelineProduct) {
    if (rows.length === 0) return [];
    const keys = rows.map((row) => row.version_key).sort(compareKeys);
    const releases = await this.timelines.releases(softwareId, keys[0]!, keys.at(-1)!);
    const slice = new TimeSlice();
    const kinds: (Step | null)[] = [];
    for (const row of rows) {
      if (slice.isOver) await slice.next();
      const before = lastBelow(releases, row.version_key);
      kinds.push(before ? kindOfStep(before.version, row.version, tag_pattern) : null);
    }
    return kinds;
  }
}

/** @param releases in version order */
function lastBelow(releases: ReleaseRow[], key: string): ReleaseRow | undefined {
  let [from, to] = [0, releases.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (releases[middle]!.version_key < key) from = middle + 1;
    else to = middle;
  }
  return releases[from - 1];
}

function flagsOf(row: TimelineRow, product: TimelineProduct, notified: ReadonlySet<string | null>): string[] {
  const holds: Record<(typeof FLAGS)[number], boolean> = {
    prerelease: Boolean(row.prerelease),
    withdrawn: Boolean(row.withdrawn),
    latest: row.id === product.latest_id && !row.prerelease,
    in_use: row.id === product.in_use_id,
    notified: notified.has(row.id),
    available: row.id === product.available_id,
    newer: product.in_use_key !== null && row.version_key > product.in_use_key,
  };
  return FLAGS.filter((flag) => holds[flag]);
}

/** From so many values on, the first number separates series, as with Node.js, and not with Kubernetes. */
const MANY_FIRST_NUMBERS = 3;

interface Labelled {
  version: string;
  version_key: string;
}

interface Series extends KeyRange {
  name: string;
}

/** The series that versions are shown in. */
interface SeriesOfVersions {
  /** The newest first. */
  names: string[];
  /** Place in `names` of the series of each version; null = none of them. */
  places: (number | null)[];
}

/**
 * Splits versions into series by their first two numbers; where these are too many, by the first one. Each series is one that a policy can
 * name: the product's scheme decides whether a version belongs to it.
 */
export async function seriesOf(ordering: ProductOrdering, versions: Labelled[]): Promise<SeriesOfVersions> {
  const reader = new SeriesReader(ordering);
  const slice = new TimeSlice();
  const fine: (Series | null)[] = [];
  const coarse: (Series | null)[] = [];
  for (const version of versions) {
    if (slice.isOver) await slice.next();
    const byFirst = reader.find(version, 1);
    coarse.push(byFirst);
    fine.push(reader.find(version, 2) ?? byFirst);
  }
  const isCoarse = distinct(fine).length > MAX_SERIES && distinct(coarse).length >= MANY_FIRST_NUMBERS;
  const chosen = isCoarse ? coarse : fine;
  const names = distinct(chosen).slice(0, MAX_SERIES);
  const places = new Map(names.map((name, place) => [name, place]));
  return { names, places: chosen.map((series) => (series === null ? null : (places.get(series.name) ?? null))) };
}

/** Their names, the newest first. */
function distinct(series: (Series | null)[]): string[] {
  const byName = new Map(series.flatMap((one) => (one === null ? [] : [[one.name, one] as const])));
  return [...byName.values()].sort((a, b) => (a.gte < b.gte ? 1 : -1)).map(({ name }) => name);
}

class SeriesReader {
  private readonly ranges = new Map<string, KeyRange | null>();

  constructor(private readonly ordering: ProductOrdering) {}

  /** The series of the first `depth` numbers of a version; null when the scheme knows no such series, or puts the version elsewhere. */
  find({ version, version_key: key }: Labelled, depth: number): Series | null {
    for (const name of candidatesFor(this.ordering.quickVersionIn(version), depth)) {
      const range = this.rangeOf(name);
      if (range && range.gte <= key && key < range.lt) return { name, ...range };
    }
    return null;
  }

  private rangeOf(name: string): KeyRange | null {
    let range = this.ranges.get(name);
    if (range === undefined) this.ranges.set(name, (range = this.ordering.seriesRange(name)));
    return range;
  }
}

/** How a series may be written, with the epoch of the version (`1:2.3`) if it has one. */
function candidatesFor(version: string, depth: number): string[] {
  const [epoch = ''] = /^\d+[:!]/.exec(version) ?? [];
  const numbers = (version.slice(epoch.length).match(/\d+/g) ?? []).slice(0, depth);
  if (numbers.length < depth) return [];
  return [...new Set([epoch + numbers.join('.'), epoch + numbers.join('-')])];
}
