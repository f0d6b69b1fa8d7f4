import { Controller, Get, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiOne, ApiProblems } from '../common/api/docs';
import { Id, Includes } from '../common/api/request';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import { isId } from '../common/ids';
import { Problem } from '../common/problem/problem';
import { AdvisoryResponse, VersionAdvisoryResponse } from './advisory.response';
import { AdvisoryService } from './advisory.service';

@ApiTags('Software')
@ApiBearerAuth()
@NeedsScope('read')
@Controller('api/v1')
export class AdvisoryController {
  constructor(private readonly advisories: AdvisoryService) {}

  @Get('advisory/:id')
  @ApiOperation({
    summary: 'Get an advisory',
    description:
      'All records about a vulnerability that name a product of the catalogue, by its CVE id or by the id of a record.',
  })
  @ApiParam({
    name: 'id',
    schema: { type: 'string', maxLength: 128 },
    description: 'The id of the vulnerability, or of one of its records.',
    example: 'CVE-2024-29041',
  })
  @ApiOne(AdvisoryResponse)
  @ApiProblems('not-found')
  getAdvisory(@Param('id') id: string, @Includes([]) _none: unknown) {
    return this.advisories.find(id.slice(0, 200));
  }

  @Get('software/:id/versions/:versionId/advisory')
  @ApiOperation({
    summary: 'Get the vulnerabilities of a version',
    description:
      'What advisory databases say of it. They name products by exact package URLs, CPE names and repositories, which the product must have as ' +
      'identifiers; one that two products have counts for none of them.',
  })
  @ApiId('product')
  @ApiParam({ name: 'versionId', schema: { type: 'string', format: 'uuid' }, description: 'Id of the version.' })
  @ApiOne(VersionAdvisoryResponse)
  @ApiProblems('not-found')
  getVersionAdvisories(
    @Caller() caller: Principal,
    @Id('product') id: string,
    @Param('versionId') versionId: string,
    @Includes([]) _none: unknown,
  ) {
    if (!isId(versionId)) throw Problem.notFound('version');
    return this.advisories.ofVersion(caller, id, versionId.toLowerCase());
  }
}
