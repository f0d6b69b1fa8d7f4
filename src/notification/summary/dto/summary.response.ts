import { STEPS } from 'version-order';
import { COUNT, DAY, Field, MOMENT, NULLABLE } from '../../../api/endpoint/field';
import { CHANNEL_STATES } from '../../channel/dto/channel.dto';
import { ENDING_DAYS } from '../../../version/lifecycle/support';
import { MATTERS_GROUPS } from '../../../favorite/store/matters.sql';

const NUMBER = { ...COUNT, example: 3 };
const countsOf = (names: readonly string[]) => ({
  type: 'object' as const,
  required: [...names],
  selfRequired: true,
  properties: Object.fromEntries(names.map((name) => [name, NUMBER])),
  additionalProperties: false,
});

export class SupportSummary {
  @Field(NUMBER, 'Favorites whose version in use is no longer supported: `support=ended`.') ended!: number;
  @Field(NUMBER, `Those whose support ends within ${ENDING_DAYS} days: \`support=ending\`.`) ending!: number;
  @Field(DAY, NULLABLE, 'The next last day of support of any favorite; null if none is known.') next_on!: string | null;
}

export class MattersSummary {
  @Field(NUMBER, 'Those with a reason: with one of the first five groups.') today!: number;

  @Field(countsOf(MATTERS_GROUPS.slice(0, -1)), 'All of them, as the filter `matters` of favorites.')
  by_group!: Record<string, number>;

  @Field(NUMBER, 'Those of whose product any database of vulnerabilities has records.') assessed!: number;
}

export class SummaryResponse {
  @Field(NUMBER, 'Favorites.') tracked!: number;
  @Field(NUMBER, 'Favorites with an update.') outdated!: number;

  @Field(countsOf(STEPS), 'These by the size of their step, as the filter `kind` of favorites.')
  by_kind!: Record<string, number>;

  @Field(NUMBER, 'Favorites that are snoozed: the filter `state=snoozed`.') snoozed!: number;
  @Field(NUMBER, 'Favorites whose `notifications_enabled` is false: the filter `state=muted`.') muted!: number;

  @Field(MOMENT, NULLABLE, 'When the available version that has waited longest was released; null without an update.')
  oldest_available_at!: string | null;

  @Field('Favorites by the support of the version in use.') support!: SupportSummary;
  @Field('What matters of the favorites with an update: by urgency, not by step.') matters!: MattersSummary;
  @Field(countsOf(CHANNEL_STATES), 'Channels by their `state`.') channels!: Record<string, number>;

  @Field(
    NUMBER,
    'Notifications in state `failed` because of a channel that still exists. No more than 1,000 failed deliveries are looked at.',
  )
  failed_notifications!: number;

  @Field(
    MOMENT,
    NULLABLE,
    'The last answer of a source of tracked products, whether or not it had news; up to a minute late. Null: none of them was ever asked.',
  )
  last_check_at!: string | null;

  @Field(
    NUMBER,
    'Favorites whose product has no source, or one that has never answered: what is known of them comes from the catalogue. Up to a minute late.',
  )
  unasked!: number;

  @Field(
    NUMBER,
    'Favorites without an update of whose product no stable version is known: whether they are up to date, nobody can say. Up to a minute late.',
  )
  unknown!: number;

  @Field(
    MOMENT,
    NULLABLE,
    'Since when the process that answers has reached no source at all, for want of a network: newer versions may be missing. Null otherwise.',
  )
  sources_unreachable_since!: string | null;

  @Field(
    'Changes whenever a favorite, its state of support or one of these numbers does, but not with the four before it alone: whether lists have to be read again.',
    { example: '9f86d081884c7d659a2fea' },
  )
  revision!: string;
}
