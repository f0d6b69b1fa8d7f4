import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiOne, Endpoint } from '../../api/endpoint/docs';
import { Id } from '../../api/endpoint/request';
import { LifecycleResponse } from './lifecycle.response';
import { LifecycleService } from './lifecycle.service';

@ApiTags('Software')
@Controller('api/v1/software')
export class LifecycleController {
  constructor(private readonly lifecycles: LifecycleService) {}

  @Get(':id/lifecycle')
  @Endpoint(
    'Get the lifecycle of a product',
    'Its release cycles, and until when each is supported. `eol_on` is the end for the majority of users: paid support may last longer. ' +
      'No cycles: nobody says.',
    { scope: 'read', answers: ApiOne(LifecycleResponse) },
  )
  getSoftwareLifecycle(@Id('product') id: string) {
    return this.lifecycles.ofSoftware(id);
  }
}
