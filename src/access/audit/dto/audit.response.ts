import { Field, ID, MOMENT, NULLABLE } from '../../../api/endpoint/field';
import type { CursorColumns } from '../../../api/list/list-page';
import { toApiTimestamp } from '../../../common/time/utc-timestamp';
import { MEANS } from '../../../api/identity/actor';
import { AUDIT_ACTIONS, RESOURCE_TYPES } from './audit-action';

class AuditedResource {
  @Field({ enum: RESOURCE_TYPES }) type!: string;
  @Field(ID, NULLABLE, 'The resource may have been deleted since.') id!: string | null;
}

class AuditedUser {
  @Field(ID) id!: string;
  @Field(NULLABLE, { example: 'ada' }) name!: string | null;
}

export class AuditResponse {
  @Field(ID) id!: string;
  @Field(MOMENT) created_at!: string;
  @Field({ enum: AUDIT_ACTIONS, example: 'favorite.updated' }) action!: string;
  @Field() resource!: AuditedResource;
  @Field(NULLABLE, { type: AuditedUser }, 'null: the command line, or the service itself.') user!: AuditedUser | null;

  @Field(
    { enum: MEANS },
    'How they did it: a `token` of the service, an `oidc` token, the `session` of a browser, a `link` in a message that this user received, ' +
      'the `cli`, or the `service` itself.',
  )
  means!: string;

  @Field(NULLABLE, 'The id of the token or of the session, or the subject of an OpenID Connect token.')
  credential!: string | null;

  @Field(NULLABLE, '`X-Request-Id` of the request.') request_id!: string | null;

  @Field('Depends on the action: names of the given fields, ids, counts. No values of settings.', {
    example: { fields: ['version'], version: '01890a5d-ac96-774b-bcce-b302099a8057' },
  })
  details!: Record<string, unknown>;
}

export interface AuditRow extends Omit<AuditResponse, 'resource' | 'user' | 'details'>, CursorColumns {
  user_id: string | null;
  user_name: string | null;
  resource_type: string;
  resource_id: string | null;
  details: string;
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
