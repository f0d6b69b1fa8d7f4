import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiList, ApiOne, ApiProblems } from '../common/api/docs';
import type { Links } from '../common/api/links';
import { Id, Includes, ListQuery, RequestLinks } from '../common/api/request';
import type { ListRequest } from '../common/list/list-request';
import { NeedsScope } from '../common/identity/principal';
import { PublisherResponse } from './dto/publisher.response';
import { publisherList } from './publisher.list';
import { PublisherService } from './publisher.service';

@ApiTags('Publishers')
@ApiBearerAuth()
@NeedsScope('read')
@Controller('api/v1/publisher')
export class PublisherController {
  constructor(private readonly publishers: PublisherService) {}

  @Get()
  @ApiOperation({
    summary: 'List publishers',
    description: 'The publishers of the products in the catalogue.',
  })
  @ApiList(PublisherResponse, publisherList)
  listPublishers(@ListQuery(publisherList) request: ListRequest, @RequestLinks() links: Links) {
    return this.publishers.list(request, links);
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get a publisher',
    description: 'A publisher in the catalogue.',
  })
  @ApiId('publisher')
  @ApiOne(PublisherResponse)
  @ApiProblems('not-found')
  getPublisher(@Id('publisher') id: string, @Includes([]) _none: unknown, @RequestLinks() links: Links) {
    return this.publishers.get(id, links);
  }
}
