import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ENTITIES } from './entities';
import { AuditModule } from './access/audit/audit.module';
import { AuthModule } from './access/auth/auth.module';
import { Metrics } from './common/metrics';
import { Config } from './config/config';
import { DatabaseModule } from './database/database.module';
import { FavoriteModule } from './favorite/favorite.module';
import { FeedModule } from './sharing/feed.module';
import { HealthModule } from './maintenance/health/health.module';
import { InventoryModule } from './inventory/inventory.module';
import { MatchingModule } from './inventory/matching/matching.module';
import { KnowledgeModule } from './source/knowledge/knowledge.module';
import { LifecycleModule } from './lifecycle/lifecycle.module';
import { MaintenanceModule } from './maintenance/maintenance.module';
import { NotificationModule } from './notification/notification.module';
import { PublisherModule } from './publisher/publisher.module';
import { SoftwareModule } from './software/software.module';
import { SourceModule } from './source/source.module';
import { SummaryModule } from './notification/summary/summary.module';
import { UpdateCheckModule } from './update-check/update-check.module';
import { UserModule } from './access/user/user.module';
import { ChangesModule } from './release-notes/changes.module';
import { VersionModule } from './version/version.module';
import { WebApp } from './http-server/web-app/web-app';

/** What every folder may ask for: the configuration, the metrics and the web application. */
@Global()
@Module({})
class CoreModule {
  static for(config: Config): DynamicModule {
    return {
      module: CoreModule,
      providers: [{ provide: Config, useValue: config }, Metrics, WebApp],
      exports: [Config, Metrics, WebApp],
    };
  }
}

@Module({})
export class AppModule {
  static for(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.for(config),
        DatabaseModule.for(ENTITIES),
        ScheduleModule.forRoot(),
        UserModule,
        AuthModule,
        AuditModule,
        PublisherModule,
        SoftwareModule,
        VersionModule,
        ChangesModule,
        LifecycleModule,
        SourceModule,
        KnowledgeModule,
        FavoriteModule,
        MatchingModule,
        InventoryModule,
        NotificationModule,
        FeedModule,
        SummaryModule,
        UpdateCheckModule,
        MaintenanceModule,
        HealthModule,
      ],
    };
  }
}
