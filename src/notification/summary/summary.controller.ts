import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiOne } from '../../common/api/docs';
import { Caller, NeedsScope, type Principal } from '../../common/identity/principal';
import { SummaryResponse } from './dto/summary.response';
import { SummaryService } from './summary.service';

@ApiTags('Favorites')
@ApiBearerAuth()
@NeedsScope('read')
@Controller('api/v1/summary')
export class SummaryController {
  constructor(private readonly summaries: SummaryService) {}

  @Get()
  @ApiOperation({
    summary: 'Get a summary',
    description:
      'What the caller has, in numbers: updates, channels, failures. Cheap enough to be asked every half minute, with `If-None-Match`.',
  })
  @ApiOne(SummaryResponse)
  getSummary(@Caller() caller: Principal) {
    return this.summaries.read(caller);
  }
}
