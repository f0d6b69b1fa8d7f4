import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { ForeignBody } from '../../api/endpoint/foreign-body';
import { Caller, NeedsScope, type Principal } from '../../api/identity/principal';
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

  @Get('prometheus')
  async getMetrics(@Caller() caller: Principal, @Res() response: Response) {
    const text = await this.metrics.read(caller);
    response.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    response.end(text);
  }
}
