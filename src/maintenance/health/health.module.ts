import { Module } from '@nestjs/common';
import { BuildInfo, HealthGauges } from './health.metrics';
import { HealthController } from './health.controller';
import { HealthService } from './health.service';

@Module({ controllers: [HealthController], providers: [HealthService, HealthGauges, BuildInfo] })
export class HealthModule {}
