import { DAY, Field, NULLABLE } from '../../api/endpoint/field';

export const SUPPORT_STATES = ['supported', 'ending', 'extended', 'ended', 'unknown'] as const;
export type SupportState = (typeof SUPPORT_STATES)[number];

/** Until when a version is supported. */
export class SupportResponse {
  @Field(NULLABLE, 'The release cycle of the version; null = none is known.', { example: '14' }) cycle!: string | null;

  @Field(
    { enum: SUPPORT_STATES },
    '`ending`: within 90 days. `extended`: ended for the majority of users, but not for all. `unknown`: nobody says; never the same as supported.',
  )
  state!: SupportState;

  @Field(DAY, NULLABLE, 'The last day of active support; after it come security fixes only.')
  active_until!: string | null;

  @Field(DAY, NULLABLE, 'The last day of security support for the majority of users; null = no day is known.')
  eol_on!: string | null;

  @Field(DAY, NULLABLE, 'The last day of support that some users have beyond that, mostly by paying.')
  extended_until!: string | null;

  @Field('Whether it is a long-term support release.') lts!: boolean;
  @Field(NULLABLE, 'The newest version of the cycle.', { example: '14.24' }) latest_in_cycle!: string | null;
  @Field(DAY, NULLABLE, 'The day on which this was so.') as_of!: string | null;
  @Field('Whether whoever is asked for it has not answered for more than three days.') stale!: boolean;
  @Field(NULLABLE, 'Who says so: `endoflife.date`, or `record`.', { example: 'endoflife.date' }) source!: string | null;
}
