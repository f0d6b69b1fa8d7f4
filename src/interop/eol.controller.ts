import { Controller, Get, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Links } from '../common/api/links';
import { Includes, RequestLinks } from '../common/api/request';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import { EolService } from './eol.service';

/** API v1 of endoflife.date. Not in our API description, as it has one of its own. */
@ApiExcludeController()
@NeedsScope('read')
@Controller('api/v1/eol/v1')
export class EolController {
  constructor(private readonly eol: EolService) {}

  @Get()
  getIndex(@RequestLinks() links: Links, @Includes([]) _none: unknown) {
    return this.eol.index(links);
  }

  @Get('products')
  listProducts(@Caller() caller: Principal, @RequestLinks() links: Links, @Includes([]) _none: unknown) {
    return this.eol.products(caller, links);
  }

  @Get('products/full')
  listFullProducts(@Caller() caller: Principal, @RequestLinks() links: Links, @Includes([]) _none: unknown) {
    return this.eol.full(caller, links);
  }

  @Get('products/:name')
  getProduct(
    @Caller() caller: Principal,
    @Param('name') name: string,
    @RequestLinks() links: Links,
    @Includes([]) _none: unknown,
  ) {
    return this.eol.product(caller, name, links);
  }

  @Get('products/:name/releases/:cycle')
  getRelease(
    @Caller() caller: Principal,
    @Param('name') name: string,
    @Param('cycle') cycle: string,
    @RequestLinks() links: Links,
    @Includes([]) _none: unknown,
  ) {
    return this.eol.release(caller, name, cycle, links);
  }

  @Get('categories')
  listCategories(@RequestLinks() links: Links, @Includes([]) _none: unknown) {
    return this.eol.categories(links);
  }

  @Get('categories/:category')
  listProductsOfCategory(
    @Caller() caller: Principal,
    @Param('category') category: string,
    @RequestLinks() links: Links,
    @Includes([]) _none: unknown,
  ) {
    return this.eol.inCategory(caller, category, links);
  }

  @Get('tags')
  listTags(@Caller() caller: Principal, @RequestLinks() links: Links, @Includes([]) _none: unknown) {
    return this.eol.tags(caller, links);
  }

  @Get('tags/:tag')
  listProductsWithTag(
    @Caller() caller: Principal,
    @Param('tag') tag: string,
    @RequestLinks() links: Links,
    @Includes([]) _none: unknown,
  ) {
    return this.eol.withTag(caller, tag, links);
  }

  @Get('identifiers')
  listIdentifierTypes(@RequestLinks() links: Links, @Includes([]) _none: unknown) {
    return this.eol.identifierTypes(links);
  }

  @Get('identifiers/:type')
  listIdentifiers(
    @Caller() caller: Principal,
    @Param('type') type: string,
    @RequestLinks() links: Links,
    @Includes([]) _none: unknown,
  ) {
    return this.eol.identifiersOf(caller, type, links);
  }
}
