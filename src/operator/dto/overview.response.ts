import { ApiProperty } from '@nestjs/swagger';

const COUNT = { type: 'integer', minimum: 0, nullable: true } as const;
const SECONDS = { type: 'integer', minimum: 0, nullable: true } as const;

export class OverviewDatabase {
  @ApiProperty({ enum: ['sqlite', 'mariadb', 'mysql'], example: 'sqlite' })
  kind!: string;

  @ApiProperty({ description: 'As the database names it.', example: '3.50.4' })
  version!: string;

  @ApiProperty({ description: 'Whether it has all tables of this version of the service.' })
  migrated!: boolean;

  @ApiProperty({ description: 'false: its disk is full, or it is read-only.' })
  writable!: boolean;
}

export class RestingHost {
  @ApiProperty({ description: 'With its port if it is not the usual one.', example: 'api.github.com' })
  host!: string;

  @ApiProperty({ format: 'date-time' })
  until!: string;
}

export class OverviewSources {
  @ApiProperty({ enum: ['all', 'tracked', 'off'], description: '`SOURCES`: which are polled.' })
  polled!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description:
      'Since when the process that answers has reached no source at all: it has no network. No source counts as failing meanwhile. Null otherwise.',
  })
  unreachable_since!: string | null;

  @ApiProperty({ ...COUNT, description: 'Up to 10,000.' })
  failing!: number | null;

  @ApiProperty({ ...SECONDS, description: 'For how long the longest due source has been waiting.' })
  oldest_due_seconds!: number | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Hosts that are not asked for a while, up to 10,000.' })
  resting!: number;

  @ApiProperty({ type: [RestingHost], description: 'Those that rest longest, up to 50.' })
  resting_hosts!: RestingHost[];
}

export class OverviewQueue {
  @ApiProperty({ ...COUNT, description: 'Deliveries that are due and not claimed, up to 10,000.' })
  deliveries_due!: number | null;

  @ApiProperty({ ...SECONDS, description: 'For how long the oldest of them has been waiting.' })
  oldest_delivery_seconds!: number | null;

  @ApiProperty({
    ...SECONDS,
    description:
      'For how long the oldest confirmation mail, notice about a channel or message to the operator has been due.',
  })
  oldest_message_seconds!: number | null;

  @ApiProperty({ ...COUNT, description: 'Products whose versions no check has taken up yet, up to 10,000.' })
  checks_due!: number | null;

  @ApiProperty({ ...SECONDS, description: 'For how long the oldest check that is due has been waiting.' })
  oldest_check_seconds!: number | null;
}

export class OverviewUsers {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Up to 10,000.' })
  total!: number;
}

export class OverviewResponse {
  @ApiProperty({ description: 'Of the service.', example: '1.0.0' })
  version!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The commit that it was built from; null = not known.' })
  commit!: string | null;

  @ApiProperty({
    description: 'When the process that answers was started. Others are not known to it.',
    format: 'date-time',
  })
  started_at!: string;

  @ApiProperty({ type: OverviewDatabase })
  database!: OverviewDatabase;

  @ApiProperty({ type: OverviewSources })
  sources!: OverviewSources;

  @ApiProperty({ type: OverviewQueue })
  queue!: OverviewQueue;

  @ApiProperty({ ...COUNT, description: 'Providers of knowledge whose last import is held.' })
  knowledge_held!: number | null;

  @ApiProperty({ type: OverviewUsers })
  users!: OverviewUsers;

  @ApiProperty({ description: 'Whether somebody is told of failures: `OPERATOR_CHANNEL_URL` is set.' })
  operator_is_told!: boolean;
}
