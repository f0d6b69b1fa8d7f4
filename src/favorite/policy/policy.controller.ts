import { Controller, Get, Patch, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiOne, ApiProblems } from '../../common/api/docs';
import { Id, Includes } from '../../common/api/request';
import { Input } from '../../common/api/validation';
import { Caller, NeedsScope, type Principal } from '../../common/identity/principal';
import { PolicyResponse, ReplacePolicyDto, UpdatePolicyDto } from './dto/policy.dto';
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
  @ApiProblems('invalid-query', 'not-found')
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
  @ApiProblems('invalid-json', 'not-found', 'too-large', 'unsupported-media-type', 'invalid-body')
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
  @ApiProblems('invalid-json', 'not-found', 'too-large', 'unsupported-media-type', 'invalid-body')
  updateFavoritePolicy(@Caller() caller: Principal, @Id('favorite') id: string, @Input() input: UpdatePolicyDto) {
    return this.policies.update(caller, id, input);
  }
}
