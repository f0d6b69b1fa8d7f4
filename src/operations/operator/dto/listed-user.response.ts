import { COUNT, Field, ID, MOMENT, NULLABLE } from '../../../api/endpoint/field';
import type { User } from '../../../access/user/user.entity';
import { toApiTimestamp, type UtcTimestamp } from '../../../common/time/utc-timestamp';
import type { RowOf } from '../../../database/row-of';

/** A user, for the operator. */
export class ListedUserResponse {
  @Field(ID) id!: string;
  @Field({ example: 'ada' }) name!: string;
  @Field(NULLABLE, { format: 'idn-email' }) email!: string | null;
  @Field('Whether they sign in with OpenID Connect.') is_person!: boolean;
  @Field(COUNT) favorites!: number;

  @Field(
    MOMENT,
    NULLABLE,
    'When a token or a session of theirs that still exists was last used; null = not known. OpenID Connect tokens leave no trace.',
  )
  last_seen_at!: string | null;

  @Field(MOMENT, NULLABLE, 'Until when they may use a sign-in link that an operator made; null = there is none.')
  link_until!: string | null;

  @Field(MOMENT, NULLABLE, 'Since when they are disabled.') disabled_at!: string | null;
  @Field(MOMENT) created_at!: string;
}

export interface ListedUserRow extends RowOf<User, 'id' | 'name' | 'email' | 'disabledAt' | 'createdAt'> {
  is_person: number;
  favorites: number;
  token_used_at: UtcTimestamp | null;
  session_used_at: UtcTimestamp | null;
  link_until: UtcTimestamp | null;
}

export function toListedUser(row: ListedUserRow): ListedUserResponse {
  const seen = [row.token_used_at, row.session_used_at].filter((moment) => moment !== null).sort();
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    is_person: Boolean(Number(row.is_person)),
    favorites: Number(row.favorites),
    last_seen_at: toApiTimestamp(seen.at(-1) ?? null),
    link_until: toApiTimestamp(row.link_until),
    disabled_at: toApiTimestamp(row.disabled_at),
    created_at: toApiTimestamp(row.created_at),
  };
}
