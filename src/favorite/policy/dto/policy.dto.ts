import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsOptional, IsString, ValidateNested } from 'class-validator';
import { IsFlag, IsId, IsList, IsOneOf, IsText, IsWholeNumber, MayBeAbsent } from '../../../common/api/validation';
import { MOMENT_FORM, MOMENT_PATTERN } from '../../../common/time/utc-timestamp';
import { DURATION } from '../../../config/duration';
import { ADVISORY_LEVELS, type AdvisoryLevel, type Urgent, URGENT_FROM } from '../../store/risk';
import { SUPPORT_BASES, SUPPORT_NOTICE, type SupportBasis } from '../../../lifecycle/support';

export const SKIPPED_AT_MOST = 200;
const CHANNELS_AT_MOST = 50;
/** Most characters of the column. */
const NOTICES_AT_MOST = 12;
const MOST_NOTICE = 3_650;
const SKIPPED =
  'Versions to skip, without duplicates. Nothing up to the highest of them is offered; of a series, only those in it count. Cleared when the favorite moves to another product.';
const PRERELEASES = 'Whether pre-releases count as updates.';
const SERIES = 'Stay on this series.';
const MINIMUM_AGE = 'Days after its release before a version counts as an update.';
const CHANNELS = 'Ids of the channels to use if `use_default_notification` is false.';
const REMINDERS = 'Time between reminders (`notify_always`): a duration such as 12h or 7d, at least 1h.';
const SNOOZED =
  'No updates until then. At the end of the snooze, an update that was notified before it is notified once more. Ends when the favorite moves to another product.';

const NOTICE = 'Days before the end of support on which to notify; `0` is the day itself. Empty: never.';
const BASIS =
  'Which end of support counts: `eol`, of free security support; `active`, of active development; `extended`, of paid or extended support. Where a product has no such date, `eol`.';
const CONTRACT =
  'Until when you have support of your own, such as a contract. It counts instead of what is published. Cleared when the favorite moves to another product.';

const ADVISORIES =
  'Of which vulnerabilities of the version in use to notify: `exploited`, those known to be exploited; `critical`, also critical ones and those that are likely to be exploited (EPSS of 0.1 or more); `high`, also high ones; `all`; `off`.';
const URGENT =
  'A version that fixes a vulnerability of the version in use counts as an update after this age, which is shorter than `minimum_age_days`. Skipped versions and a snooze are left as they are.';

/** When a fix is offered earlier than other versions. */
export class UrgentDto {
  @ApiProperty({
    enum: URGENT_FROM,
    description: '`exploited`: if the vulnerability is known to be exploited; `critical`: also if it is critical.',
  })
  @IsOneOf(URGENT_FROM)
  from!: Urgent['from'];

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 3_650, example: 1, description: 'Days after its release.' })
  @IsWholeNumber(0, 3_650)
  minimum_age_days!: number;
}

export class PolicyResponse {
  @ApiProperty({ description: PRERELEASES })
  include_prereleases!: boolean;

  @ApiProperty({ type: String, nullable: true, description: SERIES, example: '16' })
  series!: string | null;

  @ApiProperty({ type: [String], description: SKIPPED, example: ['16.2'] })
  skip!: string[];

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: SNOOZED })
  snoozed_until!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, minimum: 1, description: MINIMUM_AGE, example: 7 })
  minimum_age_days!: number | null;

  @ApiProperty({ type: [String], format: 'uuid', description: CHANNELS })
  channels!: string[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: "Time between reminders (`notify_always`); null: the service's default.",
    example: '7d',
  })
  remind_every!: string | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'integer', minimum: 0, maximum: MOST_NOTICE },
    nullable: true,
    example: SUPPORT_NOTICE,
    description: `${NOTICE} Null: the service's default, ${SUPPORT_NOTICE.join(', ')}.`,
  })
  support_notice!: number[] | null;

  @ApiProperty({ enum: SUPPORT_BASES, description: BASIS })
  support_basis!: SupportBasis;

  @ApiProperty({ type: String, nullable: true, format: 'date', description: CONTRACT, example: '2028-12-31' })
  supported_until!: string | null;

  @ApiProperty({ enum: ADVISORY_LEVELS, description: ADVISORIES })
  advisories!: AdvisoryLevel;

  @ApiProperty({ type: UrgentDto, nullable: true, description: `${URGENT} Null: off.` })
  urgent!: UrgentDto | null;
}

/** For `PATCH`: fields that are left out stay as they are. */
export class UpdatePolicyDto {
  @ApiPropertyOptional({ description: PRERELEASES })
  @IsFlag()
  include_prereleases?: boolean;

