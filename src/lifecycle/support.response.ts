import { ApiProperty } from '@nestjs/swagger';
import type { Cycle } from './product-cycle';
import { ENDING_DAYS, NO_LAST_DAY, stateOf, SUPPORT_STATES, type SupportFacts, type SupportState } from './support';

const DAY = { type: String, nullable: true, format: 'date', example: '2027-11-11' } as const;

/** Until when a version is supported. */
export class SupportResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    example: '14',
    description: 'The release cycle of the version; null if it is in none that is known.',
  })
  cycle!: string | null;

  @ApiProperty({
    enum: SUPPORT_STATES,
    description: `\`ending\`: within ${ENDING_DAYS} days; \`extended\`: support has ended for most users, but not for all; \`unknown\`: no lifecycle is known, or it does not say.`,
  })
  state!: SupportState;

  @ApiProperty({ ...DAY, description: 'The last day of active support; after it come security fixes only.' })
  active_until!: string | null;

  @ApiProperty({ ...DAY, description: 'The last day of support.' })
  eol_on!: string | null;

  @ApiProperty({
    ...DAY,
    description: 'The last day of support that some users have beyond that, mostly by paying, where it is known.',
  })
  extended_until!: string | null;

  @ApiProperty({ description: 'Whether the cycle has long-term support.' })
  lts!: boolean;

  @ApiProperty({ type: String, nullable: true, example: '14.24', description: 'The newest version of the cycle.' })
  latest_in_cycle!: string | null;

  @ApiProperty({ ...DAY, description: 'The day on which the facts about the cycle were read.' })
  as_of!: string | null;
}

/** @param today `YYYY-MM-DD`, UTC */
export const toSupportResponse = (
  cycle: Cycle | null,
  facts: Omit<SupportFacts, 'basis'>,
  today: string,
): SupportResponse => ({
  cycle: cycle?.cycle ?? null,
  state: stateOf(facts, today),
  active_until: cycle?.activeUntil ?? null,
  eol_on: facts.eolOn,
  extended_until: facts.extendedUntil === NO_LAST_DAY ? null : facts.extendedUntil,
  lts: cycle?.ltsFrom != null && cycle.ltsFrom <= today,
  latest_in_cycle: cycle?.latest ?? null,
  as_of: cycle?.asOf ?? null,
});
