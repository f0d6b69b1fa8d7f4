import { ApiProperty } from '@nestjs/swagger';
import type { CursorColumns } from '../../../common/list/list-page';
import { type UtcTimestamp, toApiTimestamp } from '../../../common/time/utc-timestamp';
import { MEANS } from '../../../common/identity/actor';
import { AUDIT_ACTIONS, RESOURCE_TYPES } from './audit-action';

class AuditedResource {
  @ApiProperty({ enum: RESOURCE_TYPES })
  type!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'The resource may have been deleted since.',
  })
  id!: string | null;
}

class AuditedUser {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ type: String, nullable: true, example: 'ada' })
  name!: string | null;
}

export class AuditResponse {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ enum: AUDIT_ACTIONS, example: 'favorite.updated' })
  action!: string;

  @ApiProperty({ type: AuditedResource })
  resource!: AuditedResource;

  @ApiProperty({ type: AuditedUser, nullable: true, description: 'null: the command line, or the service itself.' })
  user!: AuditedUser | null;

  @ApiProperty({
    enum: MEANS,
    description:
      'How they did it: a `token` of the service, an `oidc` token, the `session` of a browser, a `link` in a message that this user received, ' +
      'the `cli`, or the `service` itself.',
  })
  means!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The id of the token or of the session, or the subject of an OpenID Connect token.',
  })
  credential!: string | null;

  @ApiProperty({ type: String, nullable: true, description: '`X-Request-Id` of the request.' })
  request_id!: string | null;

  @ApiProperty({
    type: Object,
    description: 'Depends on the action: names of the given fields, ids, counts. No values of settings.',
    example: { fields: ['version'], version: '01890a5d-ac96-774b-bcce-b302099a8057' },
  })
  details!: Record<string, unknown>;
}

export interface AuditRow extends CursorColumns {
  id: string;
  user_id: string | null;
  user_name: string | null;
  means: string;
  credential: string | null;
  action: string;
  resource_type: string;
  resource_id: string | null;
  request_id: string | null;
  details: string;
  created_at: UtcTimestamp;
}

export function toAuditResponse(row: AuditRow): AuditResponse {
  return {
    id: row.id,
    created_at: toApiTimestamp(row.created_at),
    action: row.action,
    resource: { type: row.resource_type, id: row.resource_id },
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name },
    means: row.means,
    credential: row.credential,
    request_id: row.request_id,
    details: JSON.parse(row.details) as Record<string, unknown>,
  };
}
