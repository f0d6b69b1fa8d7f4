import { IsBoolean } from 'class-validator';
import { Field, OptionalField } from '../../../api/endpoint/field';
import {
  IsAnyText,
  IsId,
  IsList,
  IsNested,
  IsOneOf,
  IsRecord,
  IsText,
  IsWholeNumber,
} from '../../../api/endpoint/validation';
import { FILTER_VALUE } from '../../../api/list/list-request';
import { MOMENT_FORM, MOMENT_PATTERN } from '../../../common/time/utc-timestamp';
import { BULK_ACTIONS, type BulkAction } from '../../journal/journal.list';
import { UpdatePolicyDto } from '../../policy/dto/policy.dto';
import { TAGS } from '../../tag/tag.dto';
import { MAX_TAG, TAGS_AT_MOST } from '../../tag/tag-name';

const IDS_AT_MOST = 500;

export class BulkDto {
  @Field(
    IsOneOf(BULK_ACTIONS),
    '`update`: to the version on offer. `skip`: offers nothing up to that version. `snooze`: until `until`. `unsnooze`: ends the snooze. `mute`, ' +
      '`unmute`: `notifications_enabled`. `delete`: with notes and notifications. `policy`: writes the fields of `policy`. ' +
      '`tag`, `untag`: gives and takes `tags`.',
    { example: 'update' },
  )
  action!: BulkAction;

  @OptionalField(
    IsList({ most: IDS_AT_MOST, filled: true, unique: true }),
    IsId('must be ids of favorites', { each: true }),
    'Ids of favorites. This or `filter`.',
  )
  ids?: string[];

  @OptionalField(
    IsRecord(),
    { additionalProperties: FILTER_VALUE },
    'The filters of `GET /favorite` by their names, such as `{"update_available": true, "software[like]": "red"}`. All favorites with `{}`.',
    { example: { update_available: true, 'software[like]': 'red' } },
  )
  filter?: Record<string, unknown>;

  @OptionalField(
    IsList({ most: IDS_AT_MOST, unique: true }),
    IsId('must be ids of favorites', { each: true }),
    'With `filter`: ids of favorites to leave out.',
  )
  except?: string[];

  @OptionalField(
    IsWholeNumber(0, 1_000_000),
    'With `filter`, required: how many favorites match, without those of `except`. If it is another number by now, nothing is changed (409).',
    { example: 12 },
  )
  expect?: number;

  @OptionalField(
    IsAnyText(),
    { pattern: MOMENT_PATTERN, example: '2026-12-01' },
    `With \`snooze\`, required: its end. ${MOMENT_FORM}`,
  )
  until?: string;

  @OptionalField(
    IsRecord(),
    IsNested(UpdatePolicyDto),
    'With `policy`, required: the fields to write; those that are left out stay.',
  )
  policy?: UpdatePolicyDto;

  @OptionalField(
    IsBoolean({ message: 'must be a boolean' }),
    'With `policy`: whether the channels of the profile are used. If it is left out, `false` with `policy.channels`, else as before.',
  )
  use_default_notification?: boolean;

  @OptionalField(
    IsList({ most: TAGS_AT_MOST, filled: true }),
    IsText(1, MAX_TAG, { each: true }),
    { example: ['production'] },
    `With \`tag\` and \`untag\`, required. ${TAGS}`,
  )
  tags?: string[];

  @OptionalField(
    IsRecord(),
    { additionalProperties: { type: 'string', format: 'uuid' } },
    'By id of a favorite, the id of the version on offer that was seen. A favorite with another one by now is not changed, and is in `failed`.',
    { example: { '01890a5d-ac96-774b-bcce-b302099a8057': '01890a5d-ac97-7d0a-8a3c-6a5e7c1f2b3d' } },
  )
  versions?: Record<string, unknown>;
}
