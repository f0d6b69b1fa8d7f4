import { ApiProperty } from '@nestjs/swagger';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import type { DecisionRow } from '../store/decision.repository';
import { LISTED_AT_MOST, MovedEntry } from './content.response';
import { NamedSoftware } from './inventory.dto';

export class DecisionResponse {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ description: 'Of the component, as the file has it.', example: 'ghcr.io/acme/api' })
  name!: string;

  @ApiProperty({ type: NamedSoftware, nullable: true, description: 'The product that it is; null: it is ignored.' })
  software!: NamedSoftware | null;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;
}

/** What became of the components that were unknown. */
export class MatchResponse {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Components that are deployments of the inventory now.' })
  placed!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Components that are still unknown.', example: 2 })
  unmatched!: number;

  @ApiProperty({
    type: [MovedEntry],
    maxItems: LISTED_AT_MOST,
    description: 'Favorites that keep a higher version: without `allow_lower`, the lower one waits.',
  })
  kept!: MovedEntry[];
}

export class AcceptedDeployments {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Favorites that show a lower version now.' })
  lowered!: number;
}

export class UndoneUpload {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Deployments that are back.' })
  restored!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Deployments that are gone again.', example: 2 })
  removed!: number;
}

export const toDecisionResponse = (row: DecisionRow): DecisionResponse => ({
  id: row.id,
  name: row.name,
  software: row.software_id === null ? null : { id: row.software_id, name: row.software! },
  created_at: toApiTimestamp(row.created_at),
});
