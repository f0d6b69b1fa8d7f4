import { Module } from '@nestjs/common';
import { OutgoingHttpModule } from '../common/outgoing-http/outgoing-http.module';
import { SecretBox } from '../common/secret-box';
import { FavoriteModule } from '../favorite/favorite.module';
import { SourceModule } from '../source/source.module';
import { NoteStoreModule } from '../version/release-notes/store/note-store.module';
import { AdvisoryModule } from '../advisory/advisory.module';
import { LifecycleModule } from '../version/lifecycle/lifecycle.module';
import { UserModule } from '../access/user/user.module';
import { AlertBuilder } from './delivery/alert-builder';
import { ChannelHealth } from './delivery/channel-health';
import { ChannelRepository } from './channel-state/channel.repository';
import { ChannelSettingsService } from './channel-state/channel-settings.service';
import { ChannelTester } from './channel/channel-tester';
import { ChannelController } from './channel/channel.controller';
import { ChannelEffects } from './channel/channel-effects';
import { ChannelService } from './channel/channel.service';
import { channelProviders } from './providers';
import { EmailChannel } from './providers/email.channel';
import { ConfirmationMails } from './system-message/confirmation-mails';
import { ConfirmationService } from './system-message/confirmation.service';
import { ManageLinks, ConsentLinks } from './link/signed-links';
import { ConsentPages } from './public-page/consent-pages';
import { PublicPageController } from './public-page/public-page.controller';
import { ConsentService } from './channel/consent.service';
import { DigestScheduler } from './delivery/digest/digest-scheduler';
import { MessageDataRepository } from './delivery/message-data.repository';
import { DeliveryAttemptRepository } from './delivery/delivery-attempt.repository';
import { DeliveryRecorder } from './delivery/delivery-recorder';
import { DeliverySender } from './delivery/delivery-sender';
import { DeliveryRepository } from './delivery/delivery.repository';
import { DigestRepository } from './delivery/digest/digest.repository';
import { NotificationQueueRepository } from './delivery/notification-queue.repository';
import { DeliveryPaceRepository } from './delivery/pace/delivery-pace.repository';
import { DeliveryStatisticsRepository } from './delivery/delivery-statistics.repository';
import { NotificationRepository } from './notification.repository';
import { DeliveryMetrics } from './delivery/delivery.metrics';
import { DeliveryService } from './delivery/delivery.service';
import { ManagePages } from './public-page/manage-pages';
import { ManagedUpdateRepository } from './public-page/managed-update.repository';
import { RiskDataRepository } from './delivery/risk-data.repository';
import { MessageBuilder } from './delivery/message-builder';
import { UpdateLinesReader } from './delivery/update-lines';
import { UpdateNotesReader } from './delivery/update-notes';
import { ChannelNotices } from './system-message/channel-notices';
import { NotificationRemovalRepository } from './delivery/notification-removal.repository';
import { NotificationRetention } from './delivery/notification-retention';
import { NotificationController } from './notification.controller';
import { NotificationService } from './notification.service';
import { NotificationWriter } from './delivery/notification.writer';
import { DeliveryPace } from './delivery/pace/delivery-pace';
import { OperatorMessages } from './system-message/operator-messages';
import { SystemMessageRepository } from './system-message/system-message.repository';
import { SystemMessageService } from './system-message/system-message.service';

@Module({
  imports: [
    NoteStoreModule,
    LifecycleModule,
    AdvisoryModule,
    OutgoingHttpModule,
    SourceModule,
    FavoriteModule,
    UserModule,
  ],
  controllers: [ChannelController, NotificationController, PublicPageController],
  providers: [
    ...channelProviders,
    SecretBox,
    ChannelRepository,
    ChannelSettingsService,
    DeliveryStatisticsRepository,
    ChannelHealth,
    ChannelEffects,
    ChannelService,
    ChannelTester,
    ConsentLinks,
    ConsentService,
    ConsentPages,
    ConfirmationService,
    SystemMessageRepository,
    ConfirmationMails,
    ChannelNotices,
    OperatorMessages,
    SystemMessageService,
    ManageLinks,
    ManagePages,
    ManagedUpdateRepository,
    NotificationService,
    NotificationWriter,
    NotificationRemovalRepository,
    NotificationRetention,
    DeliveryPace,
    MessageBuilder,
    UpdateNotesReader,
    AlertBuilder,
    RiskDataRepository,
    DigestScheduler,
    NotificationRepository,
    NotificationQueueRepository,
    DigestRepository,
    DeliveryPaceRepository,
    MessageDataRepository,
    DeliveryAttemptRepository,
    DeliveryRepository,
    DeliveryRecorder,
    UpdateLinesReader,
    DeliverySender,
    DeliveryMetrics,
    DeliveryService,
  ],
  exports: [
    ChannelRepository,
    SystemMessageRepository,
    NotificationRemovalRepository,
    NotificationWriter,
    NotificationRetention,
    DeliveryPace,
    DeliveryService,
    RiskDataRepository,
    EmailChannel,
    ConfirmationService,
  ],
})
export class NotificationModule {}
