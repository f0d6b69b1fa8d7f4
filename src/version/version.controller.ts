import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiList, ApiProblems } from '../common/api/docs';
import { Id, ListQuery } from '../common/api/request';
import type { ListRequest } from '../common/list/list-request';
import { VersionResponse } from '../software/dto/software.response';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import { versionList } from './version.list';
import { VersionService } from './version.service';

@ApiTags('Software')
@ApiBearerAuth()
@NeedsScope('read')
@Controller('api/v1/software')
export class VersionController {
  constructor(private readonly versions: VersionService) {}

  @Get(':id/versions')
  @ApiOperation({
    summary: 'List the versions of software',
    description:
      'Newest first, in the version order of the software; up to 1,000 in one answer, unless a page is requested. ' +
      "Includes the caller's own version, which the catalogue does not know.",
  })
  @ApiId('software')
  @ApiList(VersionResponse, versionList)
  @ApiProblems('invalid-query', 'not-found')
  listSoftwareVersions(
    @Caller() caller: Principal,
    @Id('software') id: string,
    @ListQuery(versionList) request: ListRequest,
  ) {
    return this.versions.listOfSoftware(caller, id, request);
  }
}
