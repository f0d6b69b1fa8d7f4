import { Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiNothing, ApiOne, Endpoint } from '../../api/endpoint/docs';
import { Id } from '../../api/endpoint/request';
import { Input } from '../../api/endpoint/validation';
import { Caller, type Principal } from '../../api/identity/principal';
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
@Controller('api/v1/favorite')
export class FavoriteAdvisoryController {
  constructor(
    private readonly advisories: FavoriteAdvisoryService,
    private readonly triage: TriageService,
  ) {}

  @Get(':id/advisory')
  @Endpoint(
    'List the vulnerabilities of the version in use',
    'With what the caller decided about them. An empty list says nothing where `risk.state` is `not-assessed`.',
    { scope: 'read', answers: ApiOne(FavoriteAdvisories) },
  )
  listFavoriteAdvisories(@Caller() caller: Principal, @Id('favorite') id: string) {
    return this.advisories.list(caller, id);
  }

  @Put(':id/advisory/:advisoryId')
  @Endpoint(
    'Decide about a vulnerability',
    'Holds for all versions of the product that the favorite moves to. Replaces an earlier decision, and is on record in the audit log.',
    { scope: 'write', answers: ApiOne(FavoriteAdvisory), problems: ['limit-reached'] },
  )
  @ApiVulnerability()
  replaceFavoriteTriage(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @Param('advisoryId') advisoryId: string,
    @Input() input: WriteTriageDto,
  ) {
    return this.triage.write(caller, id, advisoryId, input);
  }

  @Delete(':id/advisory/:advisoryId')
  @Endpoint('Take back a decision about a vulnerability', 'Without effect if there is none.', {
    scope: 'write',
    answers: ApiNothing('Not decided (any more).'),
  })
  @ApiVulnerability()
  deleteFavoriteTriage(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @Param('advisoryId') advisoryId: string,
  ) {
    return this.triage.remove(caller, id, advisoryId);
  }
}
