import { Field, ID, MOMENT, NULLABLE, OptionalField, URI } from '../../../../api/endpoint/field';
import { IsText } from '../../../../api/endpoint/validation';
import { type Scope, SCOPES } from '../../../../config/scopes';
import type { Polled } from '../../../../config/source.variables';

/** How a session was started. */
export const SIGN_IN_MEANS = ['token', 'link', 'oidc'] as const;
export type SignInMeans = (typeof SIGN_IN_MEANS)[number];

export class SessionResponse {
  @Field(ID) id!: string;

  @Field(
    { enum: SIGN_IN_MEANS },
    'How they signed in: with a `token`, by a sign-in `link`, or with OpenID Connect (`oidc`).',
  )
  means!: SignInMeans;

  @Field(ID, NULLABLE, 'Id of the token that they signed in with: revoking it ends the session. null: there was none.')
  token!: string | null;

  @Field({ enum: SCOPES, isArray: true }) scopes!: Scope[];
  @Field('The browser, as it named itself.', { example: 'Firefox on Linux' }) agent!: string;
  @Field(MOMENT) created_at!: string;
  @Field(MOMENT, 'Accurate to the minute.') last_used_at!: string;
  @Field(MOMENT, 'When it ends unless it is used.') idle_until!: string;
  @Field(MOMENT, 'When it ends in any case.') ends_at!: string;
  @Field('Whether it is the one that asks.') current!: boolean;
}

class SessionUser {
  @Field(ID) id!: string;
  @Field({ example: 'ada' }) name!: string;
}

/** Features of this installation that the web application needs to know. */
export class FeaturesResponse {
  @Field('Whether it can send mails.') mail!: boolean;

  @Field({ enum: ['tracked', 'all', 'off'] }, 'Which products it polls: those that somebody tracks, all, or none.')
  sources!: Polled;
}

export class CurrentSessionResponse extends SessionResponse {
  @Field() user!: SessionUser;
  @Field() features!: FeaturesResponse;
  @Field('Of the service.', { example: '1.0.0' }) version!: string;
}

export class SignInLinkResponse {
  @Field(URI, 'To be opened on the other device. Whoever has it can use it, once. It is shown in this response only.', {
    example: 'https://updates.example.org/sign-in#k=suc_x4Kq2w',
  })
  url!: string;

  @Field(MOMENT, 'Until when it can be used.') ends_at!: string;
}

export class StartSessionDto {
  @OptionalField(IsText(1, 200), 'An access token of the service. It is not kept.', { example: 'sut_…' })
  token?: string;

  @OptionalField(IsText(1, 200), 'The code of a sign-in link: what follows `#k=`.', { example: 'suc_…' }) code?: string;
}

class OidcSignIn {
  @Field('What the button says.', { example: 'Example Login' }) title!: string;
}

export class SignInMethodsResponse {
  @Field({ enum: SIGN_IN_MEANS, isArray: true }, 'How one can sign in here.') methods!: SignInMeans[];

  @Field(NULLABLE, { type: OidcSignIn }, 'null: there is no OpenID Connect issuer to sign in at.')
  oidc!: OidcSignIn | null;

  @Field(URI, '`PUBLIC_URL`, or where this request went to: the address at which people use this service.', {
    example: 'https://updates.example.org',
  })
  origin!: string;
}
