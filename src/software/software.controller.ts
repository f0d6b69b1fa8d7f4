import { Controller, Get, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiList, ApiOne, ApiProblems } from '../common/api/docs';
import type { Links } from '../common/api/links';
import { Id, Includes, ListQuery, RequestLinks } from '../common/api/request';
import { Input } from '../common/api/validation';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import type { ListRequest } from '../common/list/list-request';
import { PublisherResponse } from '../publisher/dto/publisher.response';
import { PublisherService } from '../publisher/publisher.service';
import { IdentifiersResponse, WriteIdentifiersDto } from './dto/identifier.dto';
import { PublisherSoftwareResponse } from './dto/publisher-software.response';
import { SoftwareResponse } from './dto/software.response';
import { SoftwareIdentifierService } from './software-identifier.service';
import { publisherSoftwareList, SOFTWARE_INCLUDES, softwareList } from './software.list';
import { SoftwareService } from './software.service';

@ApiTags('Software')
@ApiBearerAuth()
@NeedsScope('read')
@Controller('api/v1/software')
export class SoftwareController {
  constructor(
    private readonly software: SoftwareService,
    private readonly publishers: PublisherService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List products',
    description: 'The products in the catalogue.',
  })
  @ApiList(SoftwareResponse, softwareList)
  listSoftware(
    @Caller() caller: Principal,
    @ListQuery(softwareList) request: ListRequest,
    @RequestLinks() links: Links,
  ) {
    return this.software.list(caller, request, links);
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get a product',
    description: 'A product in the catalogue.',
  })
  @ApiId('product')
  @ApiOne(SoftwareResponse, 200, SOFTWARE_INCLUDES)
  @ApiProblems('not-found')
  getSoftware(
    @Caller() caller: Principal,
    @Id('product') id: string,
    @Includes(SOFTWARE_INCLUDES) includes: ReadonlySet<string>,
    @RequestLinks() links: Links,
  ) {
    return this.software.get(caller, id, includes, links);
  }

  @Get(':id/publisher')
  @ApiOperation({
    summary: 'Get the publisher of a product',
    description: 'The same as getting the publisher by its id.',
  })
  @ApiId('product')
  @ApiOne(PublisherResponse)
  @ApiProblems('not-found')
  getSoftwarePublisher(@Id('product') id: string, @Includes([]) _none: unknown, @RequestLinks() links: Links) {
    return this.publishers.ofSoftware(id, links);
  }
}

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
  @ApiProblems('not-found')
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
@ApiBearerAuth()
@Controller('api/v1/software')
export class SoftwareIdentifierController {
  constructor(private readonly identifiers: SoftwareIdentifierService) {}

  @Get(':id/identifier')
  @NeedsScope('read')
  @ApiOperation({
    summary: 'Get the identifiers of a product',
    description: 'The names by which others know it. `GET /software?identifier=` finds products by them.',
  })
  @ApiId('product')
  @ApiOne(IdentifiersResponse)
  @ApiProblems('not-found')
  getSoftwareIdentifiers(@Id('product') id: string, @Includes([]) _none: unknown) {
    return this.identifiers.read(id);
  }

  @Put(':id/identifier')
  @NeedsScope('catalogue:write')
  @ApiOperation({
    summary: 'Set identifiers of a product',
    description:
      'Replaces those that this operation has set before. Those of catalogue records and of the source of the product stay. ' +
      '`last_update` stays, too.',
  })
  @ApiId('product')
  @ApiOne(IdentifiersResponse)
  @ApiProblems('not-found', 'invalid-body')
  replaceSoftwareIdentifiers(
    @Caller() caller: Principal,
    @Id('product') id: string,
    @Input() input: WriteIdentifiersDto,
  ) {
    return this.identifiers.replace(caller, id, input.identifiers);
  }
}
