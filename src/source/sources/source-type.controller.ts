import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiWhole, Endpoint } from '../../api/endpoint/docs';
import { settingsSchema } from '../../common/settings/setting';
import { SourceTypeResponse } from './dto/source-type.response';
import { SourceRegistry } from './source-registry';

@ApiTags('Sources')
@Controller('api/v1')
export class SourceTypeController {
  constructor(private readonly registry: SourceRegistry) {}

  @Get('source-type')
  @Endpoint('List source types', 'Where releases may come from, with the JSON Schema of the settings.', {
    scope: 'read',
    answers: ApiWhole(SourceTypeResponse),
  })
  listSourceTypes(): SourceTypeResponse[] {
    return this.registry.all().map(({ type, title, listsEverything, plugin, settingsClass }) => ({
      type,
      title,
      lists_everything: listsEverything,
      plugin,
      settings: settingsSchema(settingsClass),
    }));
  }
}
