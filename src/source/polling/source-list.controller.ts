import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiList, Endpoint } from '../../api/endpoint/docs';
import { ListQuery } from '../../api/endpoint/request';
import type { ListRequest } from '../../api/list/list-request';
import { ListedSourceResponse } from './dto/listed-source.response';
import { sourceList } from './source.list';
import { SourceListService } from './source-list.service';

@ApiTags('Operator')
@Controller('api/v1/source')
export class SourceListController {
  constructor(private readonly sources: SourceListService) {}

  @Get()
  @Endpoint(
    'List sources',
    'The sources of all products, and what their last polls brought. `sort=failing_since` has only those that fail.',
    { scope: 'admin', answers: ApiList(ListedSourceResponse, sourceList) },
  )
  listSources(@ListQuery(sourceList) request: ListRequest) {
    return this.sources.list(request);
  }
}
