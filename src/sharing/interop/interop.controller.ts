import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ForeignBody } from '../../api/endpoint/foreign-body';
import { Caller, NeedsScope, type Principal } from '../../api/identity/principal';
import { queryPairs, queryProblem } from '../../api/list/list-request';
import { ReadsQuery } from '../../api/server/request.guard';
import { LABEL_NAME } from '../../favorite/deployment/labels.sql';
import { FavoriteMetrics } from './favorite-metrics';
import { RenovateService } from './renovate.service';

/** Answers in the formats of other tools, which describe them. docs/other-tools.md shows their settings. */
@ApiExcludeController()
@NeedsScope('read')
@Controller('api/v1')
export class InteropController {
  constructor(
    private readonly renovate: RenovateService,
    private readonly metrics: FavoriteMetrics,
  ) {}

  /** The name may have slashes, as a package URL has. */
  @Get('renovate/*name')
  getReleases(@Param('name') name: string | string[]): Promise<ForeignBody> {
    return this.renovate.read([name].flat().join('/'));
  }

  /** `?by=group`: with the number of inventories by the values of this label. */
  @Get('prometheus')
  @ReadsQuery()
  async getMetrics(@Caller() caller: Principal, @Req() { url }: Request, @Res() response: Response) {
    const text = await this.metrics.read(caller, readBy(url));
    response.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    response.end(text);
  }
}

/** @throws Problem invalid-query */
function readBy(url: string): string | null {
  const pairs = queryPairs(url);
  const [name, value] = pairs[0] ?? [];
  if (name === undefined) return null;
  if (pairs.length === 1 && name === 'by' && LABEL_NAME.test(value!)) return value!;
  throw queryProblem([{ field: 'by', message: 'must be the name of a label, and the only parameter' }]);
}
