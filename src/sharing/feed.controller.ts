import { Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RateLimits } from '../access/rate-limit/rate-limits';
import { ApiList, ApiNothing, ApiOne, Endpoint } from '../api/endpoint/docs';
import { namesTag } from '../api/endpoint/etag';
import type { Links } from '../api/endpoint/links';
import { Id, ListQuery, RequestLinks } from '../api/endpoint/request';
import { Input } from '../api/endpoint/validation';
import { Caller, LimitedByAddress, type Principal, Public } from '../api/identity/principal';
import type { ListRequest } from '../api/list/list-request';
import { Problem } from '../api/problem/problem';
import { CreatedFeedResponse, CreateFeedDto, FeedResponse } from './dto/feed.dto';
import { FeedReadingService, type Served } from './feed-reading.service';
import { feedList } from './feed.list';
import { FeedService } from './feed.service';

@ApiTags('Feeds')
@Controller('api/v1/feed')
export class FeedController {
  constructor(private readonly feeds: FeedService) {}

  @Get()
  @Endpoint("List the caller's shared addresses", 'Without the addresses themselves, which are shown only once.', {
    scope: 'read',
    answers: ApiList(FeedResponse, feedList),
  })
  listFeeds(@Caller() caller: Principal, @ListQuery(feedList) request: ListRequest) {
    return this.feeds.list(caller, request);
  }

  @Post()
  @Endpoint(
    'Create a shared address',
    'Whoever has it can read this, and nothing else, without a token. It does not expire, and goes with its favorite. A user has at most `FEEDS_PER_USER`. Needs the scope `read` too.',
    { scope: 'write', answers: ApiOne(CreatedFeedResponse, 201), problems: ['limit-reached'] },
  )
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
  @Endpoint('Replace a shared address', 'The old address ends at once. Needs the scope `read` too.', {
    scope: 'write',
    answers: ApiOne(CreatedFeedResponse),
  })
  rotateFeed(@Caller() caller: Principal, @Id('feed') id: string, @RequestLinks() links: Links) {
    return this.feeds.rotate(caller, id, links);
  }

  @Delete(':id')
  @Endpoint('Delete a shared address', 'It ends at once.', { scope: 'write', answers: ApiNothing('Deleted.') })
  deleteFeed(@Caller() caller: Principal, @Id('feed') id: string) {
    return this.feeds.delete(caller, id);
  }
}

const HEADERS = {
  'Cache-Control': 'private, max-age=900',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  // The address is a secret: no other site and no search engine may see it.
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Other sites may show a badge. */
const IMAGE_HEADERS = { 'Cross-Origin-Resource-Policy': 'cross-origin' };

/** The documents behind shared addresses, for programs that have no token. */
@ApiExcludeController()
@Public()
@LimitedByAddress()
@Controller('feed')
export class PublicFeedController {
  constructor(
    private readonly feeds: FeedReadingService,
    private readonly limits: RateLimits,
  ) {}

  @Get(':secret/:document')
  async read(
    @Param('secret') secret: string,
    @Param('document') document: string,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const served = await this.feeds.find(secret, document, request.links);
    if (served) return send(request, response, served);
    this.limits.noteFailure(request.ip);
    throw new Problem('not-found', 'This address does not exist, or has ended.', [], { 'Cache-Control': 'no-store' });
  }
}

async function send(request: Request, response: Response, served: Served): Promise<void> {
  response.set(HEADERS).set({ ETag: served.tag, 'Last-Modified': new Date(served.modified * 1_000).toUTCString() });
  if (served.type.startsWith('image/')) response.set(IMAGE_HEADERS);
  if (isKnown(request, served)) return void response.writeHead(304).end();
  const text = await served.write();
  response.setHeader('Content-Type', served.type);
  response.end(text);
}

/** RFC 9110, 13.2.2: a date counts only where no tag is given. */
function isKnown({ headers }: Request, { tag, modified }: Served): boolean {
  if (headers['if-none-match'] !== undefined) return namesTag(headers['if-none-match'], tag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return modified * 1_000 <= since;
}
