import { kindOfStep, STEPS } from 'version-order';
import { COUNT, Field, ID, MOMENT, NULLABLE, OptionalField, URI } from '../../api/endpoint/field';
import type { Links } from '../../api/endpoint/links';
import { NESTED_AT_MOST } from '../../api/list/nested';
import { type UtcTimestamp, toApiTimestamp } from '../../common/time/utc-timestamp';
import type { DeploymentRow } from '../deployment/deployment.repository';
import { SupportResponse } from '../../software/dto/support.response';
import { FreshnessResponse, type FreshnessRow, toFreshnessResponse } from '../../software/dto/freshness.response';
import { ICON, RELEASED_AT, RELEASES } from '../../software/dto/software.response';
import { INCLUDE_FRESHNESS } from '../../software/freshness.sql';
import { iconOf } from '../../software/icon/product-icons';
import { PolicyResponse } from '../policy/dto/policy.dto';
import { TAGS_AT_MOST } from '../tag/tag-name';
import { MattersResponse, toMattersResponse } from '../store/matters.response';
import { RiskResponse } from '../store/risk.response';
import { AVAILABLE_VERSION, MATTERS, PRODUCT, VERSION_KNOWN } from '../store/favorite.list';
import type { FavoriteRow, Includes } from '../store/favorite.repository';

export class FavoriteVersion {
  @OptionalField(ID, 'Only in responses to create and update.') id?: string;
  @Field({ example: '142.0.1' }) version!: string;
  @Field(MOMENT, { example: '2026-11-18T00:00:00.000000Z' }) created_at!: string;
}

export class FavoriteLinks {
  @Field(URI) self!: string;
  @Field(URI) software!: string;
  @Field(URI) versions!: string;
  @Field(URI) publisher!: string;
}

export class AvailableVersion {
  @Field(ID) id!: string;
  @Field({ example: '143.0.1' }) version!: string;

  @Field(
    MOMENT,
    { example: '2026-11-18T00:00:00.000000Z' },
    'When it was released; where its source does not say, when it was found. `available_at` of filters and orders.',
  )
  created_at!: string;

  @Field(RELEASED_AT) released_at!: string | null;
  @Field({ enum: STEPS }, 'The size of the step from the version in use.') kind!: string;
  @Field() prerelease!: boolean;
}

export class FavoriteProduct {
  @Field(ID, 'Id of the product.') id!: string;
  @Field(ID) publisher_id!: string;
  @Field(URI, NULLABLE, "The product's site; null if not known.") url!: string | null;

  @Field(
    URI,
    NULLABLE,
    'Release notes of the available version, or without an update of the version in use; null if not known.',
  )
  notes_url!: string | null;

  @Field(ICON) icon!: string | null;
}

export class FavoriteDeployment {
  @Field(NULLABLE, 'Name of the inventory; null: the program itself answered it.', { example: 'web-1' })
  inventory!: string | null;

  @Field(NULLABLE, { example: 'prod' }) environment!: string | null;
  @Field({ example: '142.0.1' }) version!: string;

  @Field('Of the component, as the file has it; of a program that answered, its host.', { example: 'library/nginx' })
  name!: string;

  @Field(NULLABLE, 'The tag that its image follows, where that does not say the version.', { example: 'latest' })
  tag!: string | null;

  @Field(MOMENT, 'When an upload or an answer said so first.') seen_at!: string;
}

export class FavoriteHighlights {
  @Field(COUNT, 'Changes that the notes call breaking.', { example: 3 }) breaking!: number;

  @Field(
    [String],
    { maxItems: NESTED_AT_MOST },
    'CVE and GHSA ids that the notes name, those of the newest version first.',
    { example: ['CVE-2026-42533'] },
  )
  security!: string[];
}

export class FavoriteResponse {
  @Field(ID) uuid!: string;
  @Field('Name of the product.', { example: 'Firefox' }) software!: string;
  @Field("Name of the product's publisher.", { example: 'Mozilla' }) publisher!: string;
  @Field(NULLABLE) notes!: string | null;
  @Field('The version in use.') version!: FavoriteVersion;
  @Field('Whether a newer version is available that the policy allows.') update_available!: boolean;

  @Field(NULLABLE, { type: FavoriteVersion }, 'The last version that a notification was sent for.')
  notified_version!: FavoriteVersion | null;

  @Field('Whether notifications are queued and sent for this favorite.') notifications_enabled!: boolean;
  @Field("Whether the profile's channels and its `notify_always` apply.") use_default_notification!: boolean;
  @Field('Whether reminders are sent while an update is outstanding.') notify_always!: boolean;
  @Field(MOMENT, { example: '2026-11-21T08:30:00.000000Z' }) created_at!: string;
  @Field(MOMENT, { example: '2026-11-21T08:30:00.000000Z' }) updated_at!: string;

  @OptionalField(
    NULLABLE,
    { type: AvailableVersion },
    'With `includeAvailableVersion`: the newest version that the policy allows; null without an update.',
  )
  available_version?: AvailableVersion | null;

