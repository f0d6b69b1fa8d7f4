import { Injectable } from '@nestjs/common';
import type { KeyRange } from 'version-order';
import type { Sql } from '../../database/database';
import { orderingOf } from '../../version/versions/ordering-settings';
import { OrderingRepository } from '../../version/versions/ordering.repository';
import type { LockedFavorites } from '../store/favorite-scope';
import { PolicyRepository } from './policy.repository';

/** A range without any version. */
const EMPTY: KeyRange = { gte: '', lt: '' };

/** Keeps series of policies as ranges of sort keys. They depend on the product's ordering, and change with it. */
@Injectable()
export class SeriesService {
  constructor(
    private readonly policies: PolicyRepository,
    private readonly orderings: OrderingRepository,
  ) {}

  /** @returns null when the product's ordering cannot read the series */
  async rangeOf(sql: Sql, softwareId: string, series: string): Promise<KeyRange | null> {
    const ordering = await this.orderings.findWithin(sql, softwareId);
    return orderingOf(ordering!).seriesRange(series);
  }

  /** For the policy's row: a series that cannot be read stays, and makes no version available until its owner changes it. */
  async storedRangeOf(sql: Sql, softwareId: string, series: string | null): Promise<KeyRange | null> {
    return series === null ? null : ((await this.rangeOf(sql, softwareId, series)) ?? EMPTY);
  }

  /** After a possible change of the orderings of products whose favorites, and they, the transaction has locked. */
  async refresh(sql: Sql, { favorites }: LockedFavorites): Promise<void> {
    const products = new Map(
      favorites.filter(({ has_policy }) => has_policy === 1).map(({ id, software_id }) => [id, software_id]),
    );
    if (products.size === 0) return;
    const stored = await this.policies.seriesOf(sql, [...products.keys()]);
    const known = new Map<string, KeyRange>();
    const others: { favoriteId: string; range: KeyRange }[] = [];
    for (const { favorite_id: favoriteId, series, series_from, series_to } of stored) {
      const softwareId = products.get(favoriteId)!;
      const key = `${softwareId} ${series}`;
      const range = known.get(key) ?? (await this.rangeOf(sql, softwareId, series)) ?? EMPTY;
      known.set(key, range);
      if (range.gte !== series_from || range.lt !== series_to) others.push({ favoriteId, range });
    }
    await this.policies.setSeriesRanges(sql, others);
  }
}
