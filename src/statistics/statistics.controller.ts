import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { ApiOne } from '../common/api/docs';
import { NumberQuery } from '../common/api/request';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import { BehindResponse } from './behind.response';
import { BehindService } from './behind.service';
import { KEPT_DAYS } from './day-recorder';

const DAYS = { name: 'days', fallback: 365, max: KEPT_DAYS };

@ApiTags('Favorites')
@ApiBearerAuth()
@NeedsScope('read')
@Controller('api/v1/statistics')
export class StatisticsController {
  constructor(private readonly behind: BehindService) {}

  @Get('behind')
  @ApiOperation({
    summary: 'Get how far behind the favorites were',
    description: 'Recorded once a day, and kept for two years. Nothing is known of the time before.',
  })
  @ApiQuery({
    name: DAYS.name,
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: DAYS.max, default: DAYS.fallback },
    description: 'The last so many days, today included.',
  })
  @ApiOne(BehindResponse)
  getBehind(@Caller() caller: Principal, @NumberQuery(DAYS) days: number) {
    return this.behind.read(caller, days);
  }
}
