import { Controller, Get, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiOne, ApiProblems } from '../common/api/docs';
import { Id, Includes } from '../common/api/request';
import { Input } from '../common/api/validation';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import { OrderingResponse, WriteOrderingDto } from '../version/dto/ordering.dto';
import { RekeyService } from './rekey.service';

@ApiTags('Software')
@ApiBearerAuth()
@Controller('api/v1/software')
export class OrderingController {
  constructor(private readonly orderings: RekeyService) {}

  @Get(':id/ordering')
  @NeedsScope('read')
  @ApiOperation({
    summary: 'Get the ordering of a product',
    description: 'How its versions are compared, and which labels are versions at all.',
  })
  @ApiId('product')
  @ApiOne(OrderingResponse)
  @ApiProblems('not-found')
  getSoftwareOrdering(@Id('product') id: string, @Includes([]) _none: unknown) {
    return this.orderings.orderingOf(id);
  }

  @Put(':id/ordering')
  @NeedsScope('catalogue:write')
  @ApiOperation({
    summary: 'Change the ordering of a product',
    description:
      'Changes only the fields in the body. Its versions are put in order again, and favorites get the latest version that follows from it. ' +
      '`POST /software/{id}/source/preview` says what it would give.',
  })
  @ApiId('product')
  @ApiOne(OrderingResponse)
  @ApiProblems('not-found', 'invalid-body')
  replaceSoftwareOrdering(@Caller() caller: Principal, @Id('product') id: string, @Input() input: WriteOrderingDto) {
    return this.orderings.changeOrdering(caller, id, input);
  }
}
