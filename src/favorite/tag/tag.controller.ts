import { Controller, Delete, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiList, ApiNothing, ApiOne, Endpoint } from '../../api/endpoint/docs';
import { Id, ListQuery } from '../../api/endpoint/request';
import { Input } from '../../api/endpoint/validation';
import { Caller, type Principal } from '../../api/identity/principal';
import type { ListRequest } from '../../api/list/list-request';
import { RenameTagDto, TagResponse } from './tag.dto';
import { tagList } from './tag.list';
import { TagService } from './tag.service';

@ApiTags('Favorites')
@Controller('api/v1/tag')
export class TagController {
  constructor(private readonly tags: TagService) {}

  @Get()
  @Endpoint('List tags', "The caller's tags. One is made by giving it to a favorite, and stays until it is deleted.", {
    scope: 'read',
    answers: ApiList(TagResponse, tagList),
  })
  listTags(@Caller() caller: Principal, @ListQuery(tagList) request: ListRequest) {
    return this.tags.list(caller, request);
  }

  @Patch(':id')
  @Endpoint(
    'Rename a tag',
    'On all favorites that have it. 409 if there is another one of this name. Filters of shared addresses stay.',
    { scope: 'write', answers: ApiOne(TagResponse), problems: ['conflict'] },
  )
  updateTag(@Caller() caller: Principal, @Id('tag') id: string, @Input() input: RenameTagDto) {
    return this.tags.rename(caller, id, input.name);
  }

  @Delete(':id')
  @Endpoint('Delete a tag', 'All favorites lose it; they stay.', { scope: 'write', answers: ApiNothing('Deleted.') })
  deleteTag(@Caller() caller: Principal, @Id('tag') id: string) {
    return this.tags.delete(caller, id);
  }
}
