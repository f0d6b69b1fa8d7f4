import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { ApiProblems, ApiWhole } from '../common/api/docs';
import { Includes } from '../common/api/request';
import { settingsSchema } from '../common/settings/setting';
import { NeedsScope } from '../user/principal';
import { SourceRegistry } from './sources/source-registry';

export class SourceTypeResponse {
  @ApiProperty({ example: 'github-releases' })
  type!: string;

  @ApiProperty({ example: 'GitHub releases' })
  title!: string;

  @ApiProperty({
    description: 'Whether an answer lists all versions that there are: then a missing one was withdrawn.',
  })
  lists_everything!: boolean;

  @ApiProperty({
    type: Object,
    description: 'JSON Schema of the settings; secrets are `writeOnly`.',
    example: {
      type: 'object',
      properties: { repository: { type: 'string', maxLength: 255 }, token: { type: 'string', writeOnly: true } },
      required: ['repository'],
      additionalProperties: false,
    },
  })
  settings!: Record<string, unknown>;
}

/** The kinds of places that releases come from. */
@ApiTags('Sources')
@ApiBearerAuth()
@Controller('api/v1')
export class SourceTypeController {
  constructor(private readonly registry: SourceRegistry) {}

  @Get('source-type')
  @NeedsScope('read')
  @ApiOperation({
    summary: 'List source types',
    description: 'Where releases may come from, with the JSON Schema of the settings.',
  })
  @ApiWhole(SourceTypeResponse)
  @ApiProblems('invalid-query')
  listSourceTypes(@Includes([]) _none: unknown): SourceTypeResponse[] {
    return this.registry.all().map(({ type, title, listsEverything, settingsClass }) => ({
      type,
      title,
      lists_everything: listsEverything,
      settings: settingsSchema(settingsClass),
    }));
  }
}
