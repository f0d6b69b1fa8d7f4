import { Module } from '@nestjs/common';
import { AuditModule } from '../../access/audit/audit.module';
import { AuthModule } from '../../access/auth/auth.module';
import { FavoriteModule } from '../../favorite/favorite.module';
import { NotificationModule } from '../../notification/notification.module';
import { RateLimitModule } from '../../access/rate-limit/rate-limit.module';
import { UserModule } from '../../access/user/user.module';
import { VersionModule } from '../../version/versions/version.module';
import { UpkeepRepository } from './upkeep.repository';
import { UpkeepSchedule } from './upkeep.schedule';
import { UpkeepService } from './upkeep.service';
import { UserData, UserRemoval } from './user-removal';

@Module({
  imports: [AuditModule, AuthModule, RateLimitModule, UserModule, VersionModule, FavoriteModule, NotificationModule],
  providers: [UpkeepRepository, UpkeepService, UpkeepSchedule, UserData, UserRemoval],
  exports: [UpkeepService, UserRemoval],
})
export class MaintenanceModule {}
