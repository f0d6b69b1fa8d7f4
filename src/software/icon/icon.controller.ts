import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { namesTag } from '../../api/endpoint/etag';
import { Public } from '../../api/identity/principal';
import { Problem } from '../../api/problem/problem';
import { findIcon } from './product-icons';

const HEADERS = {
  'Cache-Control': 'public, max-age=86400',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Icons of products, for anybody: they come with the service and say nothing of what is in its database. */
@ApiExcludeController()
@Public()
@Controller('icons')
export class IconController {
  @Get(':file')
  read(@Param('file') file: string, @Req() request: Request, @Res() response: Response): void {
    const icon = file.endsWith('.svg') ? findIcon(file.slice(0, -'.svg'.length)) : undefined;
    if (!icon) throw new Problem('not-found', 'There is no such icon.', [], { 'Cache-Control': 'no-store' });
    response.set(HEADERS).setHeader('ETag', icon.tag);
    if (namesTag(request.headers['if-none-match'], icon.tag)) return void response.writeHead(304).end();
    response.setHeader('Content-Type', 'image/svg+xml');
    response.end(icon.svg);
  }
}
