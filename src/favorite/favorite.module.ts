import { Module } from '@nestjs/common';
import { UserModule } from '../user/user.module';
import { FavoriteFlags } from './favorite-flags';
import { FavoriteController } from './favorite.controller';
import { FavoriteService } from './favorite.service';
import { PolicyController } from './policy.controller';
import { PolicyService } from './policy.service';
import { ReminderSchedule } from './reminder-schedule';
import { SoftwareFavoriteController } from './software-favorite.controller';

@Module({
  imports: [UserModule],
  controllers: [FavoriteController, PolicyController, SoftwareFavoriteController],
  providers: [FavoriteService, FavoriteFlags, PolicyService, ReminderSchedule],
  exports: [FavoriteFlags, FavoriteService, PolicyService],
})
export class FavoriteModule {}
