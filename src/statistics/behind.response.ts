import { ApiProperty } from '@nestjs/swagger';

const COUNT = { type: 'integer', minimum: 0 } as const;
const DAYS = { type: 'integer', minimum: 0, nullable: true } as const;

export class BehindDay {
  @ApiProperty({
    format: 'date',
    description: 'From this day on it was so, until the next entry.',
    example: '2026-11-20',
  })
  day!: string;

  @ApiProperty(COUNT)
  tracked!: number;

  @ApiProperty({ ...COUNT, description: 'Favorites with an update, by its step.' })
  major!: number;

  @ApiProperty(COUNT)
  minor!: number;

  @ApiProperty(COUNT)
  patch!: number;

  @ApiProperty(COUNT)
  other!: number;

  @ApiProperty({
    ...DAYS,
    description:
      'Days from the release of the version in use to that of the available one: the median of favorites with an update. null: of none of them both days are known.',
  })
  median_days!: number | null;

  @ApiProperty({ ...DAYS, description: 'The most of these days.' })
  worst_days!: number | null;
}

export class MonthOfUpdates {
  @ApiProperty({ pattern: '^\\d{4}-\\d\\d$', example: '2026-11' })
  month!: string;

  @ApiProperty({
    ...COUNT,
    description: 'Favorites that the caller marked as updated; what inventories and programs reported does not count.',
  })
  updates!: number;
}

export class BehindResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date',
    description: 'What was before is not known; null = nothing is recorded yet.',
  })
  known_since!: string | null;

  @ApiProperty({ format: 'date', description: 'The first day that was asked for.', example: '2025-11-27' })
  from!: string;

  @ApiProperty({ format: 'date', description: 'Today, UTC.', example: '2026-11-26' })
  until!: string;

  @ApiProperty({
    type: [BehindDay],
    description: 'Days on which something changed, the first as it was at the beginning.',
  })
  days!: BehindDay[];

  @ApiProperty({ type: [MonthOfUpdates], description: 'Months with updates, up to yesterday.' })
  months!: MonthOfUpdates[];
}
