import { Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiOne, Endpoint } from '../api/endpoint/docs';
import { Id } from '../api/endpoint/request';
import { Input } from '../api/endpoint/validation';
import { Caller, type Principal } from '../api/identity/principal';
import { OrderingResponse, WriteOrderingDto } from '../version/versions/dto/ordering.dto';
import { RekeyService } from './rekey.service';

@ApiTags('Software')
@Controller('api/v1/software')
export class OrderingController {
  constructor(private readonly orderings: RekeyService) {}

  @Get(':id/ordering')
  @Endpoint('Get the ordering of a product', 'How its versions are compared, and which labels are versions at all.', {
    scope: 'read',
    answers: ApiOne(OrderingResponse),
  })
  getSoftwareOrdering(@Id('product') id: string) {
    return this.orderings.orderingOf(id);
  }

  @Put(':id/ordering')
  @Endpoint(
    'Change the ordering of a product',
    'Changes only the fields in the body. Its versions are put in order again, and favorites get the latest version that follows from it. ' +
      '`POST /software/{id}/source/preview` says what it would give.',
    { scope: 'catalogue:write', answers: ApiOne(OrderingResponse) },
  )
  replaceSoftwareOrdering(@Caller() caller: Principal, @Id('product') id: string, @Input() input: WriteOrderingDto) {
    return this.orderings.changeOrdering(caller, id, input);
  }
}
