import { Controller, Get, Param } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiOne, Endpoint } from '../../api/endpoint/docs';
import type { Links } from '../../api/endpoint/links';
import { Id, RequestLinks } from '../../api/endpoint/request';
import { isId } from '../../common/ids';
import { Problem } from '../../api/problem/problem';
import { ApiNotesQuery, type ChangesQuery, NotesQuery } from './changes-query';
import { CHANGES_AT_MOST, ChangesService } from './changes.service';
import { ChangedVersionResponse, ChangesResponse } from './dto/changes.response';

const RANGE = ['from', 'to', 'format', 'cursor'] as const;
const ONE = ['format'] as const;

@ApiTags('Software')
@Controller('api/v1/software')
export class ChangesController {
  constructor(private readonly changes: ChangesService) {}

  @Get(':id/changes')
  @Endpoint(
    'Get the release notes between two versions',
    `Of all versions above \`from\` up to \`to\` that were not withdrawn, newest first: up to ${CHANGES_AT_MOST} versions or 256 KiB in one answer.`,
    { scope: 'read', answers: ApiOne(ChangesResponse) },
  )
  @ApiNotesQuery(RANGE)
  getSoftwareReleaseNotes(
    @Id('product') id: string,
    @NotesQuery(RANGE) query: ChangesQuery,
    @RequestLinks() links: Links,
  ) {
    return this.changes.ofSoftware(id, query, links);
  }

  @Get(':id/versions/:versionId/notes')
  @Endpoint(
    'Get the release notes of a version',
    'The same as in the changes of its product; `notes` is null where there are none.',
    { scope: 'read', answers: ApiOne(ChangedVersionResponse) },
  )
  @ApiParam({ name: 'versionId', schema: { type: 'string', format: 'uuid' }, description: 'Id of the version.' })
  @ApiNotesQuery(ONE)
  getVersionNotes(
    @Id('product') id: string,
    @Param('versionId') versionId: string,
    @NotesQuery(ONE) query: ChangesQuery,
  ) {
    if (!isId(versionId)) throw Problem.notFound('version');
    return this.changes.ofVersion(id, versionId.toLowerCase(), query);
  }
}
