import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { TakesIdempotencyKey } from '../../access/idempotency/kept-answers';
import { ApiId, ApiOne, ApiProblems } from '../../common/api/docs';
import { Id, Includes } from '../../common/api/request';
import { Input } from '../../common/api/validation';
import { Caller, NeedsScope, type Principal } from '../../common/identity/principal';
import { PolicyResponse, ReplacePolicyDto, SkipVersionDto, UpdatePolicyDto } from './dto/policy.dto';
import { PolicyService } from './policy.service';

const NOTIFIED_NEXT =
  'The next check notifies of versions that this makes available, if they were not notified before.';

@ApiTags('Favorites')
@ApiBearerAuth()
@Controller('api/v1/favorite')
export class PolicyController {
  constructor(private readonly policies: PolicyService) {}

  @Get(':id/policy')
  @NeedsScope('read')
  @ApiOperation({ summary: "Get a favorite's policy", description: 'Returns the defaults if no policy was set.' })
  @ApiId('favorite')
  @ApiOne(PolicyResponse)
  @ApiProblems('not-found')
  getFavoritePolicy(@Caller() caller: Principal, @Id('favorite') id: string, @Includes([]) _none: unknown) {
    return this.policies.read(caller, id);
  }

  @Put(':id/policy')
  @NeedsScope('write')
  @ApiOperation({
    summary: "Replace a favorite's policy",
    description: `Fields that are left out get their defaults. ${NOTIFIED_NEXT}`,
  })
  @ApiId('favorite')
  @ApiOne(PolicyResponse)
  @ApiProblems('not-found', 'invalid-body')
  replaceFavoritePolicy(@Caller() caller: Principal, @Id('favorite') id: string, @Input() input: ReplacePolicyDto) {
    return this.policies.replace(caller, id, input);
  }

  @Patch(':id/policy')
  @NeedsScope('write')
  @ApiOperation({
    summary: "Update a favorite's policy",
    description: `Fields that are left out stay as they are. ${NOTIFIED_NEXT}`,
  })
  @ApiId('favorite')
  @ApiOne(PolicyResponse)
  @ApiProblems('not-found', 'invalid-body')
  updateFavoritePolicy(@Caller() caller: Principal, @Id('favorite') id: string, @Input() input: UpdatePolicyDto) {
    return this.policies.update(caller, id, input);
  }

  @Post(':id/skip')
  @TakesIdempotencyKey()
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Skip a version',
    description: `Adds the version to \`skip\` of the policy, which the answer shows. Nothing up to it is offered any more. Skipping it again changes nothing. ${NOTIFIED_NEXT}`,
  })
  @ApiId('favorite')
  @ApiOne(PolicyResponse)
  @ApiProblems('not-found', 'limit-reached', 'invalid-body')
  skipFavoriteVersion(@Caller() caller: Principal, @Id('favorite') id: string, @Input() input: SkipVersionDto) {
    return this.policies.skipVersion(caller, id, input.version);
  }

  @Delete(':id/skip/:versionId')
  @HttpCode(204)
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Stop skipping a version',
    description: `Takes the version off \`skip\` of the policy, with other labels of it. Without effect if it is not skipped. ${NOTIFIED_NEXT}`,
  })
  @ApiId('favorite')
  @ApiParam({ name: 'versionId', schema: { type: 'string', format: 'uuid' }, description: 'Id of the version.' })
  @ApiResponse({ status: 204, description: 'Not skipped (any more).' })
  @ApiProblems('not-found')
  deleteFavoriteSkip(@Caller() caller: Principal, @Id('favorite') id: string, @Param('versionId') versionId: string) {
    return this.policies.unskipVersion(caller, id, versionId.toLowerCase());
  }
}
