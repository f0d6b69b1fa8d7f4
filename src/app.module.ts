import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ENTITIES } from './app/entities';
import { FirstStartRepository } from './app/first-start.repository';
import { AuditModule } from './audit/audit.module';
import { AuthModule } from './auth/auth.module';
import { Metrics } from './common/metrics';
import { Config } from './config/config';
import { DatabaseModule } from './database/database.module';
import { FavoriteModule } from './favorite/favorite.module';
import { FeedModule } from './feed/feed.module';
import { HealthModule } from './health/health.module';
import { InventoryModule } from './inventory/inventory.module';
import { MatchingModule } from './inventory/matching/matching.module';
import { KnowledgeModule } from './knowledge/knowledge.module';
import { LifecycleModule } from './lifecycle/lifecycle.module';
import { MaintenanceModule } from './maintenance/maintenance.module';
import { NotificationModule } from './notification/notification.module';
import { PublisherModule } from './publisher/publisher.module';
import { SoftwareModule } from './software/software.module';
import { SourceModule } from './source/source.module';
import { SummaryModule } from './summary/summary.module';
import { UpdateCheckModule } from './update-check/update-check.module';
import { UserModule } from './user/user.module';
import { ChangesModule } from './notes/changes.module';
import { NotesCommandModule } from './notes/notes-command.module';
import { VersionModule } from './version/version.module';
import { WebApp } from './web-app/web-app';

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
        NotesCommandModule,
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
      providers: [FirstStartRepository],
    };
  }
}
