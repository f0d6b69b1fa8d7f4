import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { FINDING_STATES, type FindingState, SEVERITIES, type Severity } from 'advisory-match';
import { IsOneOf, IsText } from '../../../common/api/validation';
import { RiskResponse } from '../../store/risk.response';
import { TRIAGE_STATES, type TriageState } from '../../store/risk';

const STATE =
  '`not_affected`: it does not concern this use of the product. `accepted`: the risk is taken. Neither counts in `risk` any more. `in_triage`: it is being looked at, and counts.';
const UNTIL = 'The last day on which it holds (UTC); null: for good.';
const REASON = 'Why, for whoever reads it later.';

export class TriageResponse {
  @ApiProperty({ enum: TRIAGE_STATES, description: STATE })
  state!: TriageState;

  @ApiProperty({ type: String, nullable: true, format: 'date', description: UNTIL })
  until!: string | null;

  @ApiProperty({ description: REASON, example: 'The module is not loaded.' })
  reason!: string;

  @ApiProperty({
    description:
      'Whether to look at it again: since it was decided, a fix has appeared, or it is known to be exploited.',
  })
  needs_review!: boolean;

  @ApiProperty({ format: 'date-time', example: '2026-11-26T08:30:00.000000Z' })
  decided_at!: string;
}

/** The whole decision: fields that are left out get their defaults. */
export class WriteTriageDto {
  @ApiProperty({ description: STATE })
  @IsOneOf(TRIAGE_STATES)
  state!: TriageState;

  @ApiPropertyOptional({ type: String, nullable: true, format: 'date', description: UNTIL, example: '2027-01-31' })
  @IsOptional()
  @IsString({ message: 'must be text' })
  until?: string | null;

  @ApiProperty({ description: REASON, example: 'The module is not loaded.' })
  @IsText(1, 500)
  reason!: string;
}

/** A vulnerability that the version in use has, or may have. */
export class FavoriteAdvisory {
  @ApiProperty({ description: 'Its CVE id, else that of its database.', example: 'CVE-2026-42533' })
  id!: string;

  @ApiProperty({
    enum: FINDING_STATES,
    description:
      '`open`: no database names a version that fixes it. `disputed`: databases disagree about the version. `not_affected`: the vendor says that the version does not have it, and it does not count.',
  })
  state!: FindingState;

  @ApiProperty({ enum: SEVERITIES })
  severity!: Severity;

  @ApiProperty({ type: String, nullable: true })
  summary!: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'uri' })
  url!: string | null;

  @ApiProperty({ description: 'Whether it is known to be exploited. `GET /api/v1/advisory/{id}` says by whom.' })
  exploited!: boolean;

  @ApiProperty({
    type: 'number',
    format: 'double',
    minimum: 0,
    maximum: 1,
    nullable: true,
    description: 'Probability of an exploit within 30 days, by EPSS of FIRST; null: not known.',
    example: 0.12,
  })
  epss!: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'The lowest version that fixes it.', example: '1.30.4' })
  fixed!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'With `not_affected`: why, in the words of the vendor; null: it is fixed there, or nobody says.',
  })
  reason!: string | null;

  @ApiProperty({ description: 'Whether the available version does not have it.' })
  fixed_by_update!: boolean;

  @ApiProperty({ format: 'date-time', description: 'When it became known here that the version has it.' })
  found_at!: string;

  @ApiProperty({ type: TriageResponse, nullable: true, description: "The caller's decision; null: none." })
  triage!: TriageResponse | null;
}

export const ADVISORIES_AT_MOST = 1_000;

export class FavoriteAdvisories {
  @ApiProperty()
  risk!: RiskResponse;

  @ApiProperty({
    type: [FavoriteAdvisory],
    maxItems: ADVISORIES_AT_MOST,
    description: `The exploited and the worst ones first, at most ${ADVISORIES_AT_MOST}.`,
  })
  advisories!: FavoriteAdvisory[];

  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many there are beyond these.', example: 0 })
  more!: number;
}
