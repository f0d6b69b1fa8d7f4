import { Favorite } from './favorite/store/favorite.entity';
import { FavoriteChannel } from './favorite/policy/favorite-channel.entity';
import { FavoritePolicy } from './favorite/policy/favorite-policy.entity';
import { FavoriteSkip } from './favorite/policy/favorite-skip.entity';
import { FavoriteBulkItem } from './favorite/bulk/favorite-bulk-item.entity';
import { FavoriteBulkSkip } from './favorite/bulk/favorite-bulk-skip.entity';
import { FavoriteBulk } from './favorite/bulk/favorite-bulk.entity';
import { ChannelEntity } from './notification/channel-state/channel.entity';
import { ConfirmationHour } from './notification/system-message/confirmation-hour.entity';
import { Delivery } from './notification/delivery/delivery.entity';
import { DeliveryAttempt } from './notification/delivery/delivery-attempt.entity';
import { SystemMessage } from './notification/system-message/system-message.entity';
import { Notification } from './notification/notification.entity';
import { DeliveryPaceRow } from './notification/delivery/pace/delivery-pace.entity';
import { FeedEvent } from './sharing/feed-event.entity';
import { Feed } from './sharing/feed.entity';
import { Knowledge } from './source/knowledge/knowledge.entity';
import { KnowledgeMatch } from './source/knowledge/providers/knowledge-match.entity';
import { Deployment } from './favorite/deployment/deployment.entity';
import { Inventory } from './inventory/store/inventory.entity';
import { InventoryChange } from './inventory/store/inventory-change.entity';
import { InventoryDecision } from './inventory/store/inventory-decision.entity';
import { Lifecycle } from './lifecycle/lifecycle.entity';
import { NotesReader } from './source/release-notes/notes-reader.entity';
import { NoteText } from './release-notes/store/note-text.entity';
import { ReleaseNote } from './release-notes/store/release-note.entity';
import { Publisher } from './publisher/publisher.entity';
import { PublisherTerm } from './publisher/publisher-term.entity';
import { SoftwareIdentifier } from './software/identifier/software-identifier.entity';
import { SoftwareTerm } from './software/search/software-term.entity';
import { Software } from './software/software.entity';
import { BundledProduct } from './source/catalogue/bundled-product.entity';
import { SoftwareSource } from './source/polling/software-source.entity';
import { SourceHost } from './source/polling/source-host.entity';
import { Upkeep } from './maintenance/upkeep.entity';
import { AccessToken } from './access/auth/access-token.entity';
import { SignInLink } from './access/auth/session/sign-in-link.entity';
import { WebSession } from './access/auth/session/web-session.entity';
import { AuditEntry } from './access/audit/audit-entry.entity';
import { RateLimitRow } from './access/rate-limit/rate-limit.entity';
import { User } from './access/user/user.entity';
import { UpdateMark } from './version/update-mark.entity';
import { Version } from './version/version.entity';

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
  InventoryDecision,
  InventoryChange,
  Deployment,
  ChannelEntity,
  ConfirmationHour,
  SystemMessage,
  Notification,
  Delivery,
  DeliveryAttempt,
  DeliveryPaceRow,
  Feed,
  FeedEvent,
  RateLimitRow,
  Upkeep,
];
