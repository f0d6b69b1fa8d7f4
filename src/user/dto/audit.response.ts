import { ApiProperty } from '@nestjs/swagger';
import { type CursorColumns } from '../../common/list/list-page';
import { type Moment, toApiMoment } from '../../common/moment';
import { MEANS } from '../actor';
import { AUDIT_ACTIONS, RESOURCE_TYPES } from '../audit/audit-log';

class AuditedResource {
  @ApiProperty({ enum: RESOURCE_TYPES })
  type!: string;

  @ApiProperty({ type: String, nullable: true, format: 'uuid', description: 'Also of what is not there any more.' })
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

  @ApiProperty({ type: AuditedUser, nullable: true, description: 'null: the command line, or the service by itself.' })
  user!: AuditedUser | null;

  @ApiProperty({
    enum: MEANS,
    description:
      '`token` of the service, `oidc` token, `link` in a message that this user got, `cli`, or the `service` by itself.',
  })
  means!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The id of the token, or the subject of one of OpenID Connect.',
  })
  credential!: string | null;

  @ApiProperty({ type: String, nullable: true, description: '`X-Request-Id` of the request.' })
  request_id!: string | null;

  @ApiProperty({
    type: Object,
    description: 'Depends on the action: names of the fields that were given, ids, counts. No values of settings.',
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
  created_at: Moment;
}

export const AUDIT_COLUMNS = `a.id, a.user_id, u.name AS user_name, a.means, a.credential, a.action, a.resource_type, a.resource_id,
  a.request_id, a.details, a.created_at`;

export function toAuditResponse(row: AuditRow): AuditResponse {
  return {
    id: row.id,
    created_at: toApiMoment(row.created_at),
    action: row.action,
    resource: { type: row.resource_type, id: row.resource_id },
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name },
    means: row.means,
    credential: row.credential,
    request_id: row.request_id,
    details: JSON.parse(row.details) as Record<string, unknown>,
  };
}
