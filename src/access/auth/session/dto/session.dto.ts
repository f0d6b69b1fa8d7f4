import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsText, MayBeAbsent } from '../../../../common/api/validation';
import { type Scope, SCOPES } from '../../../../config/scopes';
import type { Polled } from '../../../../config/source.variables';

/** How a session was started. */
export const SIGN_IN_MEANS = ['token', 'link', 'oidc'] as const;
export type SignInMeans = (typeof SIGN_IN_MEANS)[number];

export class SessionResponse {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({
    enum: SIGN_IN_MEANS,
    description: 'How they signed in: with a `token`, by a sign-in `link`, or with OpenID Connect (`oidc`).',
  })
  means!: SignInMeans;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'Id of the token that they signed in with: revoking it ends the session. null: there was none.',
  })
  token!: string | null;

  @ApiProperty({ enum: SCOPES, isArray: true })
  scopes!: Scope[];

  @ApiProperty({ description: 'The browser, as it named itself.', example: 'Firefox on Linux' })
  agent!: string;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ format: 'date-time', description: 'Accurate to the minute.' })
  last_used_at!: string;

  @ApiProperty({ format: 'date-time', description: 'When it ends unless it is used.' })
  idle_until!: string;

  @ApiProperty({ format: 'date-time', description: 'When it ends in any case.' })
  ends_at!: string;

  @ApiProperty({ description: 'Whether it is the one that asks.' })
  current!: boolean;
}

class SessionUser {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ example: 'ada' })
  name!: string;
}

/** Features of this installation that the web application needs to know. */
export class FeaturesResponse {
  @ApiProperty({ description: 'Whether it can send mails.' })
  mail!: boolean;

  @ApiProperty({
    enum: ['tracked', 'all', 'off'],
    description: 'Which products it polls: those that somebody tracks, all, or none.',
  })
  sources!: Polled;
}

export class CurrentSessionResponse extends SessionResponse {
  @ApiProperty({ type: SessionUser })
  user!: SessionUser;

  @ApiProperty({ type: FeaturesResponse })
  features!: FeaturesResponse;

  @ApiProperty({ description: 'Of the service.', example: '1.0.0' })
  version!: string;
}

export class SignInLinkResponse {
  @ApiProperty({
    format: 'uri',
    description:
      'To be opened on the other device. Whoever has it can use it, once. It is shown in this response only.',
    example: 'https://updates.example.org/sign-in#k=suc_x4Kq2w',
  })
  url!: string;

  @ApiProperty({ format: 'date-time', description: 'Until when it can be used.' })
  ends_at!: string;
}

export class StartSessionDto {
  @ApiPropertyOptional({ description: 'An access token of the service. It is not kept.', example: 'sut_…' })
  @MayBeAbsent()
  @IsText(1, 200)
  token?: string;

  @ApiPropertyOptional({ description: 'The code of a sign-in link: what follows `#k=`.', example: 'suc_…' })
  @MayBeAbsent()
  @IsText(1, 200)
  code?: string;
}

class OidcSignIn {
  @ApiProperty({ description: 'What the button says.', example: 'Example Login' })
  title!: string;
}

export class SignInMethodsResponse {
  @ApiProperty({ enum: SIGN_IN_MEANS, isArray: true, description: 'How one can sign in here.' })
  methods!: SignInMeans[];

  @ApiProperty({
    type: OidcSignIn,
    nullable: true,
    description: 'null: there is no OpenID Connect issuer to sign in at.',
  })
  oidc!: OidcSignIn | null;

  @ApiProperty({
    format: 'uri',
    description: '`PUBLIC_URL`, or where this request went to: the address at which people use this service.',
    example: 'https://updates.example.org',
  })
  origin!: string;
}
