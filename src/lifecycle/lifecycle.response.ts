import { ApiProperty } from '@nestjs/swagger';
import { SUPPORT_STATES, SupportResponse, type SupportState } from '../software/dto/support.response';
import type { Cycle } from './product-cycle';
import {
  type CycleMatch,
  NO_LAST_DAY,
  stateOf,
  supportFacts,
  type SupportFacts,
  supportOf,
  type SupportOptions,
} from './support';

/** The origin of a product's support dates, and their day. */
export interface KnownSince {
  asOf: string | null;
  stale: boolean;
  source: string | null;
}

const DAY = { type: String, nullable: true, format: 'date' } as const;
const TEXT = { type: String, nullable: true } as const;

export class CycleResponse {
  @ApiProperty({ example: '14' })
  cycle!: string;

  @ApiProperty({ ...TEXT, description: 'What people call it.' })
  label!: string | null;

  @ApiProperty({ enum: SUPPORT_STATES })
  state!: SupportState;

  @ApiProperty(DAY)
  released_on!: string | null;

  @ApiProperty({ ...DAY, description: 'Since when it is a long-term support release; null = it is none.' })
  lts_from!: string | null;

  @ApiProperty(DAY)
  active_until!: string | null;

  @ApiProperty({
    ...DAY,
    description: 'The last day of security support for the majority of users; null = no day is known.',
  })
  eol_on!: string | null;

  @ApiProperty(DAY)
  extended_until!: string | null;

  @ApiProperty({ ...TEXT, description: 'Its newest version.' })
  latest!: string | null;

  @ApiProperty(TEXT)
  link!: string | null;

  @ApiProperty({ description: 'Whether it is no longer listed: what was known of it is kept.' })
  gone!: boolean;
}

/** The release cycles of a product. */
export class LifecycleResponse {
  @ApiProperty({ ...DAY, description: 'The day on which this was so.' })
  as_of!: string | null;

  @ApiProperty({ description: 'Whether whoever is asked for it has not answered for more than three days.' })
  stale!: boolean;

  @ApiProperty({ ...TEXT, description: 'Who says so: `endoflife.date`, or `record`.' })
  source!: string | null;

  @ApiProperty({ type: [CycleResponse], description: 'The newest first; those without an order last.' })
  cycles!: CycleResponse[];
}

export const toCycleResponse = (cycle: Cycle, today: string): CycleResponse => ({
  cycle: cycle.cycle,
  label: cycle.label,
  state: supportOf(cycle, today).state,
  released_on: cycle.releasedOn,
  lts_from: cycle.ltsFrom,
  active_until: cycle.activeUntil,
  eol_on: cycle.eolOn,
  extended_until: cycle.extendedUntil,
  latest: cycle.latest,
  link: cycle.link,
  gone: cycle.isGone,
});

/** The support of a version, by basis and contract of who asks. */
export function toSupportResponse(
  match: CycleMatch,
  today: string,
  known: KnownSince,
  options: SupportOptions = {},
): SupportResponse {
  const cycle = match === 'older' ? null : match;
  return supportResponse(cycle, supportFacts(match, options), today, known);
}

/** The same from facts that are stored. */
export const supportResponse = (
  cycle: Cycle | null,
  facts: Omit<SupportFacts, 'basis'>,
  today: string,
  known: KnownSince,
): SupportResponse => ({
  cycle: cycle?.cycle ?? null,
  state: stateOf(facts, today),
  active_until: cycle?.activeUntil ?? null,
  eol_on: facts.eolOn,
  extended_until: facts.extendedUntil === NO_LAST_DAY ? null : facts.extendedUntil,
  lts: cycle?.ltsFrom != null && cycle.ltsFrom <= today,
  latest_in_cycle: cycle?.latest ?? null,
  as_of: known.asOf,
  stale: known.stale,
  source: known.source,
});
