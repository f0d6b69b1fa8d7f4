import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiList } from '../../common/api/docs';
import { ListQuery } from '../../common/api/request';
import { NeedsScope } from '../../common/identity/principal';
import type { ListRequest } from '../../common/list/list-request';
import { ListedSourceResponse } from './dto/listed-source.response';
import { sourceList } from './source.list';
import { SourceListService } from './source-list.service';

@ApiTags('Operator')
@ApiBearerAuth()
@Controller('api/v1/source')
export class SourceListController {
  constructor(private readonly sources: SourceListService) {}

  @Get()
  @NeedsScope('admin')
  @ApiOperation({
    summary: 'List sources',
    description:
      'The sources of all products, and what their last polls brought. `sort=failing_since` has only those that fail.',
  })
  @ApiList(ListedSourceResponse, sourceList)
  listSources(@ListQuery(sourceList) request: ListRequest) {
    return this.sources.list(request);
  }
}
