import { Field, ID, MOMENT, NULLABLE, OptionalField } from '../../../api/endpoint/field';
import { IsAnyText, IsList, IsOneOf, IsText } from '../../../api/endpoint/validation';
import { MOMENT_FORM, MOMENT_PATTERN } from '../../../common/time/utc-timestamp';
import { type Scope, SCOPES } from '../../../config/scopes';

export class CreateTokenDto {
  @Field(IsText(1, 100), 'What the token is for.', { example: 'dashboard' }) name!: string;

  @Field(
    IsList({ most: SCOPES.length, filled: true, unique: true }),
    IsOneOf(SCOPES, { each: true }),
    'A subset of the scopes of the calling token.',
    { example: ['read'] },
  )
  scopes!: Scope[];

  @OptionalField(
    IsAnyText(),
    NULLABLE,
    { pattern: MOMENT_PATTERN, example: '2027-01-01T00:00:00Z' },
    `When the token expires; by default, never. ${MOMENT_FORM}`,
  )
  expires_at?: string | null;
}

export class TokenResponse {
  @Field(ID) id!: string;
  @Field({ example: 'dashboard' }) name!: string;

  @Field(
    ID,
    NULLABLE,
    'Id of the token that created this one, which may be revoked; if that was revoked and had a parent itself, the id of its parent. ' +
      'null: created on the command line, with an OpenID Connect token, or before the service recorded it.',
  )
  parent!: string | null;

  @Field({ enum: SCOPES, isArray: true }) scopes!: Scope[];
  @Field(MOMENT, NULLABLE) expires_at!: string | null;
  @Field(MOMENT, NULLABLE, 'Accurate to the minute.') last_used_at!: string | null;
  @Field(MOMENT) created_at!: string;
}

export class CreatedTokenResponse extends TokenResponse {
  @Field('The token itself, shown only in this response.', { example: 'sut_…' }) token!: string;
}
