import { Controller, Delete, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiId, ApiList, ApiOne, ApiProblems } from '../common/api/docs';
import type { Links } from '../common/api/links';
import { Id, ListQuery, RequestLinks } from '../common/api/request';
import { Input } from '../common/api/validation';
import { Caller, NeedsScope, type Principal } from '../common/identity/principal';
import type { ListRequest } from '../common/list/list-request';
import { CreatedFeedResponse, CreateFeedDto, FeedResponse } from './dto/feed.dto';
import { feedList } from './feed.list';
import { FeedService } from './feed.service';

@ApiTags('Feeds')
@ApiBearerAuth()
@Controller('api/v1/feed')
export class FeedController {
  constructor(private readonly feeds: FeedService) {}

  @Get()
  @NeedsScope('read')
  @ApiOperation({
    summary: "List the caller's shared addresses",
    description: 'Without the addresses themselves, which are shown only once.',
  })
  @ApiList(FeedResponse, feedList)
  @ApiProblems('invalid-query')
  listFeeds(@Caller() caller: Principal, @ListQuery(feedList) request: ListRequest) {
    return this.feeds.list(caller, request);
  }

  @Post()
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Create a shared address',
    description:
      'Whoever has it can read this, and nothing else, without a token. It does not expire, and goes with its favorite. A user has at most `FEEDS_PER_USER`. Needs the scope `read` too.',
  })
  @ApiOne(CreatedFeedResponse, 201)
  @ApiProblems('invalid-json', 'limit-reached', 'too-large', 'unsupported-media-type', 'invalid-body')
  async createFeed(
    @Caller() caller: Principal,
    @Input() input: CreateFeedDto,
    @RequestLinks() links: Links,
    @Res({ passthrough: true }) response: Response,
  ) {
    const feed = await this.feeds.create(caller, input, links);
    response.location(links.to(`feed/${feed.id}`));
    return feed;
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @NeedsScope('write')
  @ApiOperation({
    summary: 'Replace a shared address',
    description: 'The old address ends at once. Needs the scope `read` too.',
  })
  @ApiId('feed')
  @ApiOne(CreatedFeedResponse)
  @ApiProblems('invalid-json', 'not-found', 'too-large', 'unsupported-media-type')
  rotateFeed(@Caller() caller: Principal, @Id('feed') id: string, @RequestLinks() links: Links) {
    return this.feeds.rotate(caller, id, links);
  }

  @Delete(':id')
  @HttpCode(204)
  @NeedsScope('write')
  @ApiOperation({ summary: 'Delete a shared address', description: 'It ends at once.' })
  @ApiId('feed')
  @ApiResponse({ status: 204, description: 'Deleted.' })
  @ApiProblems('not-found')
  deleteFeed(@Caller() caller: Principal, @Id('feed') id: string) {
    return this.feeds.delete(caller, id);
  }
}
