import { COUNT, Field, ID, MOMENT, NULLABLE } from '../../../api/endpoint/field';
import { toApiTimestamp } from '../../../common/time/utc-timestamp';
import type { DecisionRow } from '../../store/decision.repository';
import { LISTED_AT_MOST, MovedEntry } from './content.response';
import { NamedSoftware } from '../../../software/dto/named-software';

export class DecisionResponse {
  @Field(ID) id!: string;
  @Field('Of the component, as the file has it.', { example: 'ghcr.io/acme/api' }) name!: string;

  @Field(NULLABLE, { type: NamedSoftware }, 'The product that it is; null: it is ignored.')
  software!: NamedSoftware | null;

  @Field(MOMENT) created_at!: string;
}

/** What became of the components that were unknown. */
export class MatchResponse {
  @Field(COUNT, 'Components that are deployments of the inventory now.') placed!: number;
  @Field(COUNT, 'Components that are still unknown.', { example: 2 }) unmatched!: number;

  @Field(
    [MovedEntry],
    { maxItems: LISTED_AT_MOST },
    'Favorites that keep a higher version: without `allow_lower`, the lower one waits.',
  )
  kept!: MovedEntry[];
}

export class AcceptedDeployments {
  @Field(COUNT, 'Favorites that show a lower version now.') lowered!: number;
}

export const toDecisionResponse = (row: DecisionRow): DecisionResponse => ({
  id: row.id,
  name: row.name,
  software: row.software_id === null ? null : { id: row.software_id, name: row.software! },
  created_at: toApiTimestamp(row.created_at),
});
