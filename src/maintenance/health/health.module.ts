import { Module } from '@nestjs/common';
import { BuildInfo } from './build-info';
import { HealthController } from './health.controller';
import { HealthGauges } from './health-gauges';
import { HealthService } from './health.service';

@Module({ controllers: [HealthController], providers: [HealthService, HealthGauges, BuildInfo] })
export class HealthModule {}
