import { ApiProperty } from '@nestjs/swagger';
import { type Scope, SCOPES } from '../../config/scopes';

export class TokenResponse {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ example: 'dashboard' })
  name!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description:
      'Id of the token that this one was made with, or of the next one up the line when that was revoked and had a parent itself; it may ' +
      'be revoked. null: made on the command line, with a token of OpenID Connect, or before the service noted it.',
  })
  parent!: string | null;

  @ApiProperty({ enum: SCOPES, isArray: true })
  scopes!: Scope[];

  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  expires_at!: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'Exact to a minute.' })
  last_used_at!: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;
}

export class CreatedTokenResponse extends TokenResponse {
  @ApiProperty({ description: 'The token itself: in this answer only.', example: 'sut_…' })
  token!: string;
}
