import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiOne, ApiProblems } from '../common/api/docs';
import { Id, Includes } from '../common/api/request';
import { NeedsScope } from '../common/identity/principal';
import { LifecycleResponse } from './lifecycle.response';
import { LifecycleService } from './lifecycle.service';

@ApiTags('Software')
@ApiBearerAuth()
@NeedsScope('read')
@Controller('api/v1/software')
export class LifecycleController {
  constructor(private readonly lifecycles: LifecycleService) {}

  @Get(':id/lifecycle')
  @ApiOperation({
    summary: 'Get the lifecycle of a product',
    description:
      'Its release cycles, and until when each is supported. `eol_on` is the end for the majority of users: paid support may last longer. ' +
      'No cycles: nobody says.',
  })
  @ApiId('product')
  @ApiOne(LifecycleResponse)
  @ApiProblems('not-found')
  getSoftwareLifecycle(@Id('product') id: string, @Includes([]) _none: unknown) {
    return this.lifecycles.ofSoftware(id);
  }
}
