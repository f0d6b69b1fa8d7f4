import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiList, ApiOne, Endpoint } from '../api/endpoint/docs';
import type { Links } from '../api/endpoint/links';
import { Id, ListQuery, RequestLinks } from '../api/endpoint/request';
import type { ListRequest } from '../api/list/list-request';
import { PublisherResponse } from './dto/publisher.response';
import { publisherList } from './publisher.list';
import { PublisherService } from './publisher.service';

@ApiTags('Publishers')
@Controller('api/v1/publisher')
export class PublisherController {
  constructor(private readonly publishers: PublisherService) {}

  @Get()
  @Endpoint('List publishers', 'The publishers of the products in the catalogue.', {
    scope: 'read',
    answers: ApiList(PublisherResponse, publisherList),
  })
  listPublishers(@ListQuery(publisherList) request: ListRequest, @RequestLinks() links: Links) {
    return this.publishers.list(request, links);
  }

  @Get(':id')
  @Endpoint('Get a publisher', 'A publisher in the catalogue.', { scope: 'read', answers: ApiOne(PublisherResponse) })
  getPublisher(@Id('publisher') id: string, @RequestLinks() links: Links) {
    return this.publishers.get(id, links);
  }
}
