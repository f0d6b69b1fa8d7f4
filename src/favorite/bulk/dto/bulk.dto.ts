import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsObject, IsString, ValidateNested } from 'class-validator';
import { IsId, IsList, IsOneOf, IsText, IsWholeNumber, MayBeAbsent } from '../../../common/api/validation';
import { FILTER_VALUE } from '../../../common/list/list-request';
import { MOMENT_FORM, MOMENT_PATTERN } from '../../../common/time/utc-timestamp';
import { BULK_ACTIONS, type BulkAction } from '../../journal/journal.list';
import { UpdatePolicyDto } from '../../policy/dto/policy.dto';
import { TAGS } from '../../tag/tag.dto';
import { MAX_TAG, TAGS_AT_MOST } from '../../tag/tag-name';

const IDS_AT_MOST = 500;

export class BulkDto {
  @ApiProperty({
    description:
      '`update`: to the version on offer. `skip`: offers nothing up to that version. `snooze`: until `until`. `unsnooze`: ends the snooze. `mute`, ' +
      '`unmute`: `notifications_enabled`. `delete`: with notes and notifications. `policy`: writes the fields of `policy`. ' +
      '`tag`, `untag`: gives and takes `tags`.',
    example: 'update',
  })
  @IsOneOf(BULK_ACTIONS)
  action!: BulkAction;

  @ApiPropertyOptional({ type: [String], description: 'Ids of favorites. This or `filter`.' })
  @MayBeAbsent()
  @IsList({ most: IDS_AT_MOST, filled: true, unique: true })
  @IsId('must be ids of favorites', { each: true })
  ids?: string[];

  @ApiPropertyOptional({
    type: Object,
    additionalProperties: FILTER_VALUE,
    description:
      'The filters of `GET /favorite` by their names, such as `{"update_available": true, "software[like]": "red"}`. All favorites with `{}`.',
    example: { update_available: true, 'software[like]': 'red' },
  })
  @MayBeAbsent()
  @IsObject({ message: 'must be an object' })
  filter?: Record<string, unknown>;

  @ApiPropertyOptional({ type: [String], description: 'With `filter`: ids of favorites to leave out.' })
  @MayBeAbsent()
  @IsList({ most: IDS_AT_MOST, unique: true })
  @IsId('must be ids of favorites', { each: true })
  except?: string[];

  @ApiPropertyOptional({
    description:
      'With `filter`, required: how many favorites match, without those of `except`. If it is another number by now, nothing is changed (409).',
    example: 12,
  })
  @MayBeAbsent()
  @IsWholeNumber(0, 1_000_000)
  expect?: number;

  @ApiPropertyOptional({
    type: String,
    pattern: MOMENT_PATTERN,
    example: '2026-12-01',
    description: `With \`snooze\`, required: its end. ${MOMENT_FORM}`,
  })
  @MayBeAbsent()
  @IsString({ message: 'must be text' })
  until?: string;

  @ApiPropertyOptional({
    type: UpdatePolicyDto,
    description: 'With `policy`, required: the fields to write; those that are left out stay.',
  })
  @MayBeAbsent()
  @IsObject({ message: 'must be an object' })
  @ValidateNested()
  @Type(() => UpdatePolicyDto)
  policy?: UpdatePolicyDto;

  @ApiPropertyOptional({
    description:
      'With `policy`: whether the channels of the profile are used. If it is left out, `false` with `policy.channels`, else as before.',
  })
  @MayBeAbsent()
  @IsBoolean({ message: 'must be a boolean' })
  use_default_notification?: boolean;

  @ApiPropertyOptional({
    type: [String],
    example: ['production'],
    description: `With \`tag\` and \`untag\`, required. ${TAGS}`,
  })
  @MayBeAbsent()
  @IsList({ most: TAGS_AT_MOST, filled: true })
  @IsText(1, MAX_TAG, { each: true })
  tags?: string[];

  @ApiPropertyOptional({
    type: Object,
    additionalProperties: { type: 'string', format: 'uuid' },
    description:
      'By id of a favorite, the id of the version on offer that was seen. A favorite with another one by now is not changed, and is in `failed`.',
    example: { '01890a5d-ac96-774b-bcce-b302099a8057': '01890a5d-ac97-7d0a-8a3c-6a5e7c1f2b3d' },
  })
  @MayBeAbsent()
  @IsObject({ message: 'must be an object' })
  versions?: Record<string, unknown>;
}
