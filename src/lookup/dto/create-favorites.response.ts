import { ApiProperty } from '@nestjs/swagger';
import { BulkProblem } from '../../favorite/bulk/dto/bulk.response';
import { NamedSoftware } from '../../inventory/dto/inventory.dto';

const STATES = ['created', 'updated', 'kept', 'failed'] as const;

export class CreatedFavorite {
  @ApiProperty({ description: 'As it was given.', example: 'ghcr.io/immich-app/immich-server:v1.120.0' })
  given!: string;

  @ApiProperty({ enum: STATES, description: '`updated`, `kept`: it was there already. `failed`: `problem` says why.' })
  state!: (typeof STATES)[number];

  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'The id of the favorite.' })
  favorite!: string | null;

  @ApiProperty({
    type: NamedSoftware,
    nullable: true,
    description: 'The product that was meant. null: none, or it is not certain which.',
  })
  software!: NamedSoftware | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The version in use, as the product writes it.',
    example: 'v1.120.0',
  })
  version!: string | null;

  @ApiProperty({ type: BulkProblem, nullable: true })
  problem!: BulkProblem | null;

  @ApiProperty({
    type: [NamedSoftware],
    maxItems: 10,
    description: 'Where no product was certain: those that it may be. Send the id of the right one.',
  })
  candidates!: NamedSoftware[];
}

export class CreateFavoritesAnswer {
  @ApiProperty({ type: 'integer', minimum: 0, example: 12 })
  created!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  updated!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 3 })
  kept!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  failed!: number;

  @ApiProperty({ type: [CreatedFavorite], description: 'In the order of the request.' })
  favorites!: CreatedFavorite[];
}
