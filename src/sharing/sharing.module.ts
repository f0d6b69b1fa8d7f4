import { Module } from '@nestjs/common';
import { RateLimitModule } from '../access/rate-limit/rate-limit.module';
import { FavoriteModule } from '../favorite/favorite.module';
import { NotificationModule } from '../notification/notification.module';
import { SoftwareModule } from '../software/software.module';
import { LifecycleModule } from '../version/lifecycle/lifecycle.module';
import { ReleaseNotesModule } from '../version/release-notes/release-notes.module';
import { BadgeContent } from './badge-content';
import { CalendarContent } from './calendar-content';
import { EntryNotesReader } from './entry-notes';
import { FeedController, PublicFeedController } from './feed.controller';
import { FeedReadingService } from './feed-reading.service';
import { FeedRepository } from './feed.repository';
import { FeedService } from './feed.service';
import { HomeAssistantCommands } from './home-assistant/home-assistant.commands';
import { HomeAssistantPublisher } from './home-assistant/home-assistant.publisher';
import { HomeAssistantRepository } from './home-assistant/home-assistant.repository';
import { HomeAssistantSchedule } from './home-assistant/home-assistant.schedule';
import { FavoriteMetrics } from './interop/favorite-metrics';
import { InteropController } from './interop/interop.controller';
import { RenovateRepository } from './interop/renovate.repository';
import { RenovateService } from './interop/renovate.service';
import { TrackedRepository } from './interop/tracked.repository';
import { NewsContent } from './news-content';

@Module({
  imports: [FavoriteModule, LifecycleModule, ReleaseNotesModule, RateLimitModule, NotificationModule, SoftwareModule],
  controllers: [FeedController, PublicFeedController, InteropController],
  providers: [
    ...[FeedRepository, FeedService, FeedReadingService, EntryNotesReader, NewsContent, CalendarContent, BadgeContent],
    ...[RenovateRepository, RenovateService, TrackedRepository, FavoriteMetrics],
    ...[HomeAssistantRepository, HomeAssistantCommands, HomeAssistantPublisher, HomeAssistantSchedule],
  ],
})
export class SharingModule {}
