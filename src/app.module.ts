import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { CoreModule } from './core.module';
import { AdvisoryModule } from './advisory/advisory.module';
import { AuditModule } from './access/audit/audit.module';
import { AuthModule } from './access/auth/auth.module';
import type { Plugins } from './common/plugin/plugins';
import type { Config } from './config/config';
import { FavoriteModule } from './favorite/favorite.module';
import { FirstDataModule } from './app/first-data/first-data.module';
import { FeedModule } from './sharing/feed.module';
import { HealthModule } from './operations/health/health.module';
import { HomeAssistantModule } from './sharing/home-assistant/home-assistant.module';
import { InteropModule } from './sharing/interop/interop.module';
import { InventoryModule } from './inventory/upload/inventory.module';
import { MatchingModule } from './lookup/matching/matching.module';
import { KnowledgeModule } from './source/knowledge/knowledge.module';
import { LifecycleModule } from './version/lifecycle/lifecycle.module';
import { LiveModule } from './sharing/live/live.module';
import { LookupModule } from './lookup/lookup.module';
import { MaintenanceModule } from './operations/upkeep/maintenance.module';
import { NotificationModule } from './notification/notification.module';
import { OperatorModule } from './operations/operator/operator.module';
import { ProbeModule } from './inventory/probe/probe.module';
import { PublisherModule } from './publisher/publisher.module';
import { SoftwareModule } from './software/software.module';
import { SourceModule } from './source/source.module';
import { SummaryModule } from './notification/summary/summary.module';
import { UpdateCheckModule } from './update-check/update-check.module';
import { ProfileModule } from './access/user/profile.module';
import { ChangesModule } from './version/release-notes/changes.module';
import { VersionModule } from './version/versions/version.module';

@Module({})
export class AppModule {
  static for(config: Config, plugins?: Plugins): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.for(config, plugins),
        ScheduleModule.forRoot(),
        // Before the products: `/software/lookup` is no id.
        LookupModule,
        ProfileModule,
        AuthModule,
        AuditModule,
        PublisherModule,
        SoftwareModule,
        VersionModule,
        ChangesModule,
        LifecycleModule,
        AdvisoryModule,
        SourceModule,
        KnowledgeModule,
        FavoriteModule,
        MatchingModule,
        InventoryModule,
        ProbeModule,
        NotificationModule,
        FeedModule,
        InteropModule,
        SummaryModule,
        FirstDataModule,
        LiveModule,
        HomeAssistantModule,
        UpdateCheckModule,
        MaintenanceModule,
        HealthModule,
        OperatorModule,
      ],
    };
  }
}
