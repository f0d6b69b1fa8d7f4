import { Injectable } from '@nestjs/common';
import type { Sql } from '../../database/database';
import { LabelReader, type ReadLabel } from './label-reader';
import { MatchingRepository } from './matching.repository';

/** Finds the version of a known product that a text names, as `ComponentMatcher` does for the components of files. */
@Injectable()
export class VersionFinder {
  constructor(private readonly repository: MatchingRepository) {}

  /** The label as the product writes it; one that it does not know may become an own version. */
  async find(sql: Sql, softwareId: string, text: string): Promise<ReadLabel> {
    const product = (await this.repository.byIds(sql, [softwareId])).get(softwareId);
    if (!product) return { reason: 'the product is gone', isTag: false };
    const written = { text, isTag: false, type: null };
    const labels = new LabelReader();
    const read = labels.read(written, product);
    const pairs = (values: (string | null)[]) =>
      values.flatMap((value): [string, string][] => (value === null ? [] : [[softwareId, value]]));
    const known = await this.repository.labels(sql, pairs(read.texts), pairs(read.keys));
    return labels.choose(written, product, read, known);
  }
}
