import { Module } from '@nestjs/common';
import { FavoriteModule } from '../favorite/favorite.module';
import { LifecycleModule } from '../version/lifecycle/lifecycle.module';
import { NotificationModule } from '../notification/notification.module';
import { ChangesModule } from '../version/release-notes/changes.module';
import { RateLimitModule } from '../access/rate-limit/rate-limit.module';
import { BadgeContent } from './badge-content';
import { CalendarContent } from './calendar-content';
import { EntryNotesReader } from './entry-notes';
import { FeedController, PublicFeedController } from './feed.controller';
import { FeedEventRepository } from './feed-event.repository';
import { FeedReadingService } from './feed-reading.service';
import { FeedRepository } from './feed.repository';
import { FeedService } from './feed.service';
import { FeedUpdatesRepository } from './feed-updates.repository';
import { ReleasesContent } from './releases-content';
import { UpdatesContent } from './updates-content';

@Module({
  imports: [FavoriteModule, LifecycleModule, ChangesModule, RateLimitModule, NotificationModule],
  controllers: [FeedController, PublicFeedController],
  providers: [
    FeedRepository,
    FeedUpdatesRepository,
    FeedEventRepository,
    FeedService,
    FeedReadingService,
    EntryNotesReader,
    UpdatesContent,
    ReleasesContent,
    CalendarContent,
    BadgeContent,
  ],
})
export class FeedModule {}
