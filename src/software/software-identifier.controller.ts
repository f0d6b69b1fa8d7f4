import { Controller, Get, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiOne, ApiProblems } from '../common/api/docs';
import { Id, Includes } from '../common/api/request';
import { Input } from '../common/api/validation';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import { IdentifiersResponse, WriteIdentifiersDto } from './dto/identifier.dto';
import { SoftwareIdentifierService } from './software-identifier.service';

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
  @ApiProblems('invalid-query', 'not-found')
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
  @ApiProblems('invalid-json', 'not-found', 'too-large', 'unsupported-media-type', 'invalid-body')
  replaceSoftwareIdentifiers(
    @Caller() caller: Principal,
    @Id('product') id: string,
    @Input() input: WriteIdentifiersDto,
  ) {
    return this.identifiers.replace(caller, id, input.identifiers);
  }
}
