import {
  FINDING_STATES,
  type FindingState,
  KEY_TYPES,
  type Origin,
  ORIGINS,
  SEVERITIES,
  type Severity,
} from 'advisory-match';
import { DAY, Field, NULLABLE } from '../api/endpoint/field';

const SEVERITY = { enum: SEVERITIES, description: '`unknown`: nobody says.' } as const;

/** What is known of a version. `none-known`: those who know the product name no vulnerability of it. */
export const ASSESSMENT_STATES = ['affected', 'open', 'disputed', 'none-known', 'not-assessed'] as const;
export type AssessmentState = (typeof ASSESSMENT_STATES)[number];

export class ExploitedResponse {
  @Field({ enum: ['CISA', 'ENISA'] }) source!: 'CISA' | 'ENISA';
  @Field(DAY, 'Since when it is on their list.', { example: '2026-08-12' }) since!: string;
}

export class ExploitResponse {
  @Field([ExploitedResponse], 'Who knows that it is exploited; empty = nobody says so.')
  exploited!: ExploitedResponse[];

  @Field(
    NULLABLE,
    { type: 'number', format: 'double', minimum: 0, maximum: 1 },
    'EPSS of FIRST: the probability of an exploit in the next 30 days; null = unknown.',
  )
  epss!: number | null;
}

export class AffectedResponse {
  @Field({ enum: KEY_TYPES }, 'By what it names the product.') type!: (typeof KEY_TYPES)[number];

  @Field('A package URL without version, or a CPE as part:vendor:product.', { example: 'pkg:npm/express' })
  value!: string;

  @Field({ enum: ORIGINS }) origin!: Origin;

  @Field(
    NULLABLE,
    'The version scheme in which the events are in order; `product`: that of the product; null = only `versions` count.',
  )
  scheme!: string | null;

  @Field(
    { type: 'array', items: { type: 'array', items: { type: 'object', additionalProperties: { type: 'string' } } } },
    'Ranges of affected versions as the record gives them: events `introduced`, `introduced_after`, `fixed` and `last_affected`.',
    { example: [[{ introduced: '0' }, { fixed: '1.30.4' }]] },
  )
  ranges!: Record<string, string>[][];

  @Field(NULLABLE, 'The same as a version range (`vers`); null = its versions cannot be ordered by its type.', {
    example: 'vers:npm/<4.19.2',
  })
  vers!: string | null;

  @Field([String], 'Affected versions, whatever the ranges say.', { example: ['1.30.1'] }) versions!: string[];
  @Field('Whether it says the opposite: that these versions are not affected.') denied!: boolean;
  @Field(NULLABLE, 'Why they are not.') reason!: string | null;
}

/** A record of an advisory database. */
export class RecordResponse {
  @Field('The id of the record in its database.', { example: 'GHSA-rv95-896h-c2vc' }) record!: string;
  @Field('The name of the database.', { example: 'GitHub' }) database!: string;
  @Field([String], { example: ['CVE-2024-29041'] }) aliases!: string[];
  @Field(NULLABLE) summary!: string | null;
  @Field(SEVERITY) severity!: Severity;
  @Field(NULLABLE, 'CVSS vector.') cvss!: string | null;
  @Field(NULLABLE) url!: string | null;
  @Field(DAY, NULLABLE) published!: string | null;
  @Field(DAY, NULLABLE) modified!: string | null;
  @Field([AffectedResponse]) affected!: AffectedResponse[];
}

/** All that is known of a vulnerability. */
export class AdvisoryResponse extends ExploitResponse {
  @Field('Its CVE id; else its GHSA id, or that of the record.', { example: 'CVE-2024-29041' }) vulnerability!: string;
  @Field([RecordResponse]) records!: RecordResponse[];
}

/** What one record says of a version. */
export class StatementResponse {
  @Field('The id of the record in its database.', { example: 'GHSA-rv95-896h-c2vc' }) record!: string;
  @Field({ example: 'GitHub' }) database!: string;
  @Field({ enum: ORIGINS }) origin!: Origin;

  @Field(
    { enum: ['affected', 'open', 'unaffected', 'unknown', 'denied'] },
    '`open`: affected, by a range that names no end. `unknown`: it cannot be told from the record. `denied`: it names the version as not affected.',
  )
  verdict!: 'affected' | 'open' | 'unaffected' | 'unknown' | 'denied';

  @Field(NULLABLE, 'The lowest version that fixes it.') fixed!: string | null;
  @Field(NULLABLE, 'With `denied`: why.') reason!: string | null;
  @Field(SEVERITY) severity!: Severity;
}

/** A vulnerability that a version has, or may have. */
export class FindingResponse extends ExploitResponse {
  @Field({ example: 'CVE-2024-29041' }) vulnerability!: string;

  @Field(
    { enum: FINDING_STATES },
    '`open`: nobody names an end of the affected range. `disputed`: two origins disagree about the version. `not_affected`: the vendor names it as not affected.',
  )
  state!: FindingState;

  @Field(SEVERITY) severity!: Severity;
  @Field(NULLABLE, 'The lowest version that fixes it; null = none is named.') fixed!: string | null;
  @Field(NULLABLE, 'With `not_affected`: why.') reason!: string | null;
  @Field(NULLABLE) summary!: string | null;
  @Field(NULLABLE, 'CVSS vector.') cvss!: string | null;
  @Field(NULLABLE) url!: string | null;
  @Field([StatementResponse], 'The most trusted origin first.') records!: StatementResponse[];
}

export class AssessedByResponse {
  @Field('A database that knows the product.', { example: 'Bitnami' }) database!: string;
  @Field(DAY, NULLABLE, 'The newest day of what is known from there.') as_of!: string | null;
}

/** What is known of the vulnerabilities of a version. */
export class VersionAdvisoryResponse {
  @Field(
    { enum: ASSESSMENT_STATES },
    'The first of these that applies. `none-known`: the databases of `assessed` name none. `not-assessed`: no database knows the product, or ' +
      'none is named and the support of the version has ended, as databases do not look at such versions.',
  )
  state!: AssessmentState;

  @Field([AssessedByResponse], 'By name; empty = nobody knows the product.') assessed!: AssessedByResponse[];
  @Field([FindingResponse], 'In the order of their names.') findings!: FindingResponse[];
}
