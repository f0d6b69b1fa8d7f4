import { Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiOne, ApiProblems } from '../../common/api/docs';
import { Id, Includes } from '../../common/api/request';
import { Input } from '../../common/api/validation';
import { Caller, NeedsScope, type Principal } from '../../common/identity/principal';
import { FavoriteAdvisories, FavoriteAdvisory, WriteTriageDto } from './dto/favorite-advisory.dto';
import { FavoriteAdvisoryService } from './favorite-advisory.service';
import { TriageService } from './triage.service';

const ApiVulnerability = () =>
  ApiParam({
    name: 'advisoryId',
    schema: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$' },
    description: 'The id of the vulnerability, or of one of its records.',
    example: 'CVE-2026-42533',
  });

@ApiTags('Favorites')
@ApiBearerAuth()
@Controller('api/v1/favorite')
export class FavoriteAdvisoryController {
  constructor(
    private readonly advisories: FavoriteAdvisoryService,
    private readonly triage: TriageService,
  ) {}

  @Get(':id/advisory')
  @NeedsScope('read')
  @ApiOperation({
    summary: 'List the vulnerabilities of the version in use',
    description:
      'With what the caller decided about them. An empty list says nothing where `risk.state` is `not-assessed`.',
  })
  @ApiId('favorite')
  @ApiOne(FavoriteAdvisories)
  @ApiProblems('not-found')
  listFavoriteAdvisories(@Caller() caller: Principal, @Id('favorite') id: string, @Includes([]) _none: unknown) {
    return this.advisories.list(caller, id);
  }

  @Put(':id/advisory/:advisoryId')
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Decide about a vulnerability',
    description:
      'Holds for all versions of the product that the favorite moves to. Replaces an earlier decision, and is on record in the audit log.',
  })
  @ApiId('favorite')
  @ApiVulnerability()
  @ApiOne(FavoriteAdvisory)
  @ApiProblems('not-found', 'limit-reached', 'invalid-body')
  replaceFavoriteTriage(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @Param('advisoryId') advisoryId: string,
    @Input() input: WriteTriageDto,
  ) {
    return this.triage.write(caller, id, advisoryId, input);
  }

  @Delete(':id/advisory/:advisoryId')
  @HttpCode(204)
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Take back a decision about a vulnerability',
    description: 'Without effect if there is none.',
  })
  @ApiId('favorite')
  @ApiVulnerability()
  @ApiResponse({ status: 204, description: 'Not decided (any more).' })
  @ApiProblems('not-found')
  deleteFavoriteTriage(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @Param('advisoryId') advisoryId: string,
  ) {
    return this.triage.remove(caller, id, advisoryId);
  }
}
