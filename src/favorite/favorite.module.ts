import { Module } from '@nestjs/common';
import { UserModule } from '../user/user.module';
import { FavoriteController } from './favorite.controller';
import { FavoriteFlags } from './favorite-flags';
import { FavoriteService } from './favorite.service';
import { ReminderSchedule } from './reminder-schedule';
import { SoftwareFavoriteController } from './software-favorite.controller';

@Module({
  imports: [UserModule],
  controllers: [FavoriteController, SoftwareFavoriteController],
  providers: [FavoriteService, FavoriteFlags, ReminderSchedule],
  exports: [FavoriteFlags],
})
export class FavoriteModule {}
