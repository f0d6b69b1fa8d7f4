import { FINDING_STATES, type FindingState, SEVERITIES, type Severity } from 'advisory-match';
import { COUNT, DAY, Field, MOMENT, NULLABLE, OptionalField, URI } from '../../../api/endpoint/field';
import { IsAnyText, IsOneOf, IsText } from '../../../api/endpoint/validation';
import { RiskResponse } from '../../store/risk.response';
import { TRIAGE_STATES, type TriageState } from '../../store/risk';

const STATE =
  '`not_affected`: it does not concern this use of the product. `accepted`: the risk is taken. Neither counts in `risk` any more. `in_triage`: it is being looked at, and counts.';
const UNTIL = 'The last day on which it holds (UTC); null: for good.';
const REASON = 'Why, for whoever reads it later.';

export class TriageResponse {
  @Field({ enum: TRIAGE_STATES }, STATE) state!: TriageState;
  @Field(DAY, NULLABLE, UNTIL) until!: string | null;
  @Field(REASON, { example: 'The module is not loaded.' }) reason!: string;

  @Field('Whether to look at it again: since it was decided, a fix has appeared, or it is known to be exploited.')
  needs_review!: boolean;

  @Field(MOMENT, { example: '2026-11-26T08:30:00.000000Z' }) decided_at!: string;
}

/** The whole decision: fields that are left out get their defaults. */
export class WriteTriageDto {
  @Field(IsOneOf(TRIAGE_STATES), STATE) state!: TriageState;
  @OptionalField(IsAnyText(), DAY, NULLABLE, UNTIL, { example: '2027-01-31' }) until?: string | null;
  @Field(IsText(1, 500), REASON, { example: 'The module is not loaded.' }) reason!: string;
}

/** A vulnerability that the version in use has, or may have. */
export class FavoriteAdvisory {
  @Field('Its CVE id, else that of its database.', { example: 'CVE-2026-42533' }) id!: string;

  @Field(
    { enum: FINDING_STATES },
    '`open`: no database names a version that fixes it. `disputed`: databases disagree about the version. `not_affected`: the vendor says that the version does not have it, and it does not count.',
  )
  state!: FindingState;

  @Field({ enum: SEVERITIES }) severity!: Severity;
  @Field(NULLABLE) summary!: string | null;
  @Field(URI, NULLABLE) url!: string | null;
  @Field('Whether it is known to be exploited. `GET /api/v1/advisory/{id}` says by whom.') exploited!: boolean;

  @Field(
    NULLABLE,
    { type: 'number', format: 'double', minimum: 0, maximum: 1 },
    'Probability of an exploit within 30 days, by EPSS of FIRST; null: not known.',
    { example: 0.12 },
  )
  epss!: number | null;

  @Field(NULLABLE, 'The lowest version that fixes it.', { example: '1.30.4' }) fixed!: string | null;

  @Field(NULLABLE, 'With `not_affected`: why, in the words of the vendor; null: it is fixed there, or nobody says.')
  reason!: string | null;

  @Field('Whether the available version does not have it.') fixed_by_update!: boolean;
  @Field(MOMENT, 'When it became known here that the version has it.') found_at!: string;
  @Field(NULLABLE, { type: TriageResponse }, "The caller's decision; null: none.") triage!: TriageResponse | null;
}

export const ADVISORIES_AT_MOST = 1_000;

export class FavoriteAdvisories {
  @Field() risk!: RiskResponse;

  @Field(
    [FavoriteAdvisory],
    { maxItems: ADVISORIES_AT_MOST },
    `The exploited and the worst ones first, at most ${ADVISORIES_AT_MOST}.`,
  )
  advisories!: FavoriteAdvisory[];

  @Field(COUNT, 'How many there are beyond these.', { example: 0 }) more!: number;
}
