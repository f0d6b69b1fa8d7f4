import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Links } from '../../common/api/links';
import { type Moment, momentText, toApiMoment } from '../../common/moment';
import { kindOfStep, STEPS } from '../../version/ordering/step';

export class FavoriteVersion {
  @ApiPropertyOptional({ format: 'uuid', description: 'Only in answers to create and update.' })
  id?: string;

  @ApiProperty({ example: '142.0.1' })
  version!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-18T00:00:00.000000Z' })
  created_at!: string;
}

export class FavoriteLinks {
  @ApiProperty({ format: 'uri' })
  self!: string;

  @ApiProperty({ format: 'uri' })
  software!: string;

  @ApiProperty({ format: 'uri' })
  versions!: string;

  @ApiProperty({ format: 'uri' })
  publisher!: string;
}

export class AvailableVersion {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ example: '143.0.1' })
  version!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-18T00:00:00.000000Z' })
  created_at!: string;

  @ApiProperty({ enum: STEPS, description: 'How far it is from the version in use.' })
  kind!: string;

  @ApiProperty()
  prerelease!: boolean;
}

export class FavoriteResponse {
  @ApiProperty({ format: 'uuid' })
  uuid!: string;

  @ApiProperty({ description: 'Name of the software.', example: 'Firefox' })
  software!: string;

  @ApiProperty({ description: "Name of the software's publisher.", example: 'Mozilla' })
  publisher!: string;

  @ApiProperty({ type: String, nullable: true })
  notes!: string | null;

  @ApiProperty({ description: 'The version in use.' })
  version!: FavoriteVersion;

  @ApiProperty({ description: 'Whether a newer version exists that its policy offers.' })
  update_available!: boolean;

  @ApiProperty({ type: FavoriteVersion, nullable: true, description: 'The last version that was notified.' })
  notified_version!: FavoriteVersion | null;

  @ApiProperty({ description: 'false: nothing is sent and nothing is queued for this favorite.' })
  notifications_enabled!: boolean;

  @ApiProperty({ description: "Whether the profile's channels and its `notify_always` apply." })
  use_default_notification!: boolean;

  @ApiProperty({ description: 'Whether an outstanding update is notified again and again.' })
  notify_always!: boolean;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' })
  created_at!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T08:30:00.000000Z' })
  updated_at!: string;

  @ApiPropertyOptional({
    type: AvailableVersion,
    nullable: true,
    description: 'With `includeAvailableVersion`: what the policy offers; null when there is no update.',
  })
  available_version?: AvailableVersion | null;

  @ApiPropertyOptional({ description: 'Not in answers to create and update.' })
  links?: FavoriteLinks;
}

export interface FavoriteRow {
  id: string;
  software_id: string;
  publisher_id: string;
  software: string;
  publisher: string;
  notes: string | null;
  version_id: string;
  version: string;
  version_created_at: Moment;
  update_available: number;
  notified_id: string | null;
  notified_version: string | null;
  notified_created_at: Moment | null;
  notifications_enabled: number;
  use_default_notification: number;
  notify_always: number;
  created_at: Moment;
  updated_at: Moment;
  /** With `includeAvailableVersion`. */
  available_id?: string | null;
  available_version?: string;
  available_tag_pattern?: string | null;
  available_created_at?: Moment;
  available_prerelease?: number;
}

const COLUMNS = `f.id, f.software_id, s.publisher_id, s.name AS software, p.name AS publisher, f.notes,
  f.version_id, v.version, ${momentText('v.created_at')} AS version_created_at, f.update_available,
  nv.id AS notified_id, nv.version AS notified_version, ${momentText('nv.created_at')} AS notified_created_at,
  f.notifications_enabled, f.use_default_notification, f.notify_always,
  ${momentText('f.created_at')} AS created_at, ${momentText('f.updated_at')} AS updated_at`;

// Left joins keep the order of the driving index: the database starts at the user's favorites.
const TABLES = `favorite f
  LEFT JOIN software s ON s.id = f.software_id
  LEFT JOIN publisher p ON p.id = s.publisher_id
  LEFT JOIN version v ON v.id = f.version_id
  LEFT JOIN version nv ON nv.id = f.notified_version_id`;

const AVAILABLE = 'includeAvailableVersion';
export const FAVORITE_INCLUDES = [AVAILABLE] as const;

/** For the joins of `favoriteTables` with the same includes. */
export const favoriteColumns = (includes: ReadonlySet<string>) =>
  includes.has(AVAILABLE)
    ? `${COLUMNS}, av.id AS available_id, av.version AS available_version, ${momentText('av.created_at')} AS available_created_at,
       av.prerelease AS available_prerelease, s.tag_pattern AS available_tag_pattern`
    : COLUMNS;

export const favoriteTables = (includes: ReadonlySet<string>) =>
  includes.has(AVAILABLE) ? `${TABLES} LEFT JOIN version av ON av.id = f.available_version_id` : TABLES;

/** The form with `links`, and without the ids of versions. */
export function toFavoriteResponse(
  row: FavoriteRow,
  links: Links,
  includes: ReadonlySet<string> = new Set(),
): FavoriteResponse {
  const response = fieldsOf(row, false);
  if (includes.has(AVAILABLE)) response.available_version = availableOf(row);
  response.links = linksOf(row, links);
  return response;
}

function availableOf(row: FavoriteRow): AvailableVersion | null {
  if (row.available_id == null) return null;
  return {
    id: row.available_id,
    version: row.available_version!,
    created_at: toApiMoment(row.available_created_at!),
    kind: kindOfStep(row.version, row.available_version!, row.available_tag_pattern ?? null),
    prerelease: Boolean(row.available_prerelease),
  };
}

/** The form of answers to create and update: ids of versions, no `links`. */
export function toWrittenFavoriteResponse(row: FavoriteRow): FavoriteResponse {
  return fieldsOf(row, true);
}

const versionOf = (withId: boolean, id: string, version: string, createdAt: Moment): FavoriteVersion =>
  withId ? { id, version, created_at: toApiMoment(createdAt) } : { version, created_at: toApiMoment(createdAt) };

/** Without spreading objects: in a page of 50 that took longer than all the rest of its mapping. */
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
    created_at: toApiMoment(row.created_at),
    updated_at: toApiMoment(row.updated_at),
  };
}

const linksOf = (row: FavoriteRow, links: Links): FavoriteLinks => ({
  self: links.favorite(row.id),
  software: links.software(row.software_id),
  versions: links.versions(row.software_id),
  publisher: links.publisher(row.publisher_id),
});
