import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiOne, Endpoint } from '../../api/endpoint/docs';
import type { Links } from '../../api/endpoint/links';
import { Id, RequestLinks } from '../../api/endpoint/request';
import { Caller, type Principal } from '../../api/identity/principal';
import { ApiNotesQuery, type ChangesQuery, NotesQuery } from '../../version/release-notes/changes-query';
import { ChangesResponse } from '../../version/release-notes/dto/changes.response';
import { FavoriteChangesService } from './favorite-changes.service';

const PARAMETERS = ['format', 'cursor'] as const;

@ApiTags('Favorites')
@Controller('api/v1/favorite')
export class FavoriteChangesController {
  constructor(private readonly changes: FavoriteChangesService) {}

  @Get(':id/changes')
  @Endpoint(
    'Get the release notes up to the available version',
    'As for a product, from the version in use to the one on offer, without what its policy does not allow: other series, skipped and ' +
      'too young versions, pre-releases. `to` is null and nothing is listed when there is no update.',
    { scope: 'read', answers: ApiOne(ChangesResponse) },
  )
  @ApiNotesQuery(PARAMETERS)
  getFavoriteReleaseNotes(
    @Caller() caller: Principal,
    @Id('favorite') id: string,
    @NotesQuery(PARAMETERS) query: ChangesQuery,
    @RequestLinks() links: Links,
  ) {
    return this.changes.get(caller, id, query, links);
  }
}
