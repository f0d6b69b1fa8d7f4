import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Sql } from '../../database/database';
import {
  type ChangedIdentifier,
  SoftwareIdentifierRepository,
} from '../../software/identifier/software-identifier.repository';
import { UpdateMarkRepository } from '../../version/versions/update-mark.repository';
import { AssessmentRepository, type ConcernedProduct } from './assessment.repository';

/** Sees to it that products are assessed anew when what is known of them changes. */
@Injectable()
export class AdvisoryStore implements OnModuleInit {
  constructor(
    private readonly identifiers: SoftwareIdentifierRepository,
    private readonly assessments: AssessmentRepository,
    private readonly marks: UpdateMarkRepository,
  ) {}

  onModuleInit(): void {
    this.identifiers.onChange((sql, changed) => this.identifiersChanged(sql, changed));
  }

  /** In the transaction of a change: their products are assessed anew, and favorites of them are checked. */
  async outdate(sql: Sql, products: ConcernedProduct[]): Promise<void> {
    await this.assessments.outdate(
      sql,
      products.map(({ softwareId }) => softwareId),
    );
    const tracked = products.filter(({ isTracked }) => isTracked).map(({ softwareId }) => softwareId);
    await this.marks.add(sql, tracked.sort());
  }

  /** Also of other products with the same identifiers: a value of several names none of them for certain. */
  private async identifiersChanged(sql: Sql, changed: ChangedIdentifier[]): Promise<void> {
    const keys = changed.filter(({ type }) => type === 'purl' || type === 'cpe');
    if (keys.length === 0) return;
    await this.outdate(sql, await this.assessments.concerned(sql, keys));
  }
}
