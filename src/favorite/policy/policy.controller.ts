import { Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { TakesIdempotencyKey } from '../../access/idempotency/kept-answers';
import { ApiNothing, ApiOne, Endpoint } from '../../api/endpoint/docs';
import { Id } from '../../api/endpoint/request';
import { Input } from '../../api/endpoint/validation';
import { Caller, type Principal } from '../../api/identity/principal';
import { PolicyResponse, ReplacePolicyDto, SkipVersionDto, UpdatePolicyDto } from './dto/policy.dto';
import { PolicyService } from './policy.service';

const NOTIFIED_NEXT =
  'The next check notifies of versions that this makes available, if they were not notified before.';

@ApiTags('Favorites')
@Controller('api/v1/favorite')
export class PolicyController {
  constructor(private readonly policies: PolicyService) {}

  @Get(':id/policy')
  @Endpoint("Get a favorite's policy", 'Returns the defaults if no policy was set.', {
    scope: 'read',
    answers: ApiOne(PolicyResponse),
  })
  getFavoritePolicy(@Caller() caller: Principal, @Id('favorite') id: string) {
    return this.policies.read(caller, id);
  }

  @Put(':id/policy')
  @Endpoint("Replace a favorite's policy", `Fields that are left out get their defaults. ${NOTIFIED_NEXT}`, {
    scope: 'write',
    answers: ApiOne(PolicyResponse),
  })
  replaceFavoritePolicy(@Caller() caller: Principal, @Id('favorite') id: string, @Input() input: ReplacePolicyDto) {
    return this.policies.replace(caller, id, input);
  }

  @Patch(':id/policy')
  @Endpoint("Update a favorite's policy", `Fields that are left out stay as they are. ${NOTIFIED_NEXT}`, {
    scope: 'write',
    answers: ApiOne(PolicyResponse),
  })
  updateFavoritePolicy(@Caller() caller: Principal, @Id('favorite') id: string, @Input() input: UpdatePolicyDto) {
    return this.policies.update(caller, id, input);
  }

  @Post(':id/skip')
  @TakesIdempotencyKey()
  @Endpoint(
    'Skip a version',
    `Adds the version to \`skip\` of the policy, which the answer shows. Nothing up to it is offered any more. Skipping it again changes nothing. ${NOTIFIED_NEXT}`,
    { scope: 'write', answers: ApiOne(PolicyResponse), problems: ['limit-reached'] },
  )
  skipFavoriteVersion(@Caller() caller: Principal, @Id('favorite') id: string, @Input() input: SkipVersionDto) {
    return this.policies.skipVersion(caller, id, input.version);
  }

  @Delete(':id/skip/:versionId')
  @Endpoint(
    'Stop skipping a version',
    `Takes the version off \`skip\` of the policy, with other labels of it. Without effect if it is not skipped. ${NOTIFIED_NEXT}`,
    { scope: 'write', answers: ApiNothing('Not skipped (any more).') },
  )
  @ApiParam({ name: 'versionId', schema: { type: 'string', format: 'uuid' }, description: 'Id of the version.' })
  deleteFavoriteSkip(@Caller() caller: Principal, @Id('favorite') id: string, @Param('versionId') versionId: string) {
    return this.policies.unskipVersion(caller, id, versionId.toLowerCase());
  }
}