  @OptionalField('With `includeVersionKnown`: whether the catalogue has the version in use; false for an own version.')
  version_known?: boolean;

  @OptionalField('With `includeFreshness`: how current what is known of the product is.') freshness?: FreshnessResponse;
  @OptionalField('With `includePolicy`: as `GET /api/v1/favorite/{id}/policy`.') policy?: PolicyResponse;
  @OptionalField('With `includeProduct`: the product, and where to read about it.') product?: FavoriteProduct;

  @OptionalField('With `includeSupport`: how long the version in use is supported, as the policy counts it.')
  support?: SupportResponse;

  @OptionalField('With `includeRisk`: the known vulnerabilities of the version in use.') risk?: RiskResponse;
  @OptionalField('With `includeMatters`: what it is grouped by, and why.') matters?: MattersResponse;

  @OptionalField(
    'With `includeHighlights`: what the release notes between the version in use and the available one warn of; `GET /api/v1/favorite/{id}/changes` has the notes. Nothing where no notes are known.',
  )
  highlights?: FavoriteHighlights;

  @OptionalField(
    [FavoriteDeployment],
    { maxItems: NESTED_AT_MOST },
    'With `includeDeployments`: where it is in use, the lowest version first. `version` is that of the first which counts: where the program itself answered, inventories of that environment do not.',
  )
  deployments?: FavoriteDeployment[];

  @OptionalField(
    [String],
    { maxItems: TAGS_AT_MOST },
    'With `includeTags`, and in responses to a change of them: by name.',
    { example: ['production'] },
  )
  tags?: string[];

  @OptionalField(RELEASES) releases?: number[];
  @OptionalField('Not in responses to create and update.') links?: FavoriteLinks;
}

/** With `links`, and without the ids of versions. */
export function toFavoriteResponse(row: FavoriteRow, links: Links, includes: Includes = new Set()): FavoriteResponse {
  const response = fieldsOf(row, false);
  if (includes.has(AVAILABLE_VERSION)) response.available_version = availableOf(row);
  if (includes.has(VERSION_KNOWN)) response.version_known = !row.version_hidden;
  if (includes.has(INCLUDE_FRESHNESS)) response.freshness = toFreshnessResponse(row as FreshnessRow);
  if (includes.has(PRODUCT)) response.product = productOf(row, links);
  if (includes.has(MATTERS)) response.matters = toMattersResponse(row);
  response.links = linksOf(row, links);
  return response;
}

const productOf = (row: FavoriteRow, links: Links): FavoriteProduct => ({
  id: row.software_id,
  publisher_id: row.publisher_id,
  url: row.software_url ?? null,
  notes_url: row.notes_url ?? null,
  icon: iconOf(row.software_identity!, links),
});

function availableOf(row: FavoriteRow): AvailableVersion | null {
  if (row.available_id == null) return null;
  return {
    id: row.available_id,
    version: row.available_version!,
    created_at: toApiTimestamp(row.available_created_at!),
    released_at: toApiTimestamp(row.available_released_at!),
    kind: kindOfStep(row.version, row.available_version!, row.available_tag_pattern ?? null),
    prerelease: Boolean(row.available_prerelease),
  };
}

/** Responses to create and update have the ids of versions, and no `links`. */
export function toWrittenFavoriteResponse(row: FavoriteRow): FavoriteResponse {
  return fieldsOf(row, true);
}

const versionOf = (withId: boolean, id: string, version: string, createdAt: UtcTimestamp): FavoriteVersion =>
  withId ? { id, version, created_at: toApiTimestamp(createdAt) } : { version, created_at: toApiTimestamp(createdAt) };

/** Without object spread, which took longer than the rest of the mapping. */
function fieldsOf(row: FavoriteRow, withIds: boolean): FavoriteResponse {
  return {
    uuid: row.id,
    software: row.software,
    publisher: row.publisher,
    notes: row.notes,
    version: versionOf(withIds, row.version_id, row.version, row.version_created_at),
    update_available: Boolean(row.update_available),
    notified_version:
      row.notified_id === null
        ? null
        : versionOf(withIds, row.notified_id, row.notified_version!, row.notified_created_at!),
    notifications_enabled: Boolean(row.notifications_enabled),
    use_default_notification: Boolean(row.use_default_notification),
    notify_always: Boolean(row.notify_always),
    created_at: toApiTimestamp(row.created_at),
    updated_at: toApiTimestamp(row.updated_at),
  };
}

const linksOf = (row: FavoriteRow, links: Links): FavoriteLinks => ({
  self: links.favorite(row.id),
  software: links.software(row.software_id),
  versions: links.versions(row.software_id),
  publisher: links.publisher(row.publisher_id),
});

export const toFavoriteDeployment = ({
  inventory,
  environment,
  version,
  name,
  tag,
  seen_at,
}: DeploymentRow): FavoriteDeployment => ({
  inventory,
  environment,
  version,
  name,
  tag,
  seen_at: toApiTimestamp(seen_at),
});
