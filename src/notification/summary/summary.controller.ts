import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiOne, Endpoint } from '../../api/endpoint/docs';
import { Caller, type Principal } from '../../api/identity/principal';
import { SummaryResponse } from './dto/summary.response';
import { SummaryService } from './summary.service';

@ApiTags('Favorites')
@Controller('api/v1/summary')
export class SummaryController {
  constructor(private readonly summaries: SummaryService) {}

  @Get()
  @Endpoint(
    'Get a summary',
    'What the caller has, in numbers: updates, channels, failures. Cheap enough to be asked every half minute, with `If-None-Match`.',
    { scope: 'read', answers: ApiOne(SummaryResponse) },
  )
  getSummary(@Caller() caller: Principal) {
    return this.summaries.read(caller);
  }
}
