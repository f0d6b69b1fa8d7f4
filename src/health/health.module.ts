import { Module } from '@nestjs/common';
import { BuildInfo } from './build-info';
import { HealthController } from './health.controller';
import { HealthService } from './health.service';

@Module({ controllers: [HealthController], providers: [HealthService, BuildInfo] })
export class HealthModule {}
