import { type DynamicModule, Module } from '@nestjs/common';
import { CoreModule } from './core.module';
import { AdvisoryModule } from './advisory/advisory.module';
import { RateLimitModule } from './access/rate-limit/rate-limit.module';
import { AuditModule } from './access/audit/audit.module';
import { AuthModule } from './access/auth/auth.module';
import type { Plugins } from './common/plugin/plugins';
import type { Config } from './config/config';
import { FirstDataService } from './app/first-data.service';
import { FavoriteModule } from './favorite/favorite.module';
import { InventoryModule } from './inventory/upload/inventory.module';
import { KnowledgeModule } from './source/knowledge/knowledge.module';
import { LifecycleModule } from './version/lifecycle/lifecycle.module';
import { LiveModule } from './sharing/live/live.module';
import { LookupModule } from './lookup/lookup.module';
import { MaintenanceModule } from './operations/upkeep/maintenance.module';
import { NotificationModule } from './notification/notification.module';
import { ProbeModule } from './inventory/probe/probe.module';
import { OperationsModule } from './operations/operations.module';
import { PublisherModule } from './publisher/publisher.module';
import { SharingModule } from './sharing/sharing.module';
import { SoftwareModule } from './software/software.module';
import { SourceModule } from './source/source.module';
import { SummaryModule } from './notification/summary/summary.module';
import { UpdateCheckModule } from './update-check/update-check.module';
import { ProfileModule } from './access/user/profile.module';
import { ReleaseNotesModule } from './version/release-notes/release-notes.module';
import { VersionModule } from './version/versions/version.module';

@Module({})
export class AppModule {
  static for(config: Config, plugins?: Plugins): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.for(config, plugins),
        // Before the products: `/software/lookup` is no id.
        LookupModule,
        ProfileModule,
        AuthModule,
        AuditModule,
        PublisherModule,
        SoftwareModule,
        VersionModule,
        ReleaseNotesModule,
        LifecycleModule,
        AdvisoryModule,
        SourceModule,
        KnowledgeModule,
        FavoriteModule,
        InventoryModule,
        ProbeModule,
        NotificationModule,
        SharingModule,
        SummaryModule,
        LiveModule,
        UpdateCheckModule,
        MaintenanceModule,
        OperationsModule,
        RateLimitModule,
      ],
      providers: [FirstDataService],
    };
  }
}
