import { ApiProperty } from '@nestjs/swagger';
import { SourceHealth } from './source.dto';

class ListedSoftware {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ example: 'nginx' })
  name!: string;
}

/** A source without its settings. */
export class ListedSourceResponse extends SourceHealth {
  @ApiProperty({ type: ListedSoftware })
  software!: ListedSoftware;

  @ApiProperty({ example: 'github-releases' })
  type!: string;

  @ApiProperty({ description: 'The host that is asked.', example: 'api.github.com' })
  host!: string;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'Until when its host is not asked.' })
  host_rests_until!: string | null;
}
