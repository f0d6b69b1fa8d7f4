import { Module } from '@nestjs/common';
import { FavoriteModule } from '../../favorite/favorite.module';
import { ChangesModule } from '../../version/release-notes/changes.module';
import { HomeAssistantCommands } from './home-assistant.commands';
import { HomeAssistantPublisher } from './home-assistant.publisher';
import { HomeAssistantRepository } from './home-assistant.repository';
import { HomeAssistantSchedule } from './home-assistant.schedule';

@Module({
  imports: [FavoriteModule, ChangesModule],
  providers: [HomeAssistantRepository, HomeAssistantCommands, HomeAssistantPublisher, HomeAssistantSchedule],
})
export class HomeAssistantModule {}
