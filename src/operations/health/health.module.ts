import { Module } from '@nestjs/common';
import { BuildInfo, HealthGauges, PluginMetrics } from './health.metrics';
import { HealthController } from './health.controller';
import { HealthService } from './health.service';

@Module({ controllers: [HealthController], providers: [HealthService, HealthGauges, BuildInfo, PluginMetrics] })
export class HealthModule {}
