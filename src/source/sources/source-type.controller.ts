import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiWhole } from '../../common/api/docs';
import { Includes } from '../../common/api/request';
import { NeedsScope } from '../../common/identity/principal';
import { settingsSchema } from '../../common/settings/setting';
import { SourceTypeResponse } from './dto/source-type.response';
import { SourceRegistry } from './source-registry';

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
  listSourceTypes(@Includes([]) _none: unknown): SourceTypeResponse[] {
    return this.registry.all().map(({ type, title, listsEverything, plugin, settingsClass }) => ({
      type,
      title,
      lists_everything: listsEverything,
      plugin,
      settings: settingsSchema(settingsClass),
    }));
  }
}
