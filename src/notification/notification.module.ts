import { Module } from '@nestjs/common';
import { OutgoingHttpModule } from '../common/outgoing-http/outgoing-http.module';
import { SecretBox } from '../common/secret-box';
import { FavoriteModule } from '../favorite/favorite.module';
import { SourceModule } from '../source/source.module';
import { UserModule } from '../user/user.module';
import { ChannelHealth } from './channel-health';
import { ChannelStore } from './channel-store';
import { ChannelTester } from './channel-tester';
import { ChannelController } from './channel.controller';
import { ChannelService } from './channel.service';
import { channelProviders } from './channels';
import { ConfirmationLimits } from './consent/confirmation-limits';
import { ConfirmationMails } from './consent/confirmation-mails';
import { ConfirmationSender } from './consent/confirmation-sender';
import { ConsentLinks } from './consent/consent-links';
import { ConsentPages } from './consent/consent-pages';
import { ConsentTokens } from './consent/consent-tokens';
import { ConsentController } from './consent/consent.controller';
import { ConsentService } from './consent/consent.service';
import { DigestGroups } from './digest/digest-groups';
import { Holding } from './digest/holding';
import { AcceptedDeliveries } from './accepted-deliveries';
import { DeliveryQueue } from './delivery-queue';
import { DeliveryRecord } from './delivery-record';
import { DeliveryMetrics } from './delivery.metrics';
import { DeliveryService } from './delivery.service';
import { ManageLinks } from './manage/manage-links';
import { ManagePages } from './manage/manage-pages';
import { ManageController } from './manage/manage.controller';
import { ManageService } from './manage/manage.service';
import { MessageBuilder } from './message-builder';
import { ChannelNotices } from './notices/channel-notices';
import { NoticeSender } from './notices/notice-sender';
import { NotificationRetention } from './notification-retention';
import { NotificationController } from './notification.controller';
import { NotificationService } from './notification.service';
import { NotificationWriter } from './notification.writer';
import { DeliveryPace } from './pace/delivery-pace';
import { OperatorReports } from './operator/operator-reports';
import { OperatorSender } from './operator/operator-sender';
import { ServiceMessages } from './service-messages';
import { UserRemoval } from './user-removal';

@Module({
  imports: [OutgoingHttpModule, SourceModule, FavoriteModule, UserModule],
  controllers: [ChannelController, NotificationController, ConsentController, ManageController],
  providers: [
    ...channelProviders,
    SecretBox,
    ChannelStore,
    ChannelHealth,
    ChannelService,
    ChannelTester,
    ConsentTokens,
    ConsentLinks,
    ConsentService,
    ConsentPages,
    ConfirmationLimits,
    ConfirmationMails,
    ConfirmationSender,
    ChannelNotices,
    NoticeSender,
    OperatorReports,
    OperatorSender,
    ServiceMessages,
    ManageLinks,
    ManagePages,
    ManageService,
    NotificationService,
    NotificationWriter,
    NotificationRetention,
    DeliveryPace,
    MessageBuilder,
    Holding,
    DigestGroups,
    AcceptedDeliveries,
    DeliveryQueue,
    DeliveryRecord,
    DeliveryMetrics,
    DeliveryService,
    UserRemoval,
  ],
  exports: [NotificationWriter, NotificationRetention, DeliveryPace, DeliveryService, UserRemoval],
})
export class NotificationModule {}
