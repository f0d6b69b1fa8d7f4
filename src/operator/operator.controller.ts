import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiList, ApiOne, ApiProblems } from '../common/api/docs';
import { Includes, ListQuery } from '../common/api/request';
import { NeedsScope } from '../common/identity/principal';
import type { ListRequest } from '../common/list/list-request';
import { ListedUserResponse } from './dto/listed-user.response';
import { OverviewResponse } from './dto/overview.response';
import { OperatorService } from './operator.service';
import { userList } from './user.list';

@ApiTags('Operator')
@ApiBearerAuth()
@NeedsScope('admin')
@Controller('api/v1')
export class OperatorController {
  constructor(private readonly operator: OperatorService) {}

  @Get('overview')
  @ApiOperation({
    summary: 'Get an overview of the installation',
    description:
      'What runs, what fails and what waits, as the process that answers knows it. null: not known, as the database did not answer.',
  })
  @ApiOne(OverviewResponse)
  @ApiProblems('invalid-query')
  getOverview(@Includes([]) _none: unknown) {
    return this.operator.overview();
  }

  @Get('user')
  @ApiOperation({ summary: 'List users', description: 'How much each tracks, and when they were last seen.' })
  @ApiList(ListedUserResponse, userList)
  @ApiProblems('invalid-query')
  listUsers(@ListQuery(userList) request: ListRequest) {
    return this.operator.users(request);
  }
}
