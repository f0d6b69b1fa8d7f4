import { Injectable } from '@nestjs/common';
import { PatternBudget } from 'version-order';
import { isId } from '../../common/ids';
import { Problem } from '../../api/problem/problem';
import type { Sql } from '../../database/database';
import { orderingOf } from './ordering-settings';
import { OrderingRepository } from './ordering.repository';
import { isSameText, placeOf } from './own-version';
import { OwnVersionRepository } from './own-version.repository';

/** Milliseconds for the product's patterns on one label, as others wait for its lock. */
const PATTERNS_MS = 100;

/** The versions that users track: those of the catalogue, and their own, which the catalogue does not know. */
@Injectable()
export class OwnVersionService {
  constructor(
    private readonly own: OwnVersionRepository,
    private readonly orderings: OrderingRepository,
  ) {}

  /**
   * The version that a user names by its id or label; an id wins. A label that the catalogue does not know becomes an own version. The
   * caller's transaction has locked the product.
   * @param current the version that the favorite has; null = it is new
   * @throws Problem invalid-body
   */
  async named(sql: Sql, softwareId: string, name: string, current: string | null): Promise<string> {
    const label = name.trim();
    const found =
      (isId(label) && (await this.own.findById(sql, softwareId, label.toLowerCase(), current))) ||
      (await this.own.findByLabel(sql, softwareId, label));
    if (found) return found;
    if (isId(label)) throw Problem.field('version', 'is neither the id nor the label of a version of this product');
    return this.unknown(sql, softwareId, label, current);
  }

  /** Versions of the catalogue by their labels, as `<software> <label>`; for the others there is `named`. */
  known(sql: Sql, labels: [softwareId: string, label: string][]): Promise<Map<string, string>> {
    return this.own.findByLabels(sql, labels);
  }

  private async unknown(sql: Sql, softwareId: string, label: string, current: string | null): Promise<string> {
    const ordering = orderingOf((await this.orderings.findWithin(sql, softwareId))!);
    const place = placeOf(ordering, label, new PatternBudget(PATTERNS_MS));
    if ('problem' in place) {
      // An existing own version stays, even if it became invalid.
      if (current !== null && (await this.own.isLabelled(sql, softwareId, current, label))) return current;
      throw Problem.field('version', place.problem);
    }
    const equal = await this.own.findByKey(sql, softwareId, place.key);
    const same = equal.filter(({ version }) => isSameText(ordering, version, label));
    const known = same.filter(({ hidden }) => !hidden);
    if (known.length === 1) return known[0]!.id;
    // One spelling for all who have it, so that the catalogue finds one when it learns the version.
    const spelling = same.find(({ hidden }) => hidden)?.version ?? label;
    return this.own.add(sql, softwareId, spelling, place);
  }
}
