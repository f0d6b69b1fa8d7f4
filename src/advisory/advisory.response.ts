import { ApiProperty } from '@nestjs/swagger';
import {
  FINDING_STATES,
  type FindingState,
  KEY_TYPES,
  type Origin,
  ORIGINS,
  SEVERITIES,
  type Severity,
} from 'advisory-match';

const DAY = { type: String, nullable: true, format: 'date' } as const;
const TEXT = { type: String, nullable: true } as const;
const SEVERITY = { enum: SEVERITIES, description: '`unknown`: nobody says.' } as const;

/** What is known of a version. `none-known`: those who know the product name no vulnerability of it. */
export const ASSESSMENT_STATES = ['affected', 'open', 'disputed', 'none-known', 'not-assessed'] as const;
export type AssessmentState = (typeof ASSESSMENT_STATES)[number];

export class ExploitedResponse {
  @ApiProperty({ enum: ['CISA', 'ENISA'] })
  source!: 'CISA' | 'ENISA';

  @ApiProperty({ type: String, format: 'date', description: 'Since when it is on their list.', example: '2026-08-12' })
  since!: string;
}

export class ExploitResponse {
  @ApiProperty({ type: [ExploitedResponse], description: 'Who knows that it is exploited; empty = nobody says so.' })
  exploited!: ExploitedResponse[];

  @ApiProperty({
    type: 'number',
    format: 'double',
    nullable: true,
    minimum: 0,
    maximum: 1,
    description: 'EPSS of FIRST: the probability of an exploit in the next 30 days; null = unknown.',
  })
  epss!: number | null;
}

export class AffectedResponse {
  @ApiProperty({ enum: KEY_TYPES, description: 'By what it names the product.' })
  type!: (typeof KEY_TYPES)[number];

  @ApiProperty({
    description: 'A package URL without version, or a CPE as part:vendor:product.',
    example: 'pkg:npm/express',
  })
  value!: string;

  @ApiProperty({ enum: ORIGINS })
  origin!: Origin;

  @ApiProperty({
    ...TEXT,
    description:
      'The version scheme in which the events are in order; `product`: that of the product; null = only `versions` count.',
  })
  scheme!: string | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'object', additionalProperties: { type: 'string' } } },
    description:
      'Ranges of affected versions as the record gives them: events `introduced`, `introduced_after`, `fixed` and `last_affected`.',
    example: [[{ introduced: '0' }, { fixed: '1.30.4' }]],
  })
  ranges!: Record<string, string>[][];

  @ApiProperty({
    ...TEXT,
    description: 'The same as a version range (`vers`); null = its versions cannot be ordered by its type.',
    example: 'vers:npm/<4.19.2',
  })
  vers!: string | null;

  @ApiProperty({ type: [String], description: 'Affected versions, whatever the ranges say.', example: ['1.30.1'] })
  versions!: string[];

  @ApiProperty({ description: 'Whether it says the opposite: that these versions are not affected.' })
  denied!: boolean;

  @ApiProperty({ ...TEXT, description: 'Why they are not.' })
  reason!: string | null;
}

/** A record of an advisory database. */
export class RecordResponse {
  @ApiProperty({ description: 'The id of the record in its database.', example: 'GHSA-rv95-896h-c2vc' })
  record!: string;

  @ApiProperty({ description: 'The name of the database.', example: 'GitHub' })
  database!: string;

  @ApiProperty({ type: [String], example: ['CVE-2024-29041'] })
  aliases!: string[];

  @ApiProperty(TEXT)
  summary!: string | null;

  @ApiProperty(SEVERITY)
  severity!: Severity;

  @ApiProperty({ ...TEXT, description: 'CVSS vector.' })
  cvss!: string | null;

  @ApiProperty(TEXT)
  url!: string | null;

  @ApiProperty(DAY)
  published!: string | null;

  @ApiProperty(DAY)
  modified!: string | null;

  @ApiProperty({ type: [AffectedResponse] })
  affected!: AffectedResponse[];
}

/** All that is known of a vulnerability. */
export class AdvisoryResponse extends ExploitResponse {
  @ApiProperty({ description: 'Its CVE id; else its GHSA id, or that of the record.', example: 'CVE-2024-29041' })
  vulnerability!: string;

  @ApiProperty({ type: [RecordResponse] })
  records!: RecordResponse[];
}

/** What one record says of a version. */
export class StatementResponse {
  @ApiProperty({ description: 'The id of the record in its database.', example: 'GHSA-rv95-896h-c2vc' })
  record!: string;

  @ApiProperty({ example: 'GitHub' })
  database!: string;

  @ApiProperty({ enum: ORIGINS })
  origin!: Origin;

  @ApiProperty({
    enum: ['affected', 'open', 'unaffected', 'unknown', 'denied'],
    description:
      '`open`: affected, by a range that names no end. `unknown`: it cannot be told from the record. `denied`: it names the version as not affected.',
  })
  verdict!: 'affected' | 'open' | 'unaffected' | 'unknown' | 'denied';

  @ApiProperty({ ...TEXT, description: 'The lowest version that fixes it.' })
  fixed!: string | null;

  @ApiProperty({ ...TEXT, description: 'With `denied`: why.' })
  reason!: string | null;

  @ApiProperty(SEVERITY)
  severity!: Severity;
}

/** A vulnerability that a version has, or may have. */
export class FindingResponse extends ExploitResponse {
  @ApiProperty({ example: 'CVE-2024-29041' })
  vulnerability!: string;

  @ApiProperty({
    enum: FINDING_STATES,
    description:
      '`open`: nobody names an end of the affected range. `disputed`: two origins disagree about the version. `not_affected`: the vendor names it as not affected.',
  })
  state!: FindingState;

  @ApiProperty(SEVERITY)
  severity!: Severity;

  @ApiProperty({ ...TEXT, description: 'The lowest version that fixes it; null = none is named.' })
  fixed!: string | null;

  @ApiProperty({ ...TEXT, description: 'With `not_affected`: why.' })
  reason!: string | null;

  @ApiProperty(TEXT)
  summary!: string | null;

  @ApiProperty({ ...TEXT, description: 'CVSS vector.' })
  cvss!: string | null;

  @ApiProperty(TEXT)
  url!: string | null;

  @ApiProperty({ type: [StatementResponse], description: 'The most trusted origin first.' })
  records!: StatementResponse[];
}

export class AssessedByResponse {
  @ApiProperty({ description: 'A database that knows the product.', example: 'Bitnami' })
  database!: string;

  @ApiProperty({ ...DAY, description: 'The newest day of what is known from there.' })
  as_of!: string | null;
}

/** What is known of the vulnerabilities of a version. */
export class VersionAdvisoryResponse {
  @ApiProperty({
    enum: ASSESSMENT_STATES,
    description:
      'The first of these that applies. `none-known`: the databases of `assessed` name none. `not-assessed`: no database knows the product, or ' +
      'none is named and the support of the version has ended, as databases do not look at such versions.',
  })
  state!: AssessmentState;

  @ApiProperty({ type: [AssessedByResponse], description: 'By name; empty = nobody knows the product.' })
  assessed!: AssessedByResponse[];

  @ApiProperty({ type: [FindingResponse], description: 'In the order of their names.' })
  findings!: FindingResponse[];
}
