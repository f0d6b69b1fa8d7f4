import { Controller, Delete, Get, HttpCode, Patch } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ApiId, ApiList, ApiOne, ApiProblems } from '../../common/api/docs';
import { Id, ListQuery } from '../../common/api/request';
import { Input } from '../../common/api/validation';
import { Caller, NeedsScope, type Principal } from '../../common/identity/principal';
import type { ListRequest } from '../../common/list/list-request';
import { RenameTagDto, TagResponse } from './tag.dto';
import { tagList } from './tag.list';
import { TagService } from './tag.service';

@ApiTags('Favorites')
@ApiBearerAuth()
@Controller('api/v1/tag')
export class TagController {
  constructor(private readonly tags: TagService) {}

  @Get()
  @NeedsScope('read')
  @ApiOperation({
    summary: 'List tags',
    description: "The caller's tags. One is made by giving it to a favorite, and stays until it is deleted.",
  })
  @ApiList(TagResponse, tagList)
  listTags(@Caller() caller: Principal, @ListQuery(tagList) request: ListRequest) {
    return this.tags.list(caller, request);
  }

  @Patch(':id')
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Rename a tag',
    description:
      'On all favorites that have it. 409 if there is another one of this name. Filters of shared addresses stay.',
  })
  @ApiId('tag')
  @ApiOne(TagResponse)
  @ApiProblems('not-found', 'conflict', 'invalid-body')
  updateTag(@Caller() caller: Principal, @Id('tag') id: string, @Input() input: RenameTagDto) {
    return this.tags.rename(caller, id, input.name);
  }

  @Delete(':id')
  @HttpCode(204)
  @NeedsScope('write')
  @ApiOperation({ summary: 'Delete a tag', description: 'All favorites lose it; they stay.' })
  @ApiId('tag')
  @ApiResponse({ status: 204, description: 'Deleted.' })
  @ApiProblems('not-found')
  deleteTag(@Caller() caller: Principal, @Id('tag') id: string) {
    return this.tags.delete(caller, id);
  }
}
