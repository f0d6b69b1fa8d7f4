import { Favorite } from '../favorite/store/favorite.entity';
import { FavoriteChannel } from '../favorite/policy/favorite-channel.entity';
import { FavoritePolicy } from '../favorite/policy/favorite-policy.entity';
import { FavoriteSkip } from '../favorite/policy/favorite-skip.entity';
import { FavoriteBulkItem } from '../favorite/bulk/favorite-bulk-item.entity';
import { FavoriteBulkSkip } from '../favorite/bulk/favorite-bulk-skip.entity';
import { FavoriteBulk } from '../favorite/bulk/favorite-bulk.entity';
import { ChannelEntity } from '../notification/channel-state/channel.entity';
import { ConfirmationHour } from '../notification/system-message/confirmation-hour.entity';
import { ConfirmationMail } from '../notification/system-message/confirmation-mail.entity';
import { Delivery } from '../notification/delivery/delivery.entity';
import { DeliveryAttempt } from '../notification/delivery/delivery-attempt.entity';
import { ChannelNotice } from '../notification/system-message/channel-notice.entity';
import { OperatorReport } from '../notification/system-message/operator-report.entity';
import { Notification } from '../notification/notification.entity';
import { DeliveryPaceRow } from '../notification/delivery/pace/delivery-pace.entity';
import { FeedEvent } from '../feed/feed-event.entity';
import { Feed } from '../feed/feed.entity';
import { Knowledge } from '../knowledge/knowledge.entity';
import { KnowledgeMatch } from '../knowledge/providers/knowledge-match.entity';
import { Deployment } from '../inventory/store/deployment.entity';
import { Inventory } from '../inventory/store/inventory.entity';
import { Lifecycle } from '../lifecycle/lifecycle.entity';
import { NotesReader } from '../notes/source/notes-reader.entity';
import { NoteText } from '../notes/store/note-text.entity';
import { ReleaseNote } from '../notes/store/release-note.entity';
import { Publisher } from '../publisher/publisher.entity';
import { PublisherTerm } from '../publisher/publisher-term.entity';
import { SoftwareIdentifier } from '../software/identifier/software-identifier.entity';
import { SoftwareTerm } from '../software/search/software-term.entity';
import { Software } from '../software/software.entity';
import { BundledProduct } from '../source/catalogue/bundled-product.entity';
import { SoftwareSource } from '../source/polling/software-source.entity';
import { SourceHost } from '../source/polling/source-host.entity';
import { Upkeep } from '../maintenance/upkeep.entity';
import { AccessToken } from '../auth/access-token.entity';
import { SignInLink } from '../auth/session/sign-in-link.entity';
import { WebSession } from '../auth/session/web-session.entity';
import { AuditEntry } from '../audit/audit-entry.entity';
import { RateLimitRow } from '../rate-limit/rate-limit.entity';
import { User } from '../user/user.entity';
import { UpdateMark } from '../version/update-mark.entity';
import { Version } from '../version/version.entity';

/** Every table of the service. */
export const ENTITIES = [
  User,
  AccessToken,
  WebSession,
  SignInLink,
  AuditEntry,
  Publisher,
  PublisherTerm,
  Software,
  SoftwareIdentifier,
  SoftwareTerm,
  Version,
  UpdateMark,
  Lifecycle,
  NoteText,
  ReleaseNote,
  NotesReader,
  SoftwareSource,
  SourceHost,
  BundledProduct,
  Knowledge,
  KnowledgeMatch,
  Favorite,
  FavoritePolicy,
  FavoriteSkip,
  FavoriteChannel,
  FavoriteBulk,
  FavoriteBulkItem,
  FavoriteBulkSkip,
  Inventory,
  Deployment,
  ChannelEntity,
  ConfirmationMail,
  ConfirmationHour,
  ChannelNotice,
  OperatorReport,
  Notification,
  Delivery,
  DeliveryAttempt,
  DeliveryPaceRow,
  Feed,
  FeedEvent,
  RateLimitRow,
  Upkeep,
];
