import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiList, ApiProblems } from '../common/api/docs';
import type { Links } from '../common/api/links';
import { Id, ListQuery, RequestLinks } from '../common/api/request';
import type { ListRequest } from '../common/list/list-request';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import { PublisherSoftwareResponse } from './dto/software.response';
import { publisherSoftwareList } from './software.list';
import { SoftwareService } from './software.service';

/** Not in `publisher/`, which must not import from here. */
@ApiTags('Publishers')
@ApiBearerAuth()
@NeedsScope('read')
@Controller('api/v1/publisher')
export class PublisherSoftwareController {
  constructor(private readonly software: SoftwareService) {}

  @Get(':id/software')
  @ApiOperation({
    summary: 'List the products of a publisher',
    description: 'Up to 1,000 entries in one answer, unless a page is requested.',
  })
  @ApiId('publisher')
  @ApiList(PublisherSoftwareResponse, publisherSoftwareList)
  @ApiProblems('invalid-query', 'not-found')
  listPublisherSoftware(
    @Caller() caller: Principal,
    @Id('publisher') id: string,
    @ListQuery(publisherSoftwareList) request: ListRequest,
    @RequestLinks() links: Links,
  ) {
    return this.software.listOfPublisher(caller, id, request, links);
  }
}
