import { Favorite } from './favorite/favorite.entity';
import { FavoriteChannel } from './favorite/favorite-channel.entity';
import { FavoritePolicy } from './favorite/favorite-policy.entity';
import { FavoriteSkip } from './favorite/favorite-skip.entity';
import { ChannelSettings } from './notification/channel-settings.entity';
import { ConfirmationHour } from './notification/consent/confirmation-hour.entity';
import { ConfirmationMail } from './notification/consent/confirmation-mail.entity';
import { Delivery } from './notification/delivery.entity';
import { DeliveryAttempt } from './notification/delivery-attempt.entity';
import { ChannelNotice } from './notification/notices/channel-notice.entity';
import { OperatorReport } from './notification/operator/operator-report.entity';
import { Notification } from './notification/notification.entity';
import { DeliveryPaceRow } from './notification/pace/delivery-pace.entity';
import { Publisher } from './publisher/publisher.entity';
import { Software } from './software/software.entity';
import { SoftwareSource } from './source/polling/software-source.entity';
import { SourceHost } from './source/polling/source-host.entity';
import { Upkeep } from './update-check/upkeep.entity';
import { AccessToken } from './user/access-token.entity';
import { AuditEntry } from './user/audit/audit-entry.entity';
import { RateLimitRow } from './user/limits/rate-limit.entity';
import { User } from './user/user.entity';
import { UpdateMark } from './version/update-mark.entity';
import { Version } from './version/version.entity';

/** Every table of the service. */
export const ENTITIES = [
  User,
  AccessToken,
  AuditEntry,
  Publisher,
  Software,
  Version,
  UpdateMark,
  SoftwareSource,
  SourceHost,
  Favorite,
  FavoritePolicy,
  FavoriteSkip,
  FavoriteChannel,
  ChannelSettings,
  ConfirmationMail,
  ConfirmationHour,
  ChannelNotice,
  OperatorReport,
  Notification,
  Delivery,
  DeliveryAttempt,
  DeliveryPaceRow,
  RateLimitRow,
  Upkeep,
];
