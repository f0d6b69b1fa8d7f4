import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { namesTag } from '../common/api/etag';
import { LimitedByAddress, Public } from '../common/identity/principal';
import { Problem } from '../common/problem/problem';
import { RateLimits } from '../access/rate-limit/rate-limits';
import { FeedReadingService, type Served } from './feed-reading.service';

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
