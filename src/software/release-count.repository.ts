import { Injectable } from '@nestjs/common';
import { momentText } from '../common/time/utc-timestamp';
import { Database } from '../database/database';
import { databaseNow } from '../database/database-clock';
import { pagesOf, placeholders } from '../database/rows';

export const INCLUDE_RELEASES = 'includeReleases';
export const MONTHS = 12;

/** As in `version`, whose folder comes after this one: neither a pre-release nor withdrawn nor ignored. */
const IS_RELEASE = 'v.hidden = 0 AND v.release_rank = 2';

/** Counts releases by month, for sparklines. */
@Injectable()
export class ReleaseCountRepository {
  constructor(private readonly database: Database) {}

  /** For each product, the releases in each of the last 12 calendar months (UTC), the oldest first. Index: version_listed_created. */
  async byMonth(softwareIds: string[]): Promise<Map<string, number[]>> {
    const found = new Map(softwareIds.map((id) => [id, Array<number>(MONTHS).fill(0)]));
    if (softwareIds.length === 0) return found;
    const months = lastMonths(await databaseNow(this.database));
    for (const ids of pagesOf([...found.keys()])) {
      const rows = await this.database.query<{ software_id: string; month: string; releases: number | string }>(
        `SELECT r.software_id, r.month, COUNT(*) AS releases
         FROM (SELECT v.software_id, SUBSTR(${momentText('v.created_at')}, 1, 7) AS month
           FROM version v ${this.database.dialect.byIndex('version_listed_created')}
           WHERE v.software_id IN (${placeholders(ids.length)}) AND ${IS_RELEASE} AND v.created_at >= ?) r
         GROUP BY r.software_id, r.month`,
        [...ids, `${months[0]}-01 00:00:00.000000`],
      );
      for (const { software_id, month, releases } of rows) {
        const place = months.indexOf(month);
        if (place >= 0) found.get(software_id)![place] = Number(releases);
      }
    }
    return found;
  }
}

/** `YYYY-MM`, the oldest first, this month included. */
function lastMonths(now: string): string[] {
  const [year, month] = [Number(now.slice(0, 4)), Number(now.slice(5, 7))];
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index, 1)).toISOString().slice(0, 7),
  );
}
