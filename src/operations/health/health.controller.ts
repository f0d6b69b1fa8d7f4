import { Controller, Get, Header, HttpCode } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Metrics } from '../../common/metrics';
import { Public } from '../../api/identity/principal';
import { HealthService } from './health.service';

/** For operators: no token, no envelope, not under /api. */
@ApiExcludeController()
@Public()
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthService,
    private readonly metrics: Metrics,
  ) {}

  /** 200 while the process can answer. */
  @Get('health/live')
  @Header('Cache-Control', 'no-store')
  live() {
    return this.health.live();
  }

  /** 200 when the database responds, is migrated and writable, else 503. */
  @Get('health/ready')
  @Header('Cache-Control', 'no-store')
  @HttpCode(200)
  ready() {
    return this.health.ready();
  }

  @Get('metrics')
  @Header('Cache-Control', 'no-store')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  prometheus() {
    return this.metrics.registry.metrics();
  }
}
