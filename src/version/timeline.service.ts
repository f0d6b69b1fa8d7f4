import { Injectable } from '@nestjs/common';
import { TimeSlice } from '../common/concurrency/time-slice';
import type { Owner } from '../common/identity/actor';
import { Problem } from '../common/problem/problem';
import { toApiTimestamp, type UtcTimestamp } from '../common/time/utc-timestamp';
import { FLAGS, type TimelineResponse } from './dto/timeline.response';
import { orderingOf } from './ordering-settings';
import { compareKeys } from './ordering/scheme';
import { kindOfStep, type Step } from './ordering/step';
import { seriesOf } from './timeline';
import { type ReleaseRow, TimelineRepository, type TimelineProduct, type TimelineRow } from './timeline.repository';

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
    latest: row.id === product.latest_id,
    in_use: row.id === product.in_use_id,
    notified: notified.has(row.id),
    available: row.id === product.available_id,
    newer: product.in_use_key !== null && row.version_key > product.in_use_key,
  };
  return FLAGS.filter((flag) => holds[flag]);
}
