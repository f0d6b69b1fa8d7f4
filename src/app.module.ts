import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { CoreModule } from './app/core.module';
import { FirstStartRepository } from './app/first-start.repository';
import { AuditModule } from './audit/audit.module';
import { AuthModule } from './auth/auth.module';
import type { Config } from './config/config';
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
import { ProfileModule } from './user/profile.module';
import { ChangesModule } from './notes/changes.module';
import { NotesCommandModule } from './notes/notes-command.module';
import { VersionModule } from './version/version.module';

@Module({})
export class AppModule {
  static for(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.for(config),
        ScheduleModule.forRoot(),
        ProfileModule,
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
