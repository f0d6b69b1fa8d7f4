import { COUNT, Field, ID, NULLABLE } from '../../api/endpoint/field';
import { BulkProblem } from '../../favorite/bulk/dto/bulk.response';
import { NamedSoftware } from '../../software/dto/named-software';

const STATES = ['created', 'updated', 'kept', 'failed'] as const;

export class CreatedFavorite {
  @Field('As it was given.', { example: 'ghcr.io/immich-app/immich-server:v1.120.0' }) given!: string;

  @Field({ enum: STATES }, '`updated`, `kept`: it was there already. `failed`: `problem` says why.')
  state!: (typeof STATES)[number];

  @Field(ID, NULLABLE, 'The id of the favorite.') favorite!: string | null;

  @Field(NULLABLE, { type: NamedSoftware }, 'The product that was meant. null: none, or it is not certain which.')
  software!: NamedSoftware | null;

  @Field(NULLABLE, 'The version in use, as the product writes it.', { example: 'v1.120.0' }) version!: string | null;
  @Field(NULLABLE, { type: BulkProblem }) problem!: BulkProblem | null;

  @Field(
    [NamedSoftware],
    { maxItems: 10 },
    'Where no product was certain: those that it may be. Send the id of the right one.',
  )
  candidates!: NamedSoftware[];
}

export class CreateFavoritesAnswer {
  @Field(COUNT, { example: 12 }) created!: number;
  @Field(COUNT, { example: 0 }) updated!: number;
  @Field(COUNT, { example: 3 }) kept!: number;
  @Field(COUNT, { example: 0 }) failed!: number;
  @Field([CreatedFavorite], 'In the order of the request.') favorites!: CreatedFavorite[];
}
