import { Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiList, ApiOne, Endpoint } from '../api/endpoint/docs';
import type { Links } from '../api/endpoint/links';
import { Id, Includes, ListQuery, RequestLinks } from '../api/endpoint/request';
import { Input } from '../api/endpoint/validation';
import { Caller, type Principal } from '../api/identity/principal';
import type { ListRequest } from '../api/list/list-request';
import { PublisherResponse } from '../publisher/dto/publisher.response';
import { PublisherService } from '../publisher/publisher.service';
import { IdentifiersResponse, WriteIdentifiersDto } from './dto/identifier.dto';
import { PublisherSoftwareResponse } from './dto/publisher-software.response';
import { SoftwareResponse } from './dto/software.response';
import { SoftwareIdentifierService } from './software-identifier.service';
import { publisherSoftwareList, SOFTWARE_INCLUDES, softwareList } from './software.list';
import { SoftwareService } from './software.service';

@ApiTags('Software')
@Controller('api/v1/software')
export class SoftwareController {
  constructor(
    private readonly software: SoftwareService,
    private readonly publishers: PublisherService,
  ) {}

  @Get()
  @Endpoint('List products', 'The products in the catalogue.', {
    scope: 'read',
    answers: ApiList(SoftwareResponse, softwareList),
  })
  listSoftware(
    @Caller() caller: Principal,
    @ListQuery(softwareList) request: ListRequest,
    @RequestLinks() links: Links,
  ) {
    return this.software.list(caller, request, links);
  }

  @Get(':id')
  @Endpoint('Get a product', 'A product in the catalogue.', {
    scope: 'read',
    answers: ApiOne(SoftwareResponse, 200, SOFTWARE_INCLUDES),
  })
  getSoftware(
    @Caller() caller: Principal,
    @Id('product') id: string,
    @Includes(SOFTWARE_INCLUDES) includes: ReadonlySet<string>,
    @RequestLinks() links: Links,
  ) {
    return this.software.get(caller, id, includes, links);
  }

  @Get(':id/publisher')
  @Endpoint('Get the publisher of a product', 'The same as getting the publisher by its id.', {
    scope: 'read',
    answers: ApiOne(PublisherResponse),
  })
  getSoftwarePublisher(@Id('product') id: string, @RequestLinks() links: Links) {
    return this.publishers.ofSoftware(id, links);
  }
}

/** Not in `publisher/`, which must not import from here. */
@ApiTags('Publishers')
@Controller('api/v1/publisher')
export class PublisherSoftwareController {
  constructor(private readonly software: SoftwareService) {}

  @Get(':id/software')
  @Endpoint('List the products of a publisher', 'Up to 1,000 entries in one answer, unless a page is requested.', {
    scope: 'read',
    answers: ApiList(PublisherSoftwareResponse, publisherSoftwareList),
  })
  listPublisherSoftware(
    @Caller() caller: Principal,
    @Id('publisher') id: string,
    @ListQuery(publisherSoftwareList) request: ListRequest,
    @RequestLinks() links: Links,
  ) {
    return this.software.listOfPublisher(caller, id, request, links);
  }
}

@ApiTags('Software')
@Controller('api/v1/software')
export class SoftwareIdentifierController {
  constructor(private readonly identifiers: SoftwareIdentifierService) {}

  @Get(':id/identifier')
  @Endpoint(
    'Get the identifiers of a product',
    'The names by which others know it. `GET /software?identifier=` finds products by them.',
    { scope: 'read', answers: ApiOne(IdentifiersResponse) },
  )
  getSoftwareIdentifiers(@Id('product') id: string) {
    return this.identifiers.read(id);
  }

  @Put(':id/identifier')
  @Endpoint(
    'Set identifiers of a product',
    'Replaces those that this operation has set before. Those of catalogue records and of the source of the product stay. ' +
      '`last_update` stays, too.',
    { scope: 'catalogue:write', answers: ApiOne(IdentifiersResponse) },
  )
  replaceSoftwareIdentifiers(
    @Caller() caller: Principal,
    @Id('product') id: string,
    @Input() input: WriteIdentifiersDto,
  ) {
    return this.identifiers.replace(caller, id, input.identifiers);
  }
}
