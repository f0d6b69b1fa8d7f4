import { ApiProperty } from '@nestjs/swagger';
import { STEPS } from 'version-order';
import { CHANNEL_STATES } from '../../channel/dto/channel.dto';
import { ENDING_DAYS } from '../../../lifecycle/support';
import { MATTERS_GROUPS } from '../../../favorite/store/matters.list';

const COUNT = { type: 'integer', minimum: 0, example: 3 } as const;
const countsOf = (names: readonly string[]) => ({
  type: 'object' as const,
  required: [...names],
  selfRequired: true,
  properties: Object.fromEntries(names.map((name) => [name, COUNT])),
  additionalProperties: false,
});

export class SupportSummary {
  @ApiProperty({ ...COUNT, description: 'Favorites whose version in use is no longer supported: `support=ended`.' })
  ended!: number;

  @ApiProperty({ ...COUNT, description: `Those whose support ends within ${ENDING_DAYS} days: \`support=ending\`.` })
  ending!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date',
    description: 'The next last day of support of any favorite; null if none is known.',
  })
  next_on!: string | null;
}

export class MattersSummary {
  @ApiProperty({ ...COUNT, description: 'Those with a reason: with one of the first five groups.' })
  today!: number;

  @ApiProperty({
    ...countsOf(MATTERS_GROUPS.slice(0, -1)),
    description: 'All of them, as the filter `matters` of favorites.',
  })
  by_group!: Record<string, number>;

  @ApiProperty({ ...COUNT, description: 'Those of whose product any database of vulnerabilities has records.' })
  assessed!: number;
}

export class SummaryResponse {
  @ApiProperty({ ...COUNT, description: 'Favorites.' })
  tracked!: number;

  @ApiProperty({ ...COUNT, description: 'Favorites with an update.' })
  outdated!: number;

  @ApiProperty({
    ...countsOf(STEPS),
    description: 'These by the size of their step, as the filter `kind` of favorites.',
  })
  by_kind!: Record<string, number>;

  @ApiProperty({ ...COUNT, description: 'Favorites that are snoozed: the filter `state=snoozed`.' })
  snoozed!: number;

  @ApiProperty({ ...COUNT, description: 'Favorites whose `notifications_enabled` is false: the filter `state=muted`.' })
  muted!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the available version that has waited longest was released; null without an update.',
  })
  oldest_available_at!: string | null;

  @ApiProperty({ description: 'Favorites by the support of the version in use.' })
  support!: SupportSummary;

  @ApiProperty({ description: 'What matters of the favorites with an update: by urgency, not by step.' })
  matters!: MattersSummary;

  @ApiProperty({ ...countsOf(CHANNEL_STATES), description: 'Channels by their `state`.' })
  channels!: Record<string, number>;

  @ApiProperty({
    ...COUNT,
    description:
      'Notifications in state `failed` because of a channel that still exists. No more than 1,000 failed deliveries are looked at.',
  })
  failed_notifications!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description:
      'The last answer of a source of tracked products, whether or not it had news; up to a minute late. Null: none of them was ever asked.',
  })
  last_check_at!: string | null;

  @ApiProperty({
    ...COUNT,
    description:
      'Favorites whose product has no source, or one that has never answered: what is known of them comes from the catalogue. Up to a minute late.',
  })
  unasked!: number;

  @ApiProperty({
    ...COUNT,
    description:
      'Favorites without an update of whose product no stable version is known: whether they are up to date, nobody can say. Up to a minute late.',
  })
  unknown!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description:
      'Since when the process that answers has reached no source at all, for want of a network: newer versions may be missing. Null otherwise.',
  })
  sources_unreachable_since!: string | null;

  @ApiProperty({
    description:
      'Changes whenever a favorite, its state of support or one of these numbers does, but not with the four before it alone: whether lists have to be read again.',
    example: '9f86d081884c7d659a2fea',
  })
  revision!: string;
}
