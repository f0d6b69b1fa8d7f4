import { DAY, Field, ID, MOMENT, NULLABLE, OptionalField } from '../../../api/endpoint/field';
import {
  IsAnyText,
  IsFlag,
  IsId,
  IsList,
  IsNested,
  IsOneOf,
  IsText,
  IsWholeNumber,
} from '../../../api/endpoint/validation';
import { MOMENT_FORM, MOMENT_PATTERN } from '../../../common/time/utc-timestamp';
import { DURATION } from '../../../config/duration';
import { ADVISORY_LEVELS, type AdvisoryLevel, type Urgent, URGENT_FROM } from '../../store/risk';
import { SUPPORT_BASES, SUPPORT_NOTICE, type SupportBasis } from '../../../version/lifecycle/support';

export const SKIPPED_AT_MOST = 200;
const CHANNELS_AT_MOST = 50;
/** Most characters of the column. */
const NOTICES_AT_MOST = 12;
const MOST_NOTICE = 3_650;
const DAYS_BEFORE = { type: 'array', items: { type: 'integer', minimum: 0, maximum: MOST_NOTICE } } as const;
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
  @Field(
    IsOneOf(URGENT_FROM),
    '`exploited`: if the vulnerability is known to be exploited; `critical`: also if it is critical.',
  )
  from!: Urgent['from'];

  @Field(IsWholeNumber(0, 3_650), { example: 1 }, 'Days after its release.') minimum_age_days!: number;
}

export class PolicyResponse {
  @Field(PRERELEASES) include_prereleases!: boolean;
  @Field(NULLABLE, SERIES, { example: '16' }) series!: string | null;
  @Field([String], SKIPPED, { example: ['16.2'] }) skip!: string[];
  @Field(MOMENT, NULLABLE, SNOOZED) snoozed_until!: string | null;
  @Field(NULLABLE, { type: 'integer', minimum: 1 }, MINIMUM_AGE, { example: 7 }) minimum_age_days!: number | null;
  @Field([String], ID, CHANNELS) channels!: string[];

  @Field(NULLABLE, "Time between reminders (`notify_always`); null: the service's default.", { example: '7d' })
  remind_every!: string | null;

  @Field(
    DAYS_BEFORE,
    NULLABLE,
    { example: SUPPORT_NOTICE },
    `${NOTICE} Null: the service's default, ${SUPPORT_NOTICE.join(', ')}.`,
  )
  support_notice!: number[] | null;

  @Field({ enum: SUPPORT_BASES }, BASIS) support_basis!: SupportBasis;
  @Field(DAY, NULLABLE, CONTRACT, { example: '2028-12-31' }) supported_until!: string | null;
  @Field({ enum: ADVISORY_LEVELS }, ADVISORIES) advisories!: AdvisoryLevel;
  @Field(NULLABLE, { type: UrgentDto }, `${URGENT} Null: off.`) urgent!: UrgentDto | null;
}

/** For `PATCH`: fields that are left out stay as they are. */
export class UpdatePolicyDto {
  @OptionalField(IsFlag(), PRERELEASES) include_prereleases?: boolean;
  @OptionalField(IsText(1, 64), NULLABLE, SERIES, { example: '16' }) series?: string | null;

  @OptionalField(IsList({ most: SKIPPED_AT_MOST }), IsText(1, 255, { each: true }), SKIPPED, { example: ['16.2'] })
  skip?: string[];

  @OptionalField(IsAnyText(), NULLABLE, { pattern: MOMENT_PATTERN, example: '2026-12-01' }, `${SNOOZED} ${MOMENT_FORM}`)
  snoozed_until?: string | null;

  @OptionalField(IsWholeNumber(0, 3_650), NULLABLE, `${MINIMUM_AGE} 0 is the same as null.`, { example: 7 })
  minimum_age_days?: number | null;

  @OptionalField(IsList({ most: CHANNELS_AT_MOST }), IsId('must be ids of channels', { each: true }), CHANNELS)
  channels?: string[];

  @OptionalField(IsAnyText(), NULLABLE, { pattern: DURATION.source, example: '7d' }, REMINDERS)
  remind_every?: string | null;

  @OptionalField(
    IsList({ most: NOTICES_AT_MOST }),
    IsWholeNumber(0, MOST_NOTICE, { each: true }),
    DAYS_BEFORE,
    NULLABLE,
    NOTICE,
    { example: SUPPORT_NOTICE },
  )
  support_notice?: number[] | null;

  @OptionalField(IsOneOf(SUPPORT_BASES), BASIS) support_basis?: SupportBasis;
  @OptionalField(IsAnyText(), DAY, NULLABLE, CONTRACT, { example: '2028-12-31' }) supported_until?: string | null;
  @OptionalField(IsOneOf(ADVISORY_LEVELS), ADVISORIES) advisories?: AdvisoryLevel;
  @OptionalField(IsNested(UrgentDto), NULLABLE, `${URGENT} Null: off.`) urgent?: UrgentDto | null;
}

/** For `PUT`: fields that are left out get their defaults, which are described in words (see "openapi.json" in CONTRIBUTING.md). */
export class ReplacePolicyDto extends UpdatePolicyDto {
  @OptionalField(`${PRERELEASES} Left out: false.`) override include_prereleases?: boolean;
  @OptionalField({ type: String }, `${SERIES} Left out: null, any series.`) override series?: string | null;
  @OptionalField([String], `${SKIPPED} Left out: none.`) override skip?: string[];

  @OptionalField({ type: String }, `${SNOOZED} ${MOMENT_FORM} Left out: null, not snoozed.`)
  override snoozed_until?: string | null;

  @OptionalField({ type: 'integer' }, `${MINIMUM_AGE} Left out: null, at once.`)
  override minimum_age_days?: number | null;

  @OptionalField([String], `${CHANNELS} Left out: none.`) override channels?: string[];

  @OptionalField({ type: String }, `${REMINDERS} Left out: null, the service's default.`)
  override remind_every?: string | null;

  @OptionalField(DAYS_BEFORE, `${NOTICE} Left out: null, the service's default.`)
  override support_notice?: number[] | null;

  @OptionalField(`${BASIS} Left out: eol.`) override support_basis?: SupportBasis;

  @OptionalField({ type: String }, `${CONTRACT} Left out: null, what is published.`)
  override supported_until?: string | null;

  @OptionalField(`${ADVISORIES} Left out: critical.`) override advisories?: AdvisoryLevel;
  @OptionalField({ type: UrgentDto }, `${URGENT} Left out: null, off.`) override urgent?: UrgentDto | null;
}

export class SkipVersionDto {
  @Field(IsId('must be a uuid'), 'Id of a version of the product.') version!: string;
}