  @ApiPropertyOptional({ nullable: true, description: SERIES, example: '16' })
  @IsOptional()
  @IsText(1, 64)
  series?: string | null;

  @ApiPropertyOptional({ type: [String], description: SKIPPED, example: ['16.2'] })
  @MayBeAbsent()
  @IsList({ most: SKIPPED_AT_MOST })
  @IsText(1, 255, { each: true })
  skip?: string[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: MOMENT_PATTERN,
    example: '2026-12-01',
    description: `${SNOOZED} ${MOMENT_FORM}`,
  })
  @IsOptional()
  @IsString({ message: 'must be text' })
  snoozed_until?: string | null;

  @ApiPropertyOptional({ nullable: true, description: `${MINIMUM_AGE} 0 is the same as null.`, example: 7 })
  @IsOptional()
  @IsWholeNumber(0, 3_650)
  minimum_age_days?: number | null;

  @ApiPropertyOptional({ type: [String], description: CHANNELS })
  @MayBeAbsent()
  @IsList({ most: CHANNELS_AT_MOST })
  @IsId('must be ids of channels', { each: true })
  channels?: string[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: DURATION.source,
    example: '7d',
    description: REMINDERS,
  })
  @IsOptional()
  @IsString({ message: 'must be text' })
  remind_every?: string | null;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'integer', minimum: 0, maximum: MOST_NOTICE },
    nullable: true,
    maxItems: NOTICES_AT_MOST,
    description: NOTICE,
    example: SUPPORT_NOTICE,
  })
  @IsOptional()
  @IsList({ most: NOTICES_AT_MOST })
  @IsWholeNumber(0, MOST_NOTICE, { each: true })
  support_notice?: number[] | null;

  @ApiPropertyOptional({ description: BASIS })
  @MayBeAbsent()
  @IsOneOf(SUPPORT_BASES)
  support_basis?: SupportBasis;

  @ApiPropertyOptional({ type: String, nullable: true, format: 'date', description: CONTRACT, example: '2028-12-31' })
  @IsOptional()
  @IsString({ message: 'must be text' })
  supported_until?: string | null;

  @ApiPropertyOptional({ enum: ADVISORY_LEVELS, description: ADVISORIES })
  @MayBeAbsent()
  @IsOneOf(ADVISORY_LEVELS)
  advisories?: AdvisoryLevel;

  @ApiPropertyOptional({ type: UrgentDto, nullable: true, description: `${URGENT} Null: off.` })
  @IsOptional()
  @ValidateNested()
  @Type(() => UrgentDto)
  urgent?: UrgentDto | null;
}

/** For `PUT`: fields that are left out get their defaults, which are described in words (see "openapi.json" in CONTRIBUTING.md). */
export class ReplacePolicyDto extends UpdatePolicyDto {
  @ApiPropertyOptional({ description: `${PRERELEASES} Left out: false.` })
  override include_prereleases?: boolean;

  @ApiPropertyOptional({ type: String, description: `${SERIES} Left out: null, any series.` })
  override series?: string | null;

  @ApiPropertyOptional({ type: [String], description: `${SKIPPED} Left out: none.` })
  override skip?: string[];

  @ApiPropertyOptional({ type: String, description: `${SNOOZED} ${MOMENT_FORM} Left out: null, not snoozed.` })
  override snoozed_until?: string | null;

  @ApiPropertyOptional({ type: 'integer', description: `${MINIMUM_AGE} Left out: null, at once.` })
  override minimum_age_days?: number | null;

  @ApiPropertyOptional({ type: [String], description: `${CHANNELS} Left out: none.` })
  override channels?: string[];

  @ApiPropertyOptional({ type: String, description: `${REMINDERS} Left out: null, the service's default.` })
  override remind_every?: string | null;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'integer', minimum: 0, maximum: MOST_NOTICE },
    description: `${NOTICE} Left out: null, the service's default.`,
  })
  override support_notice?: number[] | null;

  @ApiPropertyOptional({ description: `${BASIS} Left out: eol.` })
  override support_basis?: SupportBasis;

  @ApiPropertyOptional({ type: String, description: `${CONTRACT} Left out: null, what is published.` })
  override supported_until?: string | null;

  @ApiPropertyOptional({ description: `${ADVISORIES} Left out: critical.` })
  override advisories?: AdvisoryLevel;

  @ApiPropertyOptional({ type: UrgentDto, description: `${URGENT} Left out: null, off.` })
  override urgent?: UrgentDto | null;
}

export class SkipVersionDto {
  @ApiProperty({ description: 'Id of a version of the product.' })
  @IsId('must be a uuid')
  version!: string;
}
