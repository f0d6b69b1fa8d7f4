import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiList, ApiOne, ApiParameter, Endpoint } from '../../api/endpoint/docs';
import { Id, ListQuery, MomentQuery } from '../../api/endpoint/request';
import type { ListRequest } from '../../api/list/list-request';
import { Caller, type Principal } from '../../api/identity/principal';
import { MOMENT_FORM, MOMENT_PATTERN, type UtcTimestamp } from '../../common/time/utc-timestamp';
import { ListedVersionResponse } from './dto/listed-version.response';
import { TimelineResponse } from './dto/timeline.response';
import { MAX_TIMELINE } from './timeline.repository';
import { TimelineService } from './timeline.service';
import { versionList } from './version.list';
import { VersionService } from './version.service';

@ApiTags('Software')
@Controller('api/v1/software')
export class VersionController {
  constructor(
    private readonly versions: VersionService,
    private readonly timelines: TimelineService,
  ) {}

  @Get(':id/timeline')
  @Endpoint(
    'Get the releases of a product over time',
    `The newest ${MAX_TIMELINE.toLocaleString('en')} versions by their dates, the oldest first, in columns, for a plot. Withdrawn ` +
      "versions are among them, and the caller's own version, which the catalogue does not know. Labels that the product ignores are not.",
    { scope: 'read', answers: ApiOne(TimelineResponse) },
  )
  @ApiParameter(
    'from',
    { type: 'string', pattern: MOMENT_PATTERN },
    `Only what was released then or later. ${MOMENT_FORM}`,
  )
  getSoftwareTimeline(
    @Caller() caller: Principal,
    @Id('product') id: string,
    @MomentQuery('from') from: UtcTimestamp | null,
  ) {
    return this.timelines.ofSoftware(caller, id, from);
  }

  @Get(':id/versions')
  @Endpoint(
    'List the versions of a product',
    'Newest first, in the version order of the product; up to 1,000 in one answer, unless a page is requested. ' +
      "Includes the caller's own version, which the catalogue does not know.",
    { scope: 'read', answers: ApiList(ListedVersionResponse, versionList) },
  )
  listSoftwareVersions(
    @Caller() caller: Principal,
    @Id('product') id: string,
    @ListQuery(versionList) request: ListRequest,
  ) {
    return this.versions.listOfSoftware(caller, id, request);
  }
}
