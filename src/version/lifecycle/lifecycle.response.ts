import { DAY, Field, NULLABLE } from '../../api/endpoint/field';
import { SUPPORT_STATES, SupportResponse, type SupportState } from '../../software/dto/support.response';
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

export class CycleResponse {
  @Field({ example: '14' }) cycle!: string;
  @Field(NULLABLE, 'What people call it.') label!: string | null;
  @Field({ enum: SUPPORT_STATES }) state!: SupportState;
  @Field(DAY, NULLABLE) released_on!: string | null;
  @Field(DAY, NULLABLE, 'Since when it is a long-term support release; null = it is none.') lts_from!: string | null;
  @Field(DAY, NULLABLE) active_until!: string | null;

  @Field(DAY, NULLABLE, 'The last day of security support for the majority of users; null = no day is known.')
  eol_on!: string | null;

  @Field(DAY, NULLABLE) extended_until!: string | null;
  @Field(NULLABLE, 'Its newest version.') latest!: string | null;
  @Field(NULLABLE) link!: string | null;
  @Field('Whether it is no longer listed: what was known of it is kept.') gone!: boolean;
}

/** The release cycles of a product. */
export class LifecycleResponse {
  @Field(DAY, NULLABLE, 'The day on which this was so.') as_of!: string | null;
  @Field('Whether whoever is asked for it has not answered for more than three days.') stale!: boolean;
  @Field(NULLABLE, 'Who says so: `endoflife.date`, or `record`.') source!: string | null;
  @Field([CycleResponse], 'The newest first; those without an order last.') cycles!: CycleResponse[];
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
