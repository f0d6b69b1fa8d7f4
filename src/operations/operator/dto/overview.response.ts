import { COUNT, Field, MOMENT, NULLABLE } from '../../../api/endpoint/field';

export class OverviewDatabase {
  @Field({ enum: ['sqlite', 'mariadb', 'mysql'], example: 'sqlite' }) kind!: string;
  @Field('As the database names it.', { example: '3.50.4' }) version!: string;
  @Field('Whether it has all tables of this version of the service.') migrated!: boolean;
  @Field('false: its disk is full, or it is read-only.') writable!: boolean;
}

export class RestingHost {
  @Field('With its port if it is not the usual one.', { example: 'api.github.com' }) host!: string;
  @Field(MOMENT) until!: string;
}

export class OverviewSources {
  @Field({ enum: ['all', 'tracked', 'off'] }, '`SOURCES`: which are polled.') polled!: string;

  @Field(
    MOMENT,
    NULLABLE,
    'Since when the process that answers has reached no source at all: it has no network. No source counts as failing meanwhile. Null otherwise.',
  )
  unreachable_since!: string | null;

  @Field(COUNT, NULLABLE, 'Up to 10,000.') failing!: number | null;
  @Field(COUNT, NULLABLE, 'For how long the longest due source has been waiting.') oldest_due_seconds!: number | null;
  @Field(COUNT, 'Hosts that are not asked for a while, up to 10,000.') resting!: number;
  @Field([RestingHost], 'Those that rest longest, up to 50.') resting_hosts!: RestingHost[];
}

export class OverviewQueue {
  @Field(COUNT, NULLABLE, 'Deliveries that are due and not claimed, up to 10,000.') deliveries_due!: number | null;
  @Field(COUNT, NULLABLE, 'For how long the oldest of them has been waiting.') oldest_delivery_seconds!: number | null;

  @Field(
    COUNT,
    NULLABLE,
    'For how long the oldest confirmation mail, notice about a channel or message to the operator has been due.',
  )
  oldest_message_seconds!: number | null;

  @Field(COUNT, NULLABLE, 'Products whose versions no check has taken up yet, up to 10,000.')
  checks_due!: number | null;

  @Field(COUNT, NULLABLE, 'For how long the oldest check that is due has been waiting.')
  oldest_check_seconds!: number | null;
}

export class OverviewUsers {
  @Field(COUNT, 'Up to 10,000.') total!: number;
}

export class OverviewResponse {
  @Field('Of the service.', { example: '1.0.0' }) version!: string;
  @Field(NULLABLE, 'The commit that it was built from; null = not known.') commit!: string | null;
  @Field('When the process that answers was started. Others are not known to it.', MOMENT) started_at!: string;
  @Field() database!: OverviewDatabase;
  @Field() sources!: OverviewSources;
  @Field() queue!: OverviewQueue;
  @Field(COUNT, NULLABLE, 'Providers of knowledge whose last import is held.') knowledge_held!: number | null;
  @Field() users!: OverviewUsers;
  @Field('Whether somebody is told of failures: `OPERATOR_CHANNEL_URL` is set.') operator_is_told!: boolean;
}
