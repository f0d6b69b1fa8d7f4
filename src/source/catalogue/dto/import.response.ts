import { ApiProperty } from '@nestjs/swagger';

class RejectedLine {
  @ApiProperty({ type: 'integer', minimum: 1, example: 3 })
  line!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'software.name',
    description:
      'The invalid field, such as `versions[3].released_at`; null if the problem is not about a single field.',
  })
  field!: string | null;

  @ApiProperty({ description: 'A sentence that also names the field.', example: 'software.name must not be empty' })
  reason!: string;
}

class OutdatedLine {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The first line that has it.', example: 1 })
  line!: number;

  @ApiProperty({ type: String, nullable: true, example: 'feed' })
  field!: string | null;

  @ApiProperty({
    description: 'A sentence that names what to use instead.',
    example: 'feed is called source now; the old name is read until 0.2',
  })
  reason!: string;
}

export class ImportResponse {
  @ApiProperty({ type: 'integer', minimum: 0, example: 1, description: 'Publishers added or changed.' })
  publishers!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 1, description: 'Products added or changed.' })
  software!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 12, description: 'Versions added or changed.' })
  versions!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 0, description: 'Lines that changed nothing.' })
  unchanged!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 1, description: 'Lines rejected.' })
  rejected!: number;

  @ApiProperty({ type: [RejectedLine], description: 'The first 100 rejected lines, and why.' })
  rejections!: RejectedLine[];

  @ApiProperty({ type: [OutdatedLine], description: 'Names that a later version no longer reads, each once.' })
  warnings!: OutdatedLine[];
}
