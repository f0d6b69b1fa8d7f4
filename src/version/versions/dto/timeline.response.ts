import { STEPS } from 'version-order';
import { Field, ID, MOMENT } from '../../../api/endpoint/field';

/** States of a version in a timeline. */
export const FLAGS = ['prerelease', 'withdrawn', 'latest', 'in_use', 'notified', 'available', 'newer'] as const;

/** More lanes than these make no readable plot. */
export const MAX_SERIES = 12;

/** The versions as columns: the n-th entry of each is about the n-th version. */
export class TimelineResponse {
  @Field(
    [String],
    `The newest series, at most ${MAX_SERIES}, the newest first; each can be the \`series\` of a policy.`,
    { example: ['1.31', '1.30'] },
  )
  series!: string[];

  @Field([String], ID) id!: string[];
  @Field([String], 'The labels.', { example: ['1.30.4', '1.31.0'] }) version!: string[];

  @Field([String], MOMENT, '`created_at` of the versions.', {
    example: ['2026-10-21T00:00:00.000000Z', '2026-11-18T00:00:00.000000Z'],
  })
  released_at!: string[];

  @Field(
    { type: 'array', items: { type: 'integer', minimum: 0, nullable: true } },
    'The place of its series in `series`; null = an older one, or none.',
    { example: [1, 0] },
  )
  series_no!: (number | null)[];

  @Field(
    { type: 'array', items: { type: 'string', enum: [...STEPS], nullable: true } },
    'The step from the release before it in the version order, which is no pre-release and was not withdrawn; null = there is none.',
    { example: ['patch', 'minor'] },
  )
  kind!: (string | null)[];

  @Field(
    { type: 'array', items: { type: 'array', items: { type: 'string', enum: [...FLAGS] } } },
    "`latest` is of the product, and no pre-release. Of the caller's favorite: `in_use`, `available` (on offer), and `notified` (at least one channel " +
      'accepted a message about it); `newer` is higher than the version in use.',
    { example: [['in_use'], ['latest', 'available']] },
  )
  flags!: string[][];
}
