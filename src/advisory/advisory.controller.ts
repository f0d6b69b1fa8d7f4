import { Controller, Get, Param } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiOne, Endpoint } from '../api/endpoint/docs';
import { Id } from '../api/endpoint/request';
import { Caller, type Principal } from '../api/identity/principal';
import { isId } from '../common/ids';
import { Problem } from '../api/problem/problem';
import { AdvisoryResponse, VersionAdvisoryResponse } from './advisory.response';
import { AdvisoryService } from './advisory.service';

@ApiTags('Software')
@Controller('api/v1')
export class AdvisoryController {
  constructor(private readonly advisories: AdvisoryService) {}

  @Get('advisory/:id')
  @Endpoint(
    'Get an advisory',
    'All records about a vulnerability that name a product of the catalogue, by its CVE id or by the id of a record.',
    { scope: 'read', answers: ApiOne(AdvisoryResponse) },
  )
  @ApiParam({
    name: 'id',
    schema: { type: 'string', maxLength: 128 },
    description: 'The id of the vulnerability, or of one of its records.',
    example: 'CVE-2024-29041',
  })
  getAdvisory(@Param('id') id: string) {
    return this.advisories.find(id.slice(0, 200));
  }

  @Get('software/:id/versions/:versionId/advisory')
  @Endpoint(
    'Get the vulnerabilities of a version',
    'What advisory databases say of it. They name products by exact package URLs, CPE names and repositories, which the product must have as ' +
      'identifiers; one that two products have counts for none of them.',
    { scope: 'read', answers: ApiOne(VersionAdvisoryResponse) },
  )
  @ApiParam({ name: 'versionId', schema: { type: 'string', format: 'uuid' }, description: 'Id of the version.' })
  getVersionAdvisories(@Caller() caller: Principal, @Id('product') id: string, @Param('versionId') versionId: string) {
    if (!isId(versionId)) throw Problem.notFound('version');
    return this.advisories.ofVersion(caller, id, versionId.toLowerCase());
  }
}
