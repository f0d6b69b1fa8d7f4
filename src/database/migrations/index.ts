import { Initial1763700000000 } from './1763700000000-initial';
import { ConfirmationMail1763800000000 } from './1763800000000-confirmation-mail';
import { DeliveryLane1763810000000 } from './1763810000000-delivery-lane';
import { Digest1763820000000 } from './1763820000000-digest';
import { ChannelNotice1763900000000 } from './1763900000000-channel-notice';
import { ReleaseNotes1763910000000 } from './1763910000000-release-notes';
import { SourcePolling1764000000000 } from './1764000000000-source-polling';
import { SnoozeEnd1764010000000 } from './1764010000000-snooze-end';
import { SourceHook1764100000000 } from './1764100000000-source-hook';
import { OperatorReport1764110000000 } from './1764110000000-operator-report';
import { UserSubject1764121000000 } from './1764121000000-user-subject';
import { AuditEntry1764121100000 } from './1764121100000-audit-entry';
import { Limits1764122000000 } from './1764122000000-limits';
import { DeliveryIndexes1764130000000 } from './1764130000000-delivery-indexes';
import { AnswerReleases1764140000000 } from './1764140000000-answer-releases';
import { DeliveryPace1764200300000 } from './1764200300000-delivery-pace';
import { ConfirmationLimits1764200400000 } from './1764200400000-confirmation-limits';
import { UserDisabled1764200500000 } from './1764200500000-user-disabled';
import { TokenParent1764200510000 } from './1764200510000-token-parent';
import { SoftwareIdentifier1764300400000 } from './1764300400000-software-identifier';
import { SearchTerms1764300500000 } from './1764300500000-search-terms';
import { SoftwareAsOf1764300600000 } from './1764300600000-software-as-of';
import { SoftwareWrittenAt1764300601000 } from './1764300601000-software-written-at';
import { RestingSource1764300602000 } from './1764300602000-resting-source';
import { HiddenVersion1764300700000 } from './1764300700000-hidden-version';
import { BundledProduct1764300800000 } from './1764300800000-bundled-product';
import { WebSession1764400100000 } from './1764400100000-web-session';
import { AvailableStep1764400300000 } from './1764400300000-available-step';
import { FavoriteBulk1764400400000 } from './1764400400000-favorite-bulk';
import { ChannelStatistics1764400500000 } from './1764400500000-channel-statistics';
import { Lifecycle1764500100000 } from './1764500100000-lifecycle';
import { FavoriteSupport1764500200000 } from './1764500200000-favorite-support';
import { NotificationKind1764500300000 } from './1764500300000-notification-kind';
import { ChannelNotes1764500600000 } from './1764500600000-channel-notes';
import { Feed1764600200000 } from './1764600200000-feed';
import { Knowledge1764600300000 } from './1764600300000-knowledge';
import { ReleaseNote1764500400000 } from './1764500400000-release-note';
import { NotesSource1764500500000 } from './1764500500000-notes-source';
import { Inventory1764600100000 } from './1764600100000-inventory';
import { LeftOutVersion1764700500000 } from './1764700500000-left-out-version';
import { UnmatchedComponents1764800100000 } from './1764800100000-unmatched-components';

/** In the order in which they run. */
export const MIGRATIONS = [
  Initial1763700000000,
  ConfirmationMail1763800000000,
  DeliveryLane1763810000000,
  Digest1763820000000,
  ChannelNotice1763900000000,
  ReleaseNotes1763910000000,
  SourcePolling1764000000000,
  SnoozeEnd1764010000000,
  SourceHook1764100000000,
  OperatorReport1764110000000,
  UserSubject1764121000000,
  AuditEntry1764121100000,
  Limits1764122000000,
  DeliveryIndexes1764130000000,
  AnswerReleases1764140000000,
  DeliveryPace1764200300000,
  ConfirmationLimits1764200400000,
  UserDisabled1764200500000,
  TokenParent1764200510000,
  SoftwareIdentifier1764300400000,
  SearchTerms1764300500000,
  SoftwareAsOf1764300600000,
  SoftwareWrittenAt1764300601000,
  RestingSource1764300602000,
  HiddenVersion1764300700000,
  BundledProduct1764300800000,
  WebSession1764400100000,
  AvailableStep1764400300000,
  FavoriteBulk1764400400000,
  ChannelStatistics1764400500000,
  Lifecycle1764500100000,
  FavoriteSupport1764500200000,
  NotificationKind1764500300000,
  ReleaseNote1764500400000,
  NotesSource1764500500000,
  ChannelNotes1764500600000,
  Inventory1764600100000,
  Feed1764600200000,
  Knowledge1764600300000,
  LeftOutVersion1764700500000,
  UnmatchedComponents1764800100000,
];
