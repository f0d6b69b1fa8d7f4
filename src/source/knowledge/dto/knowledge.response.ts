import { COUNT, DAY, Field, MOMENT, NULLABLE } from '../../../api/endpoint/field';

export const KNOWLEDGE_STATES = ['off', 'waiting', 'ok', 'failing', 'held'] as const;
export type KnowledgeState = (typeof KNOWLEDGE_STATES)[number];

export class KnowledgeResponse {
  @Field({ example: 'endoflife' }) provider!: string;
  @Field({ example: 'endoflife.date' }) title!: string;
  @Field('Whether it has an address, so that it is asked.') configured!: boolean;

  @Field(
    { enum: KNOWLEDGE_STATES },
    '`off`: it is not asked. `waiting`: it has not been asked yet. `failing`: it did not answer, or not as it should. `held`: its last import would change so much that it waits for `knowledge accept`.',
  )
  state!: KnowledgeState;

  @Field(DAY, NULLABLE, 'The day on which what it said was so, from an answer or a file; null = nothing is known.')
  as_of!: string | null;

  @Field('Whether it is asked and has not answered for more than three days.') stale!: boolean;
  @Field(COUNT, 'Records of the last answer or file, such as release cycles.') records!: number;
  @Field(COUNT, 'Records that could not be taken.') rejected!: number;
  @Field(COUNT, 'Products of the catalogue that it tells of.') matched!: number;
  @Field(MOMENT, NULLABLE, 'When it answered last.') answered_at!: string | null;
  @Field(COUNT, 'Failures in a row.') failures!: number;
  @Field(NULLABLE) last_error!: string | null;
  @Field(NULLABLE, 'Why its last import is held; null = it is not.') held_because!: string | null;
  @Field(MOMENT, NULLABLE, 'When it is asked next; null = never.') next_at!: string | null;
}
