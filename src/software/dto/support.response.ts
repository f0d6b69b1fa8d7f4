import { ApiProperty } from '@nestjs/swagger';

const DAY = { type: String, nullable: true, format: 'date' } as const;

export const SUPPORT_STATES = ['supported', 'ending', 'extended', 'ended', 'unknown'] as const;
export type SupportState = (typeof SUPPORT_STATES)[number];

/** Until when a version is supported. */
export class SupportResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The release cycle of the version; null = none is known.',
    example: '14',
  })
  cycle!: string | null;

  @ApiProperty({
    enum: SUPPORT_STATES,
    description:
      '`ending`: within 90 days. `extended`: ended for the majority of users, but not for all. `unknown`: nobody says; never the same as supported.',
  })
  state!: SupportState;

  @ApiProperty({ ...DAY, description: 'The last day of active support; after it come security fixes only.' })
  active_until!: string | null;

  @ApiProperty({
    ...DAY,
    description: 'The last day of security support for the majority of users; null = no day is known.',
  })
  eol_on!: string | null;

  @ApiProperty({ ...DAY, description: 'The last day of support that some users have beyond that, mostly by paying.' })
  extended_until!: string | null;

  @ApiProperty({ description: 'Whether it is a long-term support release.' })
  lts!: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'The newest version of the cycle.', example: '14.24' })
  latest_in_cycle!: string | null;

  @ApiProperty({ ...DAY, description: 'The day on which this was so.' })
  as_of!: string | null;

  @ApiProperty({ description: 'Whether whoever is asked for it has not answered for more than three days.' })
  stale!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Who says so: `endoflife.date`, or `record`.',
    example: 'endoflife.date',
  })
  source!: string | null;
}
