import { ApiProperty } from '@nestjs/swagger';

export const KNOWLEDGE_STATES = ['off', 'waiting', 'ok', 'failing', 'held'] as const;
export type KnowledgeState = (typeof KNOWLEDGE_STATES)[number];

const MOMENT = { type: String, nullable: true, format: 'date-time' } as const;

export class KnowledgeResponse {
  @ApiProperty({ example: 'endoflife' })
  provider!: string;

  @ApiProperty({ example: 'endoflife.date' })
  title!: string;

  @ApiProperty({ description: 'Whether it has an address, so that it is asked.' })
  configured!: boolean;

  @ApiProperty({
    enum: KNOWLEDGE_STATES,
    description:
      '`off`: it is not asked. `waiting`: it has not been asked yet. `failing`: it did not answer, or not as it should. `held`: its last import would change so much that it waits for `knowledge accept`.',
  })
  state!: KnowledgeState;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date',
    description: 'The day on which what it said was so, from an answer or a file; null = nothing is known.',
  })
  as_of!: string | null;

  @ApiProperty({ description: 'Whether it is asked and has not answered for more than three days.' })
  stale!: boolean;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Records of the last answer or file, such as release cycles.',
  })
  records!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Records that could not be taken.' })
  rejected!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Products of the catalogue that it tells of.' })
  matched!: number;

  @ApiProperty({ ...MOMENT, description: 'When it answered last.' })
  answered_at!: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Failures in a row.' })
  failures!: number;

  @ApiProperty({ type: String, nullable: true })
  last_error!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why its last import is held; null = it is not.' })
  held_because!: string | null;

  @ApiProperty({ ...MOMENT, description: 'When it is asked next; null = never.' })
  next_at!: string | null;
}
