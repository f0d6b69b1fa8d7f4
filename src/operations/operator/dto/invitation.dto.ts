import { Field, ID, OptionalField } from '../../../api/endpoint/field';
import { SignInLinkResponse } from '../../../access/auth/session/dto/session.dto';
import { IsList, IsMailAddress, IsOneOf, IsText } from '../../../api/endpoint/validation';
import { type Scope, SCOPES } from '../../../config/scopes';

export class LinkForUserDto {
  @Field(
    IsList({ most: SCOPES.length, filled: true, unique: true }),
    IsOneOf(SCOPES, { each: true }),
    'What the session may do: a subset of the scopes of the caller.',
    { example: ['read', 'write'] },
  )
  scopes!: Scope[];
}

export class InviteUserDto extends LinkForUserDto {
  @Field(IsText(1, 100), 'Of the new user.', { example: 'ada' }) name!: string;

  @OptionalField(IsMailAddress(), 'The link goes to it, where this installation can send mails.', {
    example: 'ada@example.org',
  })
  email?: string;
}

export class InvitationResponse extends SignInLinkResponse {
  @Field(ID, 'Of the user.') id!: string;

  @Field('Whether the mail relay has taken a mail with the link. Otherwise pass the link on yourself.')
  mailed!: boolean;
}
