import { ApiProperty } from '@nestjs/swagger';

export class SourceHookResponse {
  @ApiProperty({ type: 'integer', minimum: 0, example: 1, description: 'Products with a source in the repository.' })
  software!: number;

  @ApiProperty({ description: 'Whether they are polled now: false for an event that is not about releases or tags.' })
  due!: boolean;
}
