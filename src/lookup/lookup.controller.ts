import { Controller, Get, Post, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { MAX_ADDRESS } from 'address-reader';
import { ApiOne, Endpoint } from '../api/endpoint/docs';
import type { Links } from '../api/endpoint/links';
import { queryDecorator, RequestLinks } from '../api/endpoint/request';
import { Input } from '../api/endpoint/validation';
import { Caller, type Principal } from '../api/identity/principal';
import { readTexts } from '../api/list/text-query';
import { SOURCE_PROBLEMS } from '../source/preview/source-problem';
import { AddProductDto, FORM } from './dto/add-product.dto';
import { AddedProductResponse, LookupResponse } from './dto/lookup.response';
import { LookupService } from './lookup.service';

const PARAMETERS = { address: MAX_ADDRESS, version: 255, form: 255 };

const LookupQuery = queryDecorator((_none: void, url) => readTexts(PARAMETERS, 'address', url));

const OF_SOURCES = [...SOURCE_PROBLEMS, 'source-empty', 'source-without-versions'] as const;

@ApiTags('Software')
@Controller('api/v1/software')
export class LookupController {
  constructor(private readonly lookups: LookupService) {}

  @Get('lookup')
  @Endpoint(
    'Look an address up',
    'Finds the product that an address means. If there is none, whoever has its releases is asked at once, for ten seconds at most, and `preview` ' +
      'says what `POST /software` would add; that needs the scope that adding needs. Nothing is stored. One lookup of a user runs at a time and two more ' +
      'wait; further ones get 429.',
    { scope: 'read', answers: ApiOne(LookupResponse), problems: ['invalid-body', ...OF_SOURCES] },
  )
  @ApiQuery({
    name: 'address',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: MAX_ADDRESS },
    description:
      'Of a repository, an image, a package, a feed or a page: a web address, an image reference, a package URL, `owner/repository`, `npm:express`, …',
  })
  @ApiQuery({
    name: 'version',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    description: 'The version in use, whose form of tag then counts.',
  })
  @ApiQuery({
    name: 'form',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    description: FORM,
  })
  getSoftwareLookup(
    @Caller() caller: Principal,
    @LookupQuery() query: { address: string; version?: string; form?: string },
    @RequestLinks() links: Links,
  ) {
    return this.lookups.find(caller, query, links);
  }

  @Post()
  @Endpoint(
    'Add a product by its address',
    'Adds the product with its publisher, its source, its identifiers and its versions, and with `version` as a favorite, all or nothing. A product ' +
      'that is there already is not added again. Everybody who uses this service sees it, with its name. A user adds 200 in a day at most; with ' +
      '`PRODUCTS_BY_USERS=off` it needs the scope `catalogue:write` too.',
    {
      scope: 'write',
      answers: ApiOne(AddedProductResponse),
      problems: ['conflict', 'limit-reached', ...OF_SOURCES],
    },
  )
  @ApiOne(AddedProductResponse, 201)
  async addSoftware(
    @Caller() caller: Principal,
    @Input() input: AddProductDto,
    @RequestLinks() links: Links,
    @Res({ passthrough: true }) response: Response,
  ) {
    const added = await this.lookups.add(caller, input, links);
    response.status(added.created ? 201 : 200).location(links.software(added.product.id));
    return added;
  }
}
