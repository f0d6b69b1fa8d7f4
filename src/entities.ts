import {
  Advisory,
  AdvisoryBatch,
  AdvisoryRangeRow,
  Assessment,
  Exploit,
  FindingRow,
  SoftwareAdvisory,
} from './advisory/store/advisory.entity';
import { FavoriteRisk, RiskAlert, Triage } from './favorite/store/favorite-risk.entity';
import { Favorite } from './favorite/store/favorite.entity';
import { FavoriteChannel, FavoritePolicy, FavoriteSkip } from './favorite/policy/favorite-policy.entity';
import { FavoriteBulk, FavoriteBulkItem, FavoriteBulkSkip } from './favorite/journal/favorite-bulk.entity';
import { FavoriteBulkPart, FavoriteBulkRun } from './favorite/bulk/bulk-run.entity';
import { ChannelEntity } from './notification/channel-state/channel.entity';
import { Delivery } from './notification/delivery/delivery.entity';
import { DeliveryAttempt } from './notification/delivery/delivery-attempt.entity';
import { ConfirmationHour, SystemMessage } from './notification/system-message/system-message.entity';
import { Notification } from './notification/notification.entity';
import { DeliveryPaceRow } from './notification/delivery/pace/delivery-pace.entity';
import { Feed, FeedEvent } from './sharing/feed.entity';
import { Knowledge, KnowledgeMatch } from './source/knowledge/knowledge.entity';
import { Deployment } from './favorite/deployment/deployment.entity';
import { FavoriteTag, Tag } from './favorite/tag/tag.entity';
import { HomeAssistantEntity, HomeAssistantLease } from './sharing/home-assistant/home-assistant.entity';
import { ImageDigest } from './lookup/image/image-digest.entity';
import { Inventory, InventoryDecision, InventoryLabel, UnmatchedList } from './inventory/store/inventory.entity';
import { Probe } from './inventory/probe/probe.entity';
import { Lifecycle } from './version/lifecycle/lifecycle.entity';
import { NotesReader } from './source/release-notes/notes-reader.entity';
import { NoteText, ReleaseNote } from './version/release-notes/store/release-note.entity';
import { Publisher, PublisherTerm } from './publisher/publisher.entity';
import { CatalogueRevision, Software, SoftwareIdentifier, SoftwareTerm } from './software/software.entity';
import { BundledProduct } from './source/catalogue/bundled-product.entity';
import { SoftwareSource } from './source/polling/software-source.entity';
import { SourceHost } from './source/polling/source-host.entity';
import { Upkeep } from './operations/upkeep/upkeep.entity';
import { AccessToken } from './access/auth/access-token.entity';
import { SignInLink, WebSession } from './access/auth/session/session.entity';
import { AuditEntry } from './access/audit/audit-entry.entity';
import { KeptAnswer } from './access/idempotency/kept-answer.entity';
import { RateLimitRow } from './access/rate-limit/rate-limit.entity';
import { User } from './access/user/user.entity';
import { UpdatePart } from './update-check/update-part.entity';
import { UpdateMark } from './version/versions/update-mark.entity';
import { Version } from './version/versions/version.entity';

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
  CatalogueRevision,
  Version,
  UpdateMark,
  UpdatePart,
  Lifecycle,
  Advisory,
  AdvisoryRangeRow,
  AdvisoryBatch,
  Exploit,
  SoftwareAdvisory,
  Assessment,
  FindingRow,
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
  FavoriteRisk,
  Triage,
  RiskAlert,
  FavoriteBulk,
  FavoriteBulkItem,
  FavoriteBulkSkip,
  FavoriteBulkRun,
  FavoriteBulkPart,
  ImageDigest,
  Inventory,
  InventoryDecision,
  InventoryLabel,
  UnmatchedList,
  Deployment,
  Tag,
  FavoriteTag,
  Probe,
  ChannelEntity,
  ConfirmationHour,
  SystemMessage,
  Notification,
  Delivery,
  DeliveryAttempt,
  DeliveryPaceRow,
  Feed,
  FeedEvent,
  HomeAssistantEntity,
  HomeAssistantLease,
  RateLimitRow,
  KeptAnswer,
  Upkeep,
];
