import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { AuthModule } from '../auth/auth.module';
import { FavoriteModule } from '../favorite/favorite.module';
import { NotificationModule } from '../notification/notification.module';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { UserModule } from '../user/user.module';
import { VersionModule } from '../version/version.module';
import { RekeyService } from './rekey.service';
import { UpkeepRepository } from './upkeep.repository';
import { UpkeepSchedule } from './upkeep.schedule';
import { UpkeepService } from './upkeep.service';
import { UserData } from './user-data';
import { UserRemoval } from './user-removal';

@Module({
  imports: [AuditModule, AuthModule, RateLimitModule, UserModule, VersionModule, FavoriteModule, NotificationModule],
  providers: [RekeyService, UpkeepRepository, UpkeepService, UpkeepSchedule, UserData, UserRemoval],
  exports: [RekeyService, UpkeepService, UserRemoval],
})
export class MaintenanceModule {}
